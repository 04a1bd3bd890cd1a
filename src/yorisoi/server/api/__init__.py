"""`/api/...`: everything that the command line can, for programs."""
