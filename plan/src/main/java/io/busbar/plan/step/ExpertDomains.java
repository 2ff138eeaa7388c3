package io.busbar.plan.step;

import io.busbar.model.workload.FeedForward;

/** How far routed tokens spread. Stateless. */
final class ExpertDomains {
  private ExpertDomains() {}

  /**
   * Domains that a token's experts are found on, expected over balanced routing to k experts in n
   * domains.
   *
   * <p>Free routing: {@code n·(1 − (1 − 1/n)^k)}. Limited to g of G groups (DeepSeek's node-limited
   * routing), groups lying side by side on the domains: a domain with G/n groups is missed by all k
   * experts with probability {@code Σ_j hypergeometric(j; G, G/n, g)·(1 − j/g)^k}; one with a part
   * n/G of a group with {@code 1 − g/G + g/G·(1 − G/(n·g))^k}. Approximation: a token's experts
   * fall on its groups independently, where they are really distinct.
   *
   * <p>Known answers: one group is free routing; 8 domains, 8 groups of which 4, 8 experts: {@code
   * 4·(1 − (3/4)^8)} = 3.6; never more than g domains when every domain holds whole groups.
   */
  static double reached(FeedForward.Experts e, int domains) {
    int k = e.active();
    int groups = e.groups();
    int chosen = e.groupsPerToken();
    if (groups <= 1 || chosen >= groups) {
      return domains * (1 - Math.pow(1 - 1.0 / domains, k));
    }
    return domains * (1 - missed(k, groups, chosen, domains));
  }

  private static double missed(int k, int groups, int chosen, int domains) {
    if (domains >= groups) {
      double share = (double) chosen / groups;
      double here = (double) groups / domains / chosen;
      return 1 - share + share * Math.pow(1 - here, k);
    }
    int held = Math.max(1, groups / domains);
    double sum = 0;
    for (int j = 0; j <= Math.min(held, chosen); j++) {
      sum += hypergeometric(j, groups, held, chosen) * Math.pow(1 - (double) j / chosen, k);
    }
    return sum;
  }

  /** Probability of j marked ones among {@code drawn} of {@code all}, of which {@code marked}. */
  private static double hypergeometric(int j, int all, int marked, int drawn) {
    return drawn - j > all - marked
        ? 0
        : choose(marked, j) * choose(all - marked, drawn - j) / choose(all, drawn);
  }

  private static double choose(int n, int k) {
    double ways = 1;
    for (int i = 1; i <= k; i++) {
      ways *= (double) (n - k + i) / i;
    }
    return ways;
  }
}
