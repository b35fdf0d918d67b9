"""Means over weighted worlds, and their errors."""

from __future__ import annotations

from math import sqrt


def average(values: list[float], weights: list[float]) -> float:
    """Return the weighted mean."""
    total = sum([value * weight for value, weight in zip(values, weights, strict=True)])
    return total / sum(weights)


def paired_error(one: list[float], other: list[float], weights: list[float]) -> float:
    """Return the standard error of the mean difference of two actions in the same worlds."""
    apart = [value - less for value, less in zip(one, other, strict=True)]
    mean = average(apart, weights)
    spread = average([(value - mean) ** 2 for value in apart], weights)
    return sqrt(spread * sum([weight * weight for weight in weights])) / sum(weights)
