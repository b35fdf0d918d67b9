"""Environments for reinforcement learning (docs/environments.md).

==========================================  ==========================================
``Batch``                                   many deals at once, in NumPy arrays
``dobbm.envs.pettingzoo.env``               PettingZoo: all seats are agents
``dobbm.envs.gymnasium``                    Gymnasium: one learner among bots
``import dobbm.envs.openspiel``             registers ``python_dobbm`` with OpenSpiel
``dobbm.envs.datasets``                     data sets of played deals
``agent_player``                            an agent as a player for matches
``ACTIONS``, ``FIELDS``, ``HIDDEN_FIELDS``  the encoding
``encode``, ``legal_mask``                  the encoding of a view
==========================================  ==========================================
"""

from dobbm.extras import extra_solver

with extra_solver("dobbm.envs"):
    from dobbm.envs.agent import agent_player
    from dobbm.envs.batch import Batch, Trajectories
    from dobbm.envs.encoding import ACTIONS, FIELDS, HIDDEN_FIELDS, encode, legal_mask, parts_of
    from dobbm.envs.one_deal import OneDeal
    from dobbm.envs.options import EnvOptions

__all__ = [
    "ACTIONS",
    "FIELDS",
    "HIDDEN_FIELDS",
    "Batch",
    "EnvOptions",
    "OneDeal",
    "Trajectories",
    "agent_player",
    "encode",
    "legal_mask",
    "parts_of",
]
