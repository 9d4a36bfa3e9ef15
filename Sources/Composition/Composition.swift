// Composition: see docs/architecture.md
