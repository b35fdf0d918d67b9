"""What can be computed about a deal: values, worlds, hand values, the learned policy, claims."""
