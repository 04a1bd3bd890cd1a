"""The legs of a search: each ranks passages for a query in its own way, and says what its scores are worth."""

from yorisoi.retrieval.legs.leg import Followed, FollowUp, Leg, LegQuery, LegRun, Ranked, Ranking
from yorisoi.retrieval.legs.readings import BothReadings
from yorisoi.retrieval.legs.themes import NeighbourhoodLeg, ThemeLeg
from yorisoi.retrieval.legs.vectors import VectorLeg
from yorisoi.retrieval.legs.walk import WalkLeg
from yorisoi.retrieval.legs.words import WordLeg

__all__ = [
    "BothReadings",
    "FollowUp",
    "Followed",
    "Leg",
    "LegQuery",
    "LegRun",
    "NeighbourhoodLeg",
    "Ranked",
    "Ranking",
    "ThemeLeg",
    "VectorLeg",
    "WalkLeg",
    "WordLeg",
]
