"""The documentation and the house rules are true."""
