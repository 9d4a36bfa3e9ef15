// CPUReference: see docs/architecture.md
