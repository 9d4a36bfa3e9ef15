// VulkanGPU: see docs/architecture.md
