"""`python -m services.guard_worker`."""

import sys

from services.guard_worker.main import main

if __name__ == "__main__":
    sys.exit(main())
