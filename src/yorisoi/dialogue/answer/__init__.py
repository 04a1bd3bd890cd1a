"""What is said: from passages with citations, from memory, or as a person would who has nothing to look up."""
