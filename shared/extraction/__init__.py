"""From turns to candidates: windows, the model's answer or the offline rules, and the value stage. Stores nothing."""
