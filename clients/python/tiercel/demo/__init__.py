"""The main job, shown: a conversation is posted, decided on, asked about and accounted for."""
