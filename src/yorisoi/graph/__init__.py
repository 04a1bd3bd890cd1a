"""What belongs together: triples, TransE, a user's vector, related topics."""
