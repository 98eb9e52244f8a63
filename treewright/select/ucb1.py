"""UCB1 with the constant C_p, as Browne et al. 2012 and Tu, Wan & Chen (3D-Bingo, section 6.1) write it.

    UCT = v_j + 2 C_p sqrt(2 ln n / n_j)

C_p = 1 / sqrt(2) suits rewards in 0..1; the 3D-Bingo paper uses 0.3 with rewards of -1 and 1.
"""

import math

import numpy as np

from treewright.select.means import Means, root_of_log


class UCB1(Means):
    """The same bound as UCT with c = 2 sqrt(2) C_p.

    cp   the constant of exploration, for the search's value scale
    """

    cp: float = 1 / math.sqrt(2)

    def score(self, nodes, parent, child):
        if nodes[child].visits == 0:
            return np.float32(self.urgency)
        width = np.float32(2 * np.sqrt(2.0) * self.cp)
        return nodes[child].mean + width * root_of_log(nodes[parent].visits) * nodes[child].spread
