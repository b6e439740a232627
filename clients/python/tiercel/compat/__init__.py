"""Names that other memory systems use, as thin calls of the service."""

from tiercel.compat.fluid import fluid_forget, fluid_increment_summarize, fluid_recall, fluid_remember, fluid_status, memory_summarize

__all__ = ["fluid_forget", "fluid_increment_summarize", "fluid_recall", "fluid_remember", "fluid_status", "memory_summarize"]
