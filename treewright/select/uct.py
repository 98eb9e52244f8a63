"""UCT: upper confidence bounds applied to trees (Kocsis & Szepesvari 2006; equation 13 of Kao et al. 2013).

    a* = argmax Q(s, a) + c sqrt(log N(s) / N(s, a))
"""

import numpy as np

from treewright.select.means import Means, root_of_log


class UCT(Means):
    """The constant `c` is meant for the search's value scale: 1.4 on -1..1 is 0.7 on 0..1."""

    c: float = 1.4

    def score(self, nodes, parent, child):
        if nodes[child].visits == 0:
            return np.float32(self.urgency)
        return nodes[child].mean + np.float32(self.c) * root_of_log(nodes[parent].visits) * nodes[child].spread
