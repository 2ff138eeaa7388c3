package io.busbar.diagnose.check.port;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Counters;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.ncclrun.Setting;
import io.busbar.formats.qos.QosState;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** RoCE: lost packets, priorities without flow control, hosts that pause or are paused. */
public final class RoceChecks implements Check {
  private static final String LOSS = "roce-packet-loss";
  private static final String LOSSY = "roce-traffic-on-lossy-class";
  private static final String RECEIVER = "pfc-receiver-congested";
  private static final String STORM = "pfc-pause-storm";
  private static final String PAUSED = "pfc-pause-frames";
  private static final String PRIORITY = "pfc-wrong-priority";
  private static final String TRUST = "qos-trust-dscp";
  private static final Set<String> LOST =
      Set.of(
          "local_ack_timeout_err",
          "packet_seq_err",
          "out_of_sequence",
          "implied_nak_seq_err",
          "rx_discards_phy",
          "rx_out_of_buffer",
          "rnr_nak_retry_err");
  private static final Pattern PAUSE =
      Pattern.compile(
          "(tx|rx)_(?:prio(?:rity_)?\\d_(?:pause|xoff)|pause(?:_frames|_ctrl_phy|frames)?)");
  private static final Pattern BYTES = Pattern.compile("(tx|rx)_prio(\\d)_bytes");
  private static final double STORM_FRAMES = 10_000;
  private static final int ROCE_DSCP = 26;

  @Override
  public List<String> codes() {
    return List.of(LOSS, LOSSY, RECEIVER, STORM, PRIORITY, TRUST);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<Counters> all = Counters.of(facts);
    loss(all, out);
    lossyClass(all, out);
    pauses(all, out);
    facts.all(QosState.class).forEach(q -> qos(q, facts, out));
  }

  private static void loss(List<Counters> all, Conclusions out) {
    List<Counters> lost =
        all.stream()
            .filter(c ->
                LOST.contains(c.name())
                    && (c.growth() > 0 || c.readings().size() < 2 && c.value() >= 100))
            .sorted(Comparator.comparingDouble(Counters::sign).reversed())
            .toList();
    if (lost.isEmpty()) {
      return;
    }
    boolean timeouts = lost.stream().anyMatch(c -> c.name().equals("local_ack_timeout_err"));
    Conclusion c = Conclusion.of(LOSS, timeouts ? Severity.CRITICAL : Severity.WARNING);
    lost.stream().limit(4).forEach(l -> c.say(l.sentence() + ".").at(l.at()));
    all.stream()
        .filter(n -> n.name().equals("np_ecn_marked_roce_packets") && n.value() == 0)
        .findFirst()
        .ifPresent(n -> c.say("No packet was marked (ECN).").at(n.at()));
    out.add(c);
  }

  private static void lossyClass(List<Counters> all, Conclusions out) {
    List<Counters> bytes = all.stream().filter(c -> BYTES.matcher(c.name()).matches()).toList();
    Set<String> used = new TreeSet<>();
    for (Counters c : bytes) {
      Matcher m = BYTES.matcher(c.name());
      if (m.matches() && c.value() > 0) {
        used.add(m.group(2));
      }
    }
    boolean paused = all.stream().anyMatch(c -> PAUSE.matcher(c.name()).matches() && c.value() > 0);
    if (bytes.size() < 4 || !used.equals(Set.of("0")) || paused) {
      return;
    }
    boolean rdma =
        all.stream()
            .anyMatch(c ->
                LOST.contains(c.name()) || c.name().startsWith("np_") || c.name().contains("rdma"));
    boolean looksTwice = bytes.stream().anyMatch(c -> c.growth() > 0);
    if (!rdma && !looksTwice) {
      return;
    }
    Conclusion c = Conclusion.of(LOSSY, rdma ? Severity.CRITICAL : Severity.WARNING);
    for (Counters b : bytes) {
      if (b.value() > 0) {
        c.say("All traffic is on priority 0: " + b.sentence() + ".");
        b.readings().forEach(r -> c.at(r.at()));
      }
    }
    bytes.stream()
        .filter(b -> b.name().equals("rx_prio3_bytes") || b.name().equals("tx_prio3_bytes"))
        .limit(1)
        .forEach(b -> c.at(b.readings().getFirst().at()));
    c.say("No priority counts pause frames.");
    out.add(c);
  }

