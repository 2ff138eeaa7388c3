package io.busbar.tune.lint.rule.choice;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Choice;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Numbers;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import io.busbar.tune.lint.rule.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Settings that shut out what others of the same process ask for. */
public final class Contradiction extends Rule {
  private static final List<String> SHARP_WANTED =
      List.of("NCCL_SHARP_ENABLE", "NCCL_SHARP_GROUP_SIZE_THRESH", "NCCL_SHARP_MAX_COMMS");

  public Contradiction() {
    super("contradiction");
  }

  @Override
  public void together(Settings settings, Context context, Hits out) {
    settings.get("NCCL_ALGO").ifPresent(algo -> algorithm(algo, settings, context, out));
    if (settings.has("NCCL_IB_DISABLE", 1)) {
      settings
          .get("NCCL_NET")
          .filter(net -> net.value().equalsIgnoreCase("IB"))
          .ifPresent(net -> report(net, "NCCL_IB_DISABLE=1", "the InfiniBand transport", out));
    }
    if (settings.has("NCCL_CUMEM_ENABLE", 0)) {
      withoutCuMem("NCCL_MNNVL_ENABLE", "multi-node NVLink", settings, out);
      if (context.atLeast(18)) {
        withoutCuMem("NCCL_NVLS_ENABLE", "NVLS", settings, out);
      }
    }
    for (String kind : List.of("NCHANNELS", "CTAS")) {
      bounds(settings, kind, out);
    }
  }

  private void withoutCuMem(String name, String lost, Settings settings, Hits out) {
    settings
        .get(name)
        .filter(s -> s.is(name, 1))
        .ifPresent(s -> report(s, "NCCL_CUMEM_ENABLE=0", lost, out));
  }

  private void algorithm(Setting algo, Settings settings, Context context, Hits out) {
    Choice choice = Choice.of(Numbers.bare(algo));
    List<String> wanted = new ArrayList<>();
    boolean forces = choice.forces();
    boolean nvls = forces ? !choice.nvls() : choice.excluding() && choice.nvls();
    if (nvls && settings.has("NCCL_NVLS_ENABLE", 1) && context.atLeast(17)) {
      wanted.add("NVLS (NCCL_NVLS_ENABLE=1)");
    }
    boolean collnet = forces && !choice.collnet() && !choice.nvls();
    if (collnet || (choice.excluding() && choice.collnet())) {
      sharp(settings).ifPresent(s -> wanted.add("SHARP (" + s.name() + "=" + s.value() + ")"));
    }
    if (!wanted.isEmpty()) {
      report(algo, String.join(" and ", wanted), "", out);
    }
    if (forces && choice.nvls() && settings.has("NCCL_NVLS_ENABLE", 0)) {
      report(algo, "NCCL_NVLS_ENABLE=0", "NVLS", out);
    }
    if (forces && choice.collnet() && settings.has("NCCL_COLLNET_ENABLE", 0)) {
      report(algo, "NCCL_COLLNET_ENABLE=0", "CollNet", out);
    }
  }

  private static Optional<Setting> sharp(Settings settings) {
    if (settings.has("NCCL_COLLNET_ENABLE", 1)) {
      return settings.get("NCCL_COLLNET_ENABLE");
    }
    return settings.effective().values().stream()
        .filter(s -> SHARP_WANTED.contains(s.name()) || s.name().startsWith("SHARP_COLL_"))
        .filter(Setting::known)
        .findFirst();
  }

  private void bounds(Settings settings, String kind, Hits out) {
    Optional<Setting> least = settings.get("NCCL_MIN_" + kind);
    Optional<Setting> most = settings.get("NCCL_MAX_" + kind);
    if (least.isPresent()
        && most.isPresent()
        && most.get().number().used() > 0
        && least.get().number().value() > most.get().number().value()) {
      report(
          least.get(), most.get().name() + "=" + most.get().value(), "a lower bound above it", out);
    }
  }

  /** Without {@code lost} the setting itself is what shuts {@code other} out. */
  private void report(Setting setting, String other, String lost, Hits out) {
    boolean excludes = lost.isEmpty();
    Hits.Hit hit =
        out.on(this, excludes ? Severity.CRITICAL : Severity.WARNING, setting)
            .variant(excludes ? "excludes" : "")
            .with("other", other)
            .with("lost", lost);
    (excludes ? hit.removed() : hit).add();
  }
}
