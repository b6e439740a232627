"""`python -m tiercel`."""

from tiercel.cli import main

if __name__ == "__main__":
    main()
