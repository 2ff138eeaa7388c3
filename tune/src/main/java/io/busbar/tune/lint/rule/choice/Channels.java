package io.busbar.tune.lint.rule.choice;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Bounds of channels that cap bandwidth or cost multiprocessors. */
public final class Channels extends Rule {
  /** NVLS takes 16 channels on Hopper; eight NICs and NVLink rings take as many. */
  private static final int ENOUGH = 16;

  public Channels() {
    super("channels");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    long bound = setting.number().value();
    if (setting.number().used() == 0 || bound <= 0) {
      return;
    }
    boolean most = setting.is("NCCL_MAX_NCHANNELS") || setting.is("NCCL_MAX_CTAS");
    boolean least = setting.is("NCCL_MIN_NCHANNELS") || setting.is("NCCL_MIN_CTAS");
    if (most && bound < ENOUGH) {
      out.on(this, Severity.WARNING, setting).removed().add();
    } else if (least && bound > 1) {
      out.on(this, Severity.INFO, setting).variant("least").add();
    }
  }
}
