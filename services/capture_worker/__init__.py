"""From a turn to proposals: extraction and value criteria."""
