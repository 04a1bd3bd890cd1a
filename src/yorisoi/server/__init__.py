"""Yorisoi for programs and browsers: `yorisoi serve`.  Needs the extra `yorisoi[server]`."""
