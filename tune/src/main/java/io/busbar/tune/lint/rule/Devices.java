package io.busbar.tune.lint.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The value of NCCL_IB_HCA or NCCL_SOCKET_IFNAME: {@code ^} to exclude, then {@code =} for exact
 * names, then a list of names or prefixes with ports.
 *
 * @param excluding whether the list says what not to use
 * @param exact whether names have to match as a whole
 * @param entries names, without ports
 */
public record Devices(boolean excluding, boolean exact, List<String> entries) {
  /** RDMA drivers of Linux whose devices are called after them, with a number behind. */
  private static final Pattern DRIVER =
      Pattern.compile("(?:mlx[45]|hfi1|qib|cxgb4|bnxt_re|irdma|efa|erdma|ionic|hns|mana)_?");

  public static Devices of(String value) {
    String rest = value.strip();
    boolean excluding = rest.startsWith("^");
    rest = excluding ? rest.substring(1) : rest;
    boolean exact = rest.startsWith("=");
    rest = exact ? rest.substring(1) : rest;
    List<String> entries = new ArrayList<>();
    for (String entry : rest.split(",")) {
      String name = entry.contains(":") ? entry.substring(0, entry.indexOf(':')) : entry;
      if (!name.isBlank()) {
        entries.add(name.strip());
      }
    }
    return new Devices(excluding, exact, entries);
  }

  /** Whether the list selects or excludes a device of this name. */
  public boolean matches(String device) {
    return entries.stream().anyMatch(e -> exact ? device.equals(e) : device.startsWith(e));
  }

  /** Entries that are drivers' names, not devices': {@code mlx5}, {@code mlx5_}. */
  public List<String> drivers() {
    return entries.stream().filter(e -> DRIVER.matcher(e).matches()).toList();
  }

  /** Entries that as prefixes also match longer numbers: {@code mlx5_1} and {@code mlx5_10}. */
  public List<String> ambiguous() {
    List<String> found = new ArrayList<>();
    for (String entry : exact ? List.<String>of() : entries) {
      if (DRIVER.matcher(entry).matches()) {
        continue;
      }
      int length = entry.length();
      int digits = 0;
      while (digits < length && Character.isDigit(entry.charAt(length - 1 - digits))) {
        digits++;
      }
      if (digits > 0 && digits < length && entry.charAt(length - digits) != '0') {
        found.add(entry);
      }
    }
    return found;
  }
}
