package io.busbar.diagnose.check.transport;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.facts.Ports;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.env.EnvFile;
import io.busbar.formats.ncclrun.NicList;
import io.busbar.formats.ncclrun.Setting;
import io.busbar.formats.ports.PortField;
import io.busbar.formats.smi.GpuMatrix;
import io.busbar.nccl.variable.Variables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Environment variables that switch something off, force something, or mean nothing. */
public final class SettingChecks implements Check {
  private static final Set<String> OTHER_LIBRARIES =
      Set.of(
          "NCCL_TESTS_DEVICE",
          "NCCL_HOME",
          "NCCL_ROOT",
          "NCCL_VERSION",
          "NCCL_INCLUDE_DIR",
          "NCCL_LIB_DIR",
          "NCCL_LIBRARY");

  /** NVLink of few lanes between two GPUs: no NVSwitch, whose GPUs have 12 and 18. */
  private static final Pattern FEW_LINKS = Pattern.compile("\\bNV[1-8]\\b");

  @Override
  public List<String> codes() {
    return List.of(
        "ib-disabled-by-env",
        "p2p-disabled-by-env",
        "proto-forced",
        "proto-forced-unsafe",
        "wrong-results",
        "nccl-env-duplicate",
        "nccl-env-typo",
        "gid-index-set-on-infiniband");
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<Setting> settings = facts.all(Setting.class);
    Set<String> linted =
        facts.all(EnvFile.class).stream().map(f -> f.at().file()).collect(Collectors.toSet());
    // Files that set variables are judged by the rules of the lint; here are logs and commands.
    List<Setting> own = settings.stream().filter(s -> !linted.contains(s.at().file())).toList();
    for (Setting setting : own) {
      one(setting, out);
    }
    duplicates(own, out);
    unsafe(facts, settings, out);
    gidIndex(facts, settings, out);
    if (codes().stream().noneMatch(out::has)) {
      inOrder(own, out);
    }
  }

  private static void inOrder(List<Setting> settings, Conclusions out) {
    List<Setting> given =
        settings.stream()
            .filter(s -> s.command() != Setting.ECHOED && s.name().startsWith("NCCL_"))
            .toList();
    if (!given.isEmpty()) {
      String names =
          given.stream().map(Setting::name).distinct().limit(8).collect(Collectors.joining(", "));
      long count = given.stream().map(Setting::name).distinct().count();
      out.healthy(
          count + " setting(s) of NCCL are read (" + names + "), none known to do harm.",
          given.stream().limit(4).map(Setting::at).toList());
    }
  }

  private static void one(Setting s, Conclusions out) {
    String said = s.name() + "=" + s.value();
    switch (s.name()) {
      case "NCCL_IB_DISABLE" -> {
        if (s.value().equals("1")) {
          out.add(Conclusion.critical("ib-disabled-by-env").say(said + " is set.").at(s.at()));
        }
      }
      case "NCCL_P2P_DISABLE" -> {
        if (s.value().equals("1")) {
          out.add(Conclusion.warning("p2p-disabled-by-env").say(said + " is set.").at(s.at()));
        }
      }
      case "NCCL_P2P_LEVEL" -> {
        if (s.value().equals("LOC") || s.value().equals("0")) {
          out.add(Conclusion.warning("p2p-disabled-by-env").say(said + " is set.").at(s.at()));
        }
      }
      case "NCCL_PROTO", "NCCL_ALGO" -> {
        Severity severity = s.value().startsWith("^") ? Severity.INFO : Severity.WARNING;
        out.add(Conclusion.of("proto-forced", severity).say(said + " is set.").at(s.at()));
      }
      default -> typo(s, out);
    }
  }

  private static void typo(Setting s, Conclusions out) {
    String name = s.name();
    if (name.startsWith("CCL_")) { // oneCCL's own names begin so too
      if (Variables.standard().find("N" + name).isEmpty()) {
        return;
      }
      out.add(
          Conclusion.warning("nccl-env-typo")
              .say(name + " lacks the leading N of N" + name + ".")
              .at(s.at()));
    } else if (name.startsWith("NCCL_")
        && !OTHER_LIBRARIES.contains(name)
        && s.command() != Setting.ECHOED
        && Variables.standard().find(name).isEmpty()) {
      String hint =
          Variables.standard().nearest(name).map(v -> " did you mean " + v.name() + "?").orElse("");
      out.add(
          Conclusion.warning("nccl-env-typo")
              .say(name + " is no variable of NCCL." + hint)
              .at(s.at()));
    }
  }

