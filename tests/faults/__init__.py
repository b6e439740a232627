"""The promise under attack: nothing is ever lost, nothing happens twice. Real processes on loopback, seeded, bounded."""
