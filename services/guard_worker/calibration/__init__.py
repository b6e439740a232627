"""How the curves of similarity.py are derived: graded sentence pairs in, one curve per embedder out."""
