"""The kernel: words, maths, contracts and the doors to the outside. Floors are drawn in docs/architecture.md."""
