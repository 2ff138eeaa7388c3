package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.formats.env.EnvSource.Remark;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;
import java.util.List;
import java.util.regex.Pattern;

/** ib_write_bw taken for a test of GPUDirect. */
public final class HostMemoryTest extends Rule {
  private static final List<String> TESTS =
      List.of("ib_write_bw", "ib_read_bw", "ib_send_bw", "ib_write_lat", "ib_send_lat");
  private static final Pattern GPU =
      Pattern.compile("(?i)\\bGPU|GPUDirect|\\bGDR\\b|nvidia_peermem|NIC-to-GPU");

  public HostMemoryTest() {
    super("host-memory-test");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    boolean test = TESTS.stream().anyMatch(command::runs);
    boolean gpu =
        command.words().stream()
            .anyMatch(w -> w.startsWith("--use_cuda") || w.startsWith("--use_rocm"));
    if (!test || gpu) {
      return;
    }
    boolean index = !command.option("-x", "--gid-index").isEmpty();
    if (GPU.matcher(command.comment() + " " + above(command, context)).find()) {
      out.on(this, Severity.WARNING, command).variant(index ? "index" : "").add();
    } else if (index && context.cluster() != null && context.cluster().infiniband()) {
      out.on(this, Severity.INFO, command).variant("infiniband").add();
    } else if (index) {
      out.on(this, Severity.INFO, command).variant("index").add();
    }
  }

  /** The comment directly above. */
  private static String above(CommandLine command, Context context) {
    int line = command.at().line();
    for (Remark remark : context.source().remarks()) {
      if (remark.at().line() < line && remark.at().line() >= line - 2) {
        return remark.text();
      }
    }
    return "";
  }
}
