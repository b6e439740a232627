"""`python -m services.standalone`."""

import sys

from services.standalone.main import main

if __name__ == "__main__":
    sys.exit(main())
