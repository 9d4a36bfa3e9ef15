// MediaIO: see docs/architecture.md
