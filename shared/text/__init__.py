"""Floor 2: text at the door and text as terms; pure."""
