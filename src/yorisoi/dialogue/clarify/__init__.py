"""Whether something has to be asked for before an answer helps, and what."""
