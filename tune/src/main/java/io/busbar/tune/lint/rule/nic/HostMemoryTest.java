package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.formats.env.EnvSource.Remark;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.Set;
import java.util.regex.Pattern;

/** ib_write_bw taken for a test of GPUDirect. */
public final class HostMemoryTest extends Rule {
  private static final Set<String> TESTS =
      Set.of("ib_write_bw", "ib_read_bw", "ib_send_bw", "ib_write_lat", "ib_send_lat");
  private static final Pattern GPU =
      Pattern.compile("(?i)\\bGPU|GPUDirect|\\bGDR\\b|nvidia_peermem|NIC-to-GPU");

  public HostMemoryTest() {
    super("host-memory-test");
  }

  @Override
  public Set<String> programs() {
    return TESTS;
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    boolean gpu =
        command.words().stream()
            .anyMatch(w -> w.startsWith("--use_cuda") || w.startsWith("--use_rocm"));
    if (gpu) {
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
