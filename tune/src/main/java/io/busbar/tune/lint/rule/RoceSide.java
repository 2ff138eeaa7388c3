package io.busbar.tune.lint.rule;

import io.busbar.base.problem.Position;
import io.busbar.formats.env.CommandLine;
import io.busbar.formats.env.EnvSource;
import io.busbar.formats.qos.QosState;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.tune.roce.TrafficClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What all files say of a RoCE fabric: its switches, hosts' ports, and the traffic classes of jobs.
 * Immutable.
 *
 * @param classes what {@code NCCL_IB_TC} is set to, 0 to 255
 * @param managed what {@code cma_roce_tos} sets for connections of the connection manager
 */
public record RoceSide(
    List<SwitchQos> switches, List<QosState> nics, List<Setting> classes, List<Managed> managed) {
  private static final int MOST = 100_000;
  private static final int ECN_BITS = 2;
  private static final int MOST_CLASS = 255;

  /**
   * A DSCP of RoCE's packets.
   *
   * @param said who says so
   * @param told whether a setting does; else it is only usual
   */
  public record Marked(int dscp, String said, boolean told) {}

  /**
   * A mark that {@code cma_roce_tos} sets.
   *
   * @param dscp of its class
   * @param said the command
   */
  public record Managed(int dscp, String said, Position at) {}

  public RoceSide {
    managed = List.copyOf(managed);
    switches = List.copyOf(switches);
    nics = List.copyOf(nics);
    classes = List.copyOf(classes);
  }

  /** DSCPs that jobs set; else the usual one. Each once. */
  public List<Marked> marks() {
    List<Marked> marks = new ArrayList<>();
    Set<Integer> seen = new TreeSet<>();
    for (Setting setting : classes) {
      int dscp = (int) setting.number().value() >> ECN_BITS;
      if (seen.add(dscp)) {
        String said =
            setting.name() + "=" + setting.value() + " of " + at(setting.assignment().at());
        marks.add(new Marked(dscp, said, true));
      }
    }
    if (marks.isEmpty()) {
      marks.add(new Marked(TrafficClass.USUAL.dscp(), "The usual mark of RoCE", false));
    }
    return marks;
  }

  /** Whether a host, a job or a switch is set for RoCE. */
  public boolean used() {
    return !classes.isEmpty()
        || !managed.isEmpty()
        || nics.stream().anyMatch(nic -> !paused(nic).isEmpty())
        || switches.stream().anyMatch(one -> !one.paused().isEmpty());
  }

  /** {@code leaf1.cfg:17}. */
  public static String at(Position at) {
    return at.source() + ":" + at.line();
  }

  /** The priority that a port gives a DSCP. */
  public static int priority(QosState nic, int dscp) {
    return nic.priorityOf().getOrDefault(dscp, TrafficClass.ofDscp(dscp).priority());
  }

  /** Priorities with pause of a port, ascending; empty when it does not show them. */
  public static Set<Integer> paused(QosState nic) {
    Set<Integer> on = new TreeSet<>();
    for (int p = 0; p < nic.pfc().size(); p++) {
      if (nic.pfc().get(p)) {
        on.add(p);
      }
    }
    return on;
  }

  /** Where a port shows a thing: {@code host.txt:4}. */
  public static String place(QosState nic, String what) {
    var at = nic.places().getOrDefault(what, nic.at());
    return at.file() + ":" + at.line();
  }

  /** Gathers file by file. */
  public static final class Gathered {
    private final List<SwitchQos> switches = new ArrayList<>();
    private final List<QosState> nics = new ArrayList<>();
    private final List<Setting> classes = new ArrayList<>();
    private final List<Managed> managed = new ArrayList<>();

    public void add(EnvSource source, List<Setting> settings) {
      for (SwitchQos one : source.switches()) {
        add(switches, one);
      }
      for (QosState one : source.nics()) {
        add(nics, one);
      }
      for (CommandLine command : source.commands()) {
        String tos = command.runs("cma_roce_tos") ? command.option("-t", "--tos") : "";
        if (tos.matches("\\d{1,3}") && Integer.parseInt(tos) <= MOST_CLASS) {
          int dscp = Integer.parseInt(tos) >> ECN_BITS;
          add(managed, new Managed(dscp, String.join(" ", command.words()), command.at()));
        }
      }
      for (Setting setting : settings) {
        boolean tc = setting.is("NCCL_IB_TC") && setting.known() && setting.number().used() > 0;
        if (tc && setting.number().value() >= 0 && setting.number().value() <= MOST_CLASS) {
          add(classes, setting);
        }
      }
    }

    private static <T> void add(List<T> list, T one) {
      if (list.size() < MOST) {
        list.add(one);
      }
    }

    public RoceSide all() {
      return new RoceSide(switches, nics, classes, managed);
    }
  }
}
