package io.busbar.tune.roce;

import java.util.List;
import java.util.Locale;

/**
 * What NICs and switches of a RoCE fabric are to be set to.
 *
 * @param dscp mark of the packets
 * @param priority their queue
 * @param trafficClass the byte that NCCL sets
 * @param linkGigabitsPerS rate of a link
 * @param cableMetres longest cable, both ways of which the headroom covers
 * @param pfcHeadroomBytes per port and lossless priority
 * @param ecnMinBytes no marks below
 * @param ecnMaxBytes all packets are marked above
 * @param ecnMaxPercent packets that are marked just below that
 * @param commands in the order in which they are to be given
 */
public record FabricSide(
    int dscp,
    int priority,
    int trafficClass,
    double linkGigabitsPerS,
    double cableMetres,
    long pfcHeadroomBytes,
    long ecnMinBytes,
    long ecnMaxBytes,
    int ecnMaxPercent,
    List<FabricCommand> commands) {

  public FabricSide {
    commands = List.copyOf(commands);
  }

  /**
   * @param where {@code nic} or {@code switch}
   * @param purpose a few words
   * @param command with IF, DEV and PORT for the names of the machine
   * @param assumes what has to hold for it
   * @param verify command that shows it
   */
  public record FabricCommand(
      String where, String purpose, String command, String assumes, String verify) {}

  /**
   * @param gigabits rate of a link, Gb/s
   * @param metres longest cable
   */
  public static FabricSide of(TrafficClass mark, double gigabits, double metres) {
    EcnThresholds ecn = EcnThresholds.of(gigabits);
    return new FabricSide(
        mark.dscp(),
        mark.priority(),
        mark.value(),
        gigabits,
        metres,
        Math.round(PfcHeadroom.bytes(gigabits, metres)),
        ecn.minBytes(),
        ecn.maxBytes(),
        ecn.percent(),
        FabricCommands.of(mark, ecn, PfcHeadroom.bytes(gigabits, metres), metres));
  }

  /** The rate as people write it. */
  public String rate() {
    return String.format(Locale.ROOT, "%.0f Gb/s", linkGigabitsPerS);
  }
}
