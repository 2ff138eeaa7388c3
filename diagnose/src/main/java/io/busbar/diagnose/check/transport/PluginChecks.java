package io.busbar.diagnose.check.transport;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Network plugins: harmless search messages, old interfaces, libfabric providers. */
public final class PluginChecks implements Check {
  private static final String BENIGN = "benign-plugin-probe-message";
  private static final String OLD = "plugin-api-old";
  private static final String EFA = "efa-provider-not-selected";
  private static final String MISMATCH = "ofi-plugin-provider-mismatch";

  /** Newest network plugin interface by minor version of NCCL 2; releases of NVIDIA/nccl. */
  private static final TreeMap<Integer, Integer> OFFERED =
      new TreeMap<>(Map.of(8, 4, 12, 5, 13, 6, 19, 7, 20, 8, 24, 9, 26, 10, 28, 11, 30, 12));

  private static final int OLD_BY = 3;
  private static final Set<String> FAST =
      Set.of("efa", "cxi", "verbs", "psm2", "psm3", "opx", "gni");

  @Override
  public List<String> codes() {
    return List.of(BENIGN, OLD, EFA, MISMATCH);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    benign(facts, out);
    old(facts, out);
    providers(facts, out);
    facts.signals("plugin-loaded").stream()
        .findFirst()
        .ifPresent(s ->
            out.healthy("The network plugin " + s.value("name") + " was loaded.", List.of(s.at())));
    facts.signals("ring-channels").stream()
        .findFirst()
        .ifPresent(s ->
            out.healthy(
                "The rings have " + Integer.parseInt(s.value("channels")) + " channels.",
                List.of(s.at())));
    facts.signals("network-chosen").stream()
        .findFirst()
        .filter(s -> !s.value("name").contains("Socket"))
        .ifPresent(
            s -> out.healthy("NCCL uses the network " + s.value("name") + ".", List.of(s.at())));
  }

  private static void benign(Facts facts, Conclusions out) {
    List<Signal> probes = facts.signals("plugin-probe");
    if (probes.isEmpty()) {
      return;
    }
    Set<String> files = new LinkedHashSet<>();
    probes.forEach(s -> files.add(s.value("file")));
    files.remove("");
    Conclusion c = Conclusion.info(BENIGN).at(probes);
    c.say(
        files.isEmpty()
            ? "Symbols of newer plugin interfaces were not found."
            : "Not found: " + String.join(", ", files) + ".");
    c.at(facts.signals("verbs-library-missing").stream().limit(1).toList());
    out.add(c);
  }

  private static void old(Facts facts, Conclusions out) {
    for (Signal version : facts.signals("nccl-version")) {
      String[] parts = version.value("version").split("\\.");
      if (parts.length < 2 || !parts[0].equals("2")) {
        continue;
      }
      Map.Entry<Integer, Integer> offered = OFFERED.floorEntry(Integer.parseInt(parts[1]));
      for (Signal plugin : facts.signals("plugin-loaded")) {
        if (offered != null && plugin.number("api") <= offered.getValue() - OLD_BY) {
          out.add(
              Conclusion.info(OLD)
                  .say(
                      String.format(
                          "%s implements interface v%s; NCCL %s offers v%d.",
                          plugin.value("name"),
                          plugin.value("api"),
                          version.value("version"),
                          offered.getValue()))
                  .at(plugin.at())
                  .at(version.at()));
          return;
        }
      }
    }
  }

  private static void providers(Facts facts, Conclusions out) {
    List<Signal> none = facts.signals("ofi-no-provider");
    List<Signal> mode = facts.signals("ofi-mr-mode", "ofi-mr-given", "ofi-mr-invalid");
    if (!mode.isEmpty()) {
      Conclusion c = Conclusion.critical(MISMATCH);
      mode.stream()
          .map(s ->
              s.value("expected").isEmpty() ? s.value("given") : "expected " + s.value("expected"))
          .filter(v -> !v.isEmpty())
          .forEach(v -> c.say("Memory registration: " + v + "."));
      c.at(none.stream().limit(2).toList()).at(mode.stream().limit(6).toList());
      out.add(c);
    } else if (!none.isEmpty()) {
      out.add(
          Conclusion.critical(EFA)
              .say("libfabric offers no provider that the plugin can use.")
              .at(none));
    }
    for (Signal s : facts.signals("ofi-provider")) {
      String provider = s.value("provider");
      if (FAST.stream().noneMatch(provider::startsWith)) {
        out.add(
            Conclusion.critical(EFA)
                .say("The plugin selected the provider " + provider + ".")
                .at(s.at()));
      } else {
        out.healthy(
            "The plugin selected the provider " + provider + nics(s) + ".", List.of(s.at()));
      }
    }
  }

  private static String nics(Signal s) {
    return s.value("nics").isEmpty() ? "" : " with " + s.value("nics") + " NICs";
  }
}
