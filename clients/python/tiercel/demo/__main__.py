"""`python -m tiercel.demo [--file PATH] [--limit N] [--data-dir DIR]`."""

import sys

from tiercel.cli import main

if __name__ == "__main__":
    main(["demo", *sys.argv[1:]])
