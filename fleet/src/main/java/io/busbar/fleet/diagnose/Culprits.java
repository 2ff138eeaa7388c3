package io.busbar.fleet.diagnose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the ill ones among hosts of which only groups were tested: one of a group that is well is
 * well, and the only one left of an ill group is ill. First all ill groups, then all groups. Filled
 * by one thread.
 */
final class Culprits {
  private final Set<String> lowKeys = new HashSet<>();
  private final List<Set<String>> low = new ArrayList<>();
  private final Set<String> well = new HashSet<>();
  private final Set<String> told = new HashSet<>();

  /**
   * An ill group.
   *
   * @param key that no other group has
   */
  void low(String key, String day, Collection<String> hosts) {
    lowKeys.add(key);
    low.add(onDay(day, hosts));
  }

  /** Any group, also those that were said to be ill. */
  void other(String key, String day, Collection<String> hosts) {
    if (!lowKeys.contains(key)) {
      well.addAll(onDay(day, hosts));
    }
  }

  private static Set<String> onDay(String day, Collection<String> hosts) {
    Set<String> named = new HashSet<>();
    hosts.forEach(host -> named.add(day + " " + host));
    return named;
  }

  /** The hosts of a group that no group clears. */
  Set<String> left(String day, Collection<String> hosts) {
    Set<String> left = new HashSet<>();
    hosts.stream().filter(host -> !well.contains(day + " " + host)).forEach(left::add);
    return left;
  }

  /** Whether a host is the only one left of an ill group. */
  boolean isIll(String day, String host) {
    String one = day + " " + host;
    return !well.contains(one)
        && low.stream()
            .anyMatch(group ->
                group.contains(one)
                    && group.stream().allMatch(other -> other.equals(one) || well.contains(other)));
  }

  /** Whether a host is asked for the first time. */
  boolean first(String day, String host) {
    return told.add(day + " " + host);
  }
}