  private static void duplicates(List<Setting> settings, Conclusions out) {
    Map<String, Setting> first = new HashMap<>();
    for (Setting s : settings) {
      if (s.command() <= 0) {
        continue;
      }
      String key = s.at().file() + "|" + s.command() + "|" + s.name();
      Setting other = first.putIfAbsent(key, s);
      if (other != null) {
        out.add(
            Conclusion.warning("nccl-env-duplicate")
                .say(
                    s.name()
                        + " is given as "
                        + other.value()
                        + " and as "
                        + s.value()
                        + "; the last one counts.")
                .at(other.at())
                .at(s.at()));
      }
    }
  }

  /**
   * Wrong results of a test: put down to a forced protocol where one is set. Without a sign of it
   * that stays a suspicion, and only where GPUs are joined by NVLink without a switch, on which
   * NCCL takes LL128 under conditions alone.
   */
  private static void unsafe(Facts facts, List<Setting> settings, Conclusions out) {
    List<Signal> wrong = facts.signals("out-of-bounds");
    if (wrong.isEmpty()) {
      return;
    }
    List<Setting> forced =
        settings.stream()
            .filter(s -> s.name().equals("NCCL_PROTO") || s.name().equals("NCCL_ALGO"))
            .toList();
    List<Place> direct =
        facts.all(GpuMatrix.class).stream()
            .map(m -> m.rows().getFirst())
            .filter(row -> FEW_LINKS.matcher(row.text()).find())
            .limit(1)
            .toList();
    String count = wrong.getFirst().value("count") + " values are out of bounds.";
    out.add(Conclusion.critical("wrong-results").say(count).at(wrong));
    if (!forced.isEmpty() || !direct.isEmpty()) {
      Conclusion c =
          Conclusion.critical("proto-forced-unsafe")
              .confidence(
                  forced.isEmpty() ? Conclusion.Confidence.MEDIUM : Conclusion.Confidence.HIGH)
              .say(count)
              .at(wrong)
              .at(forced);
      direct.forEach(c::at);
      if (forced.isEmpty()) {
        c.say("No setting is shown; on NVLink without NVSwitch look for a forced LL128 first.");
      }
      out.add(c);
    }
  }

  /** A RoCE setting where ports or names of peers say InfiniBand. */
  private static void gidIndex(Facts facts, List<Setting> settings, Conclusions out) {
    Place infiniband =
        facts.all(NicList.class).stream()
            .filter(l -> l.nics().stream().anyMatch(n -> n.detail().equals("IB")))
            .map(NicList::at)
            .findFirst()
            .or(() ->
                Ports.latest(facts).stream()
                    .filter(p ->
                        p.has(PortField.LAYER, "infiniband") && !p.has(PortField.STATE, "down"))
                    .map(p -> p.place(PortField.LAYER))
                    .findFirst())
            .or(() ->
                facts.signals("ib-completion").stream()
                    .filter(s -> s.value("peer").contains("%ib"))
                    .map(Signal::at)
                    .findFirst())
            .orElse(null);
    boolean roce =
        facts.all(NicList.class).stream()
            .anyMatch(l -> l.nics().stream().anyMatch(n -> n.detail().equals("RoCE")));
    for (Setting s : settings) {
      if (s.name().equals("NCCL_IB_GID_INDEX")
          && infiniband != null
          && !roce
          && !s.value().equals("0")) {
        out.add(
            Conclusion.info("gid-index-set-on-infiniband")
                .say(
                    "NCCL_IB_GID_INDEX="
                        + s.value()
                        + " is a RoCE setting, but the ports are InfiniBand.")
                .at(s.at())
                .at(infiniband));
      }
    }
  }
}
