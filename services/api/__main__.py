"""`python -m services.api` serves the HTTP front."""

import sys

from services.api.main import main

if __name__ == "__main__":
    sys.exit(main())
