package io.busbar.diagnose.check.transport;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.ncclrun.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Settings that cause what the log shows: NVLink SHARP or GPUDirect RDMA switched off. Needs
 * settings and NCCL's messages on channels and GPUDirect.
 */
public final class SettingCauses implements Check {
  private static final String NVLS = "nvls-disabled-by-env";
  private static final String GDR = "gdr-disabled-by-env";
  private static final Set<String> NEVER = Set.of("LOC", "0");

  @Override
  public List<String> codes() {
    return List.of(NVLS, GDR);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<Setting> settings = facts.all(Setting.class);
    List<Setting> nvls =
        settings.stream()
            .filter(s ->
                s.name().equals("NCCL_NVLS_ENABLE") && s.value().equals("0")
                    || s.name().equals("NCCL_ALGO") && shutsOut(s.value()))
            .toList();
    List<Signal> none = facts.signals("nvls-zero-channels");
    if (!nvls.isEmpty() && !none.isEmpty()) {
      Setting s = nvls.getFirst();
      out.add(
          Conclusion.warning(NVLS)
              .say(s.name() + "=" + s.value() + " is why there are 0 NVLS channels.")
              .at(s.at())
              .at(none.stream().limit(2).toList()));
    }
    gpuDirect(facts, settings, out);
  }

  private static boolean shutsOut(String value) {
    boolean excludes = value.startsWith("^");
    boolean names = value.toUpperCase(java.util.Locale.ROOT).contains("NVLS");
    return excludes == names;
  }

  private static void gpuDirect(Facts facts, List<Setting> settings, Conclusions out) {
    List<Signal> off = new ArrayList<>(facts.signals("gdr-disabled-gpu"));
    off.addAll(facts.signals("ring-gdr").stream().filter(s -> s.value("gdr").equals("0")).toList());
    for (Setting s : settings) {
      boolean level = s.name().equals("NCCL_NET_GDR_LEVEL") || s.name().equals("NCCL_IB_GDR_LEVEL");
      boolean far =
          level && !NEVER.contains(s.value()) && off.stream().anyMatch(SettingCauses::byDistance);
      if (level && (NEVER.contains(s.value()) || far) && !off.isEmpty()) {
        out.add(
            (far ? Conclusion.warning(GDR) : Conclusion.critical(GDR))
                .say(
                    s.name()
                        + "="
                        + s.value()
                        + (far
                            ? " keeps GPUs that are farther from the NIC from GPUDirect RDMA."
                            : " is why GPUDirect RDMA is not used."))
                .at(s.at())
                .at(off.stream().limit(2).toList()));
        return;
      }
    }
  }

  /** Whether a GPU and its NIC are farther apart than the level that was set allows. */
  private static boolean byDistance(Signal s) {
    return s.value("reason").matches("distance \\d+ > \\d+");
  }
}
