package io.busbar.nccl.variable;

import io.busbar.nccl.version.NcclVersion;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A variable of the table.
 *
 * @param name as it is set
 * @param family group of variables that are explained together
 * @param owner who reads it
 * @param since first version of NCCL whose sources read it; null when unknown or not NCCL's
 * @param until last version that reads it; null when the newest does
 * @param status what became of it
 * @param statusSince version of NCCL in which that happened; empty when unknown
 * @param replacements what to use instead: names, or one {@code NAME=VALUE}
 * @param type how its value is read
 * @param allowed which values it takes
 * @param values the same for people; empty when {@code allowed} says all
 * @param fallback the default of the newest version as it would be written; empty when it is unset,
 *     chosen automatically or differs from place to place
 * @param fallbackNote the default in words
 * @param history defaults of older versions, oldest first
 * @param unit unit of the value; empty for none
 * @param meaning what it does
 * @param use when to set it at all
 * @param pitfall what people get wrong; empty for none
 * @param note what else is known
 * @param documented {@code yes}, {@code no}, or where
 * @param source where all this comes from
 */
public record Variable(
    String name,
    String family,
    Owner owner,
    @Nullable NcclVersion since,
    @Nullable NcclVersion until,
    Status status,
    String statusSince,
    List<String> replacements,
    ValueType type,
    Allowed allowed,
    String values,
    String fallback,
    String fallbackNote,
    List<Past> history,
    String unit,
    String meaning,
    Use use,
    String pitfall,
    String note,
    String documented,
    String source) {

  public Variable {
    replacements = List.copyOf(replacements);
    history = List.copyOf(history);
  }

  /** When to set a variable. */
  public enum Use {
    SAFE,
    TOPOLOGY_DEPENDENT,
    DEBUG_ONLY
  }

  /**
   * A default that held from a version on.
   *
   * @param value {@code ?} when it is chosen automatically
   */
  public record Past(NcclVersion from, String value) {}

  /**
   * Whether a version reads it. A version without a patch (2.24 or 2.24.0, which was never
   * released) stands for its whole line, so that nothing is called missing that some release of it
   * has.
   */
  public Presence presence(NcclVersion version) {
    if (status == Status.NEVER) {
      return Presence.NEVER;
    }
    if (!owner.followsNccl()) {
      return status == Status.REMOVED ? Presence.GONE : Presence.PRESENT;
    }
    if (since != null && before(version, since)) {
      return Presence.NOT_YET;
    }
    return until != null && before(until, version) ? Presence.GONE : Presence.PRESENT;
  }

  private static boolean before(NcclVersion a, NcclVersion b) {
    boolean line = a.patch() == 0 || b.patch() == 0;
    return line
        ? a.major() < b.major() || (a.major() == b.major() && a.minor() < b.minor())
        : a.compareTo(b) < 0;
  }

  /** The default in a version as it would be written; empty when there is no single one. */
  public Optional<String> fallbackIn(NcclVersion version) {
    String value = fallback;
    if (!history.isEmpty()) {
      value = "?";
      for (Past past : history) {
        if (!before(version, past.from())) {
          value = past.value();
        }
      }
    }
    return value.isEmpty() || value.equals("?") ? Optional.empty() : Optional.of(value);
  }

  /** Whether a default changed between versions. */
  public boolean fallbackChanged() {
    return history.size() > 1;
  }
}
