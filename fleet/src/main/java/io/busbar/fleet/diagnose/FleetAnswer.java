package io.busbar.fleet.diagnose;

import java.util.List;

/**
 * How a fleet is.
 *
 * @param looked what was looked at
 * @param hosts with findings that are critical or warn, the worst first
 * @param links ports likewise
 * @param days how many hosts each finding names, by day
 * @param firstSeen since when each finding is known
 * @param together what ill things share more often than chance makes it
 * @param changes after which something got worse
 */
public record FleetAnswer(
    Looked looked,
    List<Bad> hosts,
    List<Bad> links,
    List<OnDay> days,
    List<First> firstSeen,
    List<Together> together,
    List<Worse> changes) {
  public FleetAnswer {
    hosts = List.copyOf(hosts);
    links = List.copyOf(links);
    days = List.copyOf(days);
    firstSeen = List.copyOf(firstSeen);
    together = List.copyOf(together);
    changes = List.copyOf(changes);
  }

  /**
   * What was looked at.
   *
   * @param parts that are known
   * @param partsUnread of them with files that were not understood or could not be read
   * @param partsNow that were diagnosed in this run
   * @param bytesNow that were read in this run
   * @param hosts that files name
   * @param hostsIll of them with a finding
   * @param linksIll ports with a finding
   */
  public record Looked(
      long parts,
      long partsUnread,
      long partsNow,
      long bytesNow,
      long hosts,
      long hostsIll,
      long linksIll) {}

  /**
   * A host or port.
   *
   * @param port empty for a host as a whole
   * @param days on which something was found
   * @param criticalDays of them with something critical
   * @param codes of the findings
   */
  public record Bad(
      String host,
      String port,
      long days,
      long criticalDays,
      String firstDay,
      String lastDay,
      List<String> codes) {
    public Bad {
      codes = List.copyOf(codes);
    }
  }

  /** A finding on a day. */
  public record OnDay(String day, String code, long hosts) {}

  /** When a finding was first seen, and where. */
  public record First(String code, String title, String day, String host, long hosts) {}

  /**
   * Something that ill things share.
   *
   * @param ill things with the finding that have this value
   * @param illAll things with the finding that have any value
   * @param with things that have this value
   * @param all things that have any value
   * @param chance that it is this much by chance, times the number of comparisons
   */
  public record Together(
      String code,
      String name,
      String value,
      long ill,
      long illAll,
      long with,
      long all,
      double chance) {}

  /**
   * A change after which a finding is more frequent.
   *
   * @param hosts that changed
   * @param illBefore days of hosts with the finding before their change
   * @param daysBefore days of hosts that were looked at before
   * @param chance that it is this much by chance, times the number of comparisons
   */
  public record Worse(
      String code,
      String name,
      String from,
      String to,
      String firstDay,
      long hosts,
      long illBefore,
      long daysBefore,
      long illAfter,
      long daysAfter,
      double chance) {}
}
