package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Device lists whose marks stand where they are not read. */
public final class ListSyntax extends Rule {
  public ListSyntax() {
    super("list-syntax");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    boolean list =
        setting.is("NCCL_IB_HCA")
            || setting.is("NCCL_SOCKET_IFNAME")
            || setting.is("NCCL_OOB_NET_IFNAME");
    String value = setting.value().strip();
    if (!list) {
      return;
    }
    String body = value.replaceFirst("^\\^?=?", "");
    if (value.startsWith("=^")) {
      out.on(this, Severity.WARNING, setting).valueBecomes("^=" + value.substring(2)).add();
    } else if (body.contains("^") || body.contains("=")) {
      out.on(this, Severity.WARNING, setting)
          .valueBecomes(
              value.substring(0, value.length() - body.length()) + body.replaceAll("[\\^=]", ""))
          .add();
    } else if (body.contains(" ") || body.contains(";")) {
      out.on(this, Severity.WARNING, setting)
          .valueBecomes(value.replaceAll("\\s*[;,\\s]\\s*", ","))
          .add();
    }
  }
}
