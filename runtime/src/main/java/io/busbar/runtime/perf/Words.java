package io.busbar.runtime.perf;

import io.busbar.runtime.tuning.Group;
import java.util.Locale;

/** Figures and groups as reports write them. */
final class Words {
  private Words() {}

  static String decimals(double value) {
    String format = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  /** {@code 4 processes of this host, shm}. */
  static String of(Group group) {
    String ranks =
        group.ranks() + (group.transport().equals(Group.LOCAL) ? " threads" : " processes");
    String where = group.hosts() == 1 ? "this host" : group.hosts() + " hosts";
    return ranks + " of " + where + ", " + group.transport();
  }
}
