"""What the clock starts: expiry, reinforcement, sweeps."""
