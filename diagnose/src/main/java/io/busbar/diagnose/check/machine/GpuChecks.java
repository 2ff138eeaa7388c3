package io.busbar.diagnose.check.machine;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.gpus.FabricState;
import io.busbar.formats.gpus.GpuLinks;
import io.busbar.formats.gpus.GpuSeen;
import io.busbar.formats.nccltests.Measured;
import io.busbar.formats.systemd.ServiceState;
import java.util.List;

/** NVLinks of GPUs, their place in the NVLink fabric, and whether they can do NVLink SHARP. */
public final class GpuChecks implements Check {
  private static final String INACTIVE = "nvlink-inactive";
  private static final String FABRIC = "nvlink-fabric-not-registered";
  private static final String NO_NVLS = "nvls-not-supported-by-gpu";
  private static final String NO_FM = "fabric-manager-not-applicable";
  private static final String FM = "fabric-manager-not-running";
  private static final String NO_MNNVL = "mnnvl-not-supported-on-platform";

  @Override
  public List<String> codes() {
    return List.of(INACTIVE, FABRIC, NO_NVLS, NO_FM, FM, NO_MNNVL);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    links(facts, out);
    fabric(facts, out);
    nvls(facts, out);
    fabricManager(facts, out);
    multiNode(facts, out);
  }

  private static void links(Facts facts, Conclusions out) {
    List<GpuLinks> gpus = facts.all(GpuLinks.class);
    if (gpus.isEmpty()) {
      return;
    }
    int most = gpus.stream().mapToInt(GpuLinks::active).max().orElse(0);
    boolean noneAtAll = most == 0;
    boolean fault = false;
    for (int i = 0; i < gpus.size(); i++) {
      GpuLinks g = gpus.get(i);
      boolean cut = i == gpus.size() - 1; // the end of an excerpt may be missing
      boolean fewer = g.inactive() == 0 && g.active() < most && !cut;
      if (g.inactive() > 0 || fewer) {
        fault = true;
        Severity severity =
            noneAtAll && !g.model().contains("SXM") && !g.model().contains("B")
                ? Severity.WARNING
                : Severity.CRITICAL;
        out.add(
            Conclusion.of(INACTIVE, severity)
                .say(
                    "GPU "
                        + g.index()
                        + " ("
                        + g.model()
                        + ") has "
                        + g.active()
                        + " active and "
                        + g.inactive()
                        + " inactive NVLinks"
                        + (fewer ? ", others have " + most + "." : "."))
                .at(g.at())
                .at(g.firstInactive())
                .at(g.last()));
      }
    }
    if (!fault) {
      GpuLinks g = gpus.getFirst();
      out.healthy(
          gpus.size()
              + " GPU(s) with up to "
              + most
              + " NVLinks at "
              + g.speedGBps()
              + " GB/s each, none inactive.",
          List.of(g.at(), g.last()));
    }
  }

  private static void fabric(Facts facts, Conclusions out) {
    for (FabricState f : facts.all(FabricState.class)) {
      boolean unknown = f.state().equals("N/A") || f.state().isEmpty();
      boolean good =
          f.state().equals("Completed") && (f.status().equals("Success") || f.status().isEmpty());
      if (good) {
        out.healthy("The GPU is registered in the NVLink fabric.", List.of(f.at()));
      } else if (!unknown) {
        out.add(
            Conclusion.critical(FABRIC)
                .say("Fabric state is '" + f.state() + "', status '" + f.status() + "'.")
                .at(f.at()));
      }
    }
  }

  private static void nvls(Facts facts, Conclusions out) {
    List<Signal> unavailable = facts.signals("nvls-unavailable");
    List<Signal> zero = facts.signals("nvls-zero-channels");
    Place old =
        facts.all(GpuSeen.class).stream()
            .filter(g -> olderThanHopper(g.model()))
            .map(GpuSeen::at)
            .findFirst()
            .or(() ->
                facts.all(Measured.class).stream()
                    .filter(m -> m.table().gpus().stream().anyMatch(GpuChecks::olderThanHopper))
                    .map(Measured::at)
                    .findFirst())
            .orElse(null);
    if (!unavailable.isEmpty() || !zero.isEmpty() && old != null) {
      Conclusion c = Conclusion.info(NO_NVLS);
      c.say(
          unavailable.isEmpty()
              ? "0 NVLS channels are right for this GPU."
              : "NCCL finds no multicast support.");
      if (old != null) {
        c.at(old);
      }
      c.at(unavailable.stream().limit(2).toList()).at(zero.stream().limit(2).toList());
      out.add(c);
    }
  }

  private static boolean olderThanHopper(String model) {
    return model.matches(
        ".*\\b(?:A100|A800|A30|A40|A10|V100|P100|T4|L4|L40S?|RTX \\w+|GeForce.*)\\b.*");
  }

  private static void fabricManager(Facts facts, Conclusions out) {
    List<Signal> nothing = facts.signals("fm-nothing-to-do");
    List<Signal> failed = facts.signals("fm-service-failed", "fm-service-inactive");
    List<ServiceState> stopped =
        facts.all(ServiceState.class).stream()
            .filter(s -> s.name().contains("fabricmanager") && !s.running())
            .toList();
    List<GpuSeen> desktop = facts.all(GpuSeen.class).stream().filter(GpuSeen::desktop).toList();
    if (!nothing.isEmpty() || !(failed.isEmpty() && stopped.isEmpty()) && !desktop.isEmpty()) {
      out.add(
          Conclusion.info(NO_FM)
              .say("The fabric manager ends since it finds no NVSwitch.")
              .at(nothing.stream().limit(2).toList())
              .at(facts.signals("fm-detected").stream().limit(1).toList())
              .at(failed.stream().limit(4).toList())
              .at(desktop.stream().limit(1).toList()));
    } else if (!failed.isEmpty() || !stopped.isEmpty()) {
      out.add(
          Conclusion.critical(FM)
              .confidence(Conclusion.Confidence.MEDIUM)
              .say("The service of the fabric manager does not run.")
              .at(failed)
              .at(stopped));
    }
    facts.all(ServiceState.class).stream()
        .filter(s -> s.name().contains("fabricmanager") && s.running())
        .findFirst()
        .ifPresent(s -> out.healthy("The fabric manager runs.", List.of(s.at())));
  }

  private static void multiNode(Facts facts, Conclusions out) {
    List<Signal> access = facts.signals("mnnvl-set-access");
    if (access.isEmpty()) {
      return;
    }
    Conclusion c = Conclusion.critical(NO_MNNVL);
    Signal s = access.getFirst();
    c.say(
        "Mapping memory of another node fails"
            + (s.value("rank").isEmpty()
                ? "."
                : " on rank " + s.value("rank") + " (" + s.value("host") + ")."));
    c.at(access.stream().limit(2).toList());
    facts.all(GpuLinks.class).stream()
        .limit(1)
        .forEach(g ->
            c.say("The NVLinks inside the node (" + g.model() + ") are up.")
                .at(g.at())
                .at(g.last()));
    out.add(c);
  }
}
