"""Analysis of deals: double-dummy values, worlds, hand values, the learned policy and claims."""
