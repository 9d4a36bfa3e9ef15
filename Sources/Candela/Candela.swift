// Candela: see docs/architecture.md
