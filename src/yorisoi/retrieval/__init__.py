"""A question -> passages: legs, fusion, expansion, and the index that follows the store."""
