"""`python -m services.decay_worker`."""

import sys

from services.decay_worker.main import main

if __name__ == "__main__":
    sys.exit(main())
