package io.busbar.tune.lint.rule.training;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.PythonCall;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;

/** Arguments of DDP that cost overlap. */
public final class DdpArguments extends Rule {
  public DdpArguments() {
    super("ddp-arguments");
  }

  @Override
  public void call(PythonCall call, Context context, Hits out) {
    if (!call.function().equals("DDP") && !call.function().equals("DistributedDataParallel")) {
      return;
    }
    String bucket = call.arguments().getOrDefault("bucket_cap_mb", "");
    if (bucket.matches("\\d{1,6}(\\.\\d*)?")) {
      double megabytes = Double.parseDouble(bucket);
      if (megabytes < 5 || megabytes > 500) {
        out.on(this, Severity.WARNING, call.at(), "bucket_cap_mb=" + bucket)
            .variant(megabytes < 5 ? "small" : "large")
            .add();
      }
    }
    if (call.arguments().getOrDefault("find_unused_parameters", "").equals("True")) {
      boolean both = call.arguments().getOrDefault("static_graph", "").equals("True");
      out.on(
              this,
              both ? Severity.WARNING : Severity.INFO,
              call.at(),
              "find_unused_parameters=True")
          .variant("unused")
          .add();
    }
  }
}