  private static void pauses(List<Counters> all, Conclusions out) {
    List<Counters> sent = pause(all, "tx");
    List<Counters> received = pause(all, "rx");
    double in = received.stream().mapToDouble(Counters::sign).sum();
    if (!sent.isEmpty()) {
      Conclusion c = Conclusion.warning(RECEIVER);
      sent.stream()
          .limit(8)
          .forEach(s -> c.say("This host sends pauses: " + s.sentence() + ".").at(s.at()));
      if (in == 0) {
        c.say("It receives none, so the switch does not pause it.");
        all.stream()
            .filter(r -> r.name().matches("rx_prio.*(?:pause|xoff)"))
            .limit(1)
            .forEach(r -> c.at(r.at()));
      }
      out.add(c);
    } else if (in >= STORM_FRAMES) {
      Conclusion c = Conclusion.warning(STORM);
      received.stream().limit(4).forEach(r -> c.say(r.sentence() + ".").at(r.at()));
      all.stream()
          .filter(d -> d.name().matches("rx_prio\\d_pause_duration") && d.value() > 0)
          .limit(2)
          .forEach(d -> c.say(d.sentence() + ".").at(d.at()));
      out.add(c);
    } else if (in > 0) {
      Conclusion c = Conclusion.info(PAUSED);
      received.stream().limit(4).forEach(r -> c.say(r.sentence() + ".").at(r.at()));
      out.add(c);
    }
  }

  private static List<Counters> pause(List<Counters> all, String direction) {
    return all.stream()
        .filter(c -> {
          Matcher m = PAUSE.matcher(c.name());
          return m.matches() && m.group(1).equals(direction) && c.sign() > 0;
        })
        .sorted(Comparator.comparingDouble(Counters::sign).reversed())
        .toList();
  }

  private static void qos(QosState q, Facts facts, Conclusions out) {
    if (q.trust().equals("dscp")) {
      out.add(
          Conclusion.info(TRUST)
              .say("Trust state is dscp.")
              .at(q.places().getOrDefault("trust", q.at())));
    } else if (!q.trust().isEmpty()) {
      out.add(
          Conclusion.warning(LOSSY)
              .confidence(Conclusion.Confidence.MEDIUM)
              .say("Trust state is " + q.trust() + ": the DSCP of RoCE packets is not looked at.")
              .at(q.places().getOrDefault("trust", q.at())));
    }
    if (q.pfc().isEmpty()) {
      return;
    }
    int dscp = dscp(facts);
    int priority = q.priorityOf().getOrDefault(dscp, dscp / 8);
    Set<Integer> on = new TreeSet<>();
    for (int p = 0; p < q.pfc().size(); p++) {
      if (q.pfc().get(p)) {
        on.add(p);
      }
    }
    io.busbar.formats.artefact.Place at = q.places().getOrDefault("pfc", q.at());
    io.busbar.formats.artefact.Place mapped = q.places().getOrDefault("prio" + priority, at);
    if (on.isEmpty()) {
      out.add(
          Conclusion.warning(LOSSY)
              .say(
                  "Flow control is off for every priority; RoCE (DSCP "
                      + dscp
                      + ") maps to "
                      + priority
                      + ".")
              .at(at)
              .at(mapped));
    } else if (!on.contains(priority)) {
      Conclusion c =
          Conclusion.critical(PRIORITY)
              .say(
                  "Flow control is on for "
                      + on
                      + " but off for priority "
                      + priority
                      + ", to which DSCP "
                      + dscp
                      + " maps.")
              .at(at)
              .at(mapped);
      if (on.contains(0)) {
        c.say("With priority 0 it pauses all ordinary traffic.");
      }
      out.add(c);
    } else {
      out.healthy(
          "Flow control is on for priority " + priority + ", to which DSCP " + dscp + " maps.",
          List.of(at));
    }
  }

  /** DSCP that NCCL's traffic class asks for, else the usual one of RoCE. */
  private static int dscp(Facts facts) {
    return facts.all(Setting.class).stream()
        .filter(s ->
            s.name().equals("NCCL_IB_TC")
                && s.value().matches("\\d{1,3}")
                && !s.value().equals("0"))
        .mapToInt(s -> Integer.parseInt(s.value()) / 4)
        .findFirst()
        .orElse(ROCE_DSCP);
  }
}
