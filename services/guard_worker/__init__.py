"""From proposals to write plans: rules, judge, layers, conflict, quality."""
