"""`python -m services.capture_worker`."""

import sys

from services.capture_worker.main import main

if __name__ == "__main__":
    sys.exit(main())
