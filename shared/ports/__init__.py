"""Floor 2: Protocols for everything outside. Each has a real adapter in shared/adapters and a fake in tests/fakes."""
