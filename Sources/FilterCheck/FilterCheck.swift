// FilterCheck: see docs/architecture.md
