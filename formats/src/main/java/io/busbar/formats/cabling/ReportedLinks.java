package io.busbar.formats.cabling;

import io.busbar.formats.fabric.DumpRemark;
import java.util.ArrayList;
import java.util.List;

/**
 * What one file tells, while it is read. Not thread-safe.
 *
 * <p>Limits: {@value #MAX_CABLES} cables and rates; what is beyond is counted and told.
 */
final class ReportedLinks {
  static final int MAX_CABLES = 1 << 20;
  private static final int MAX_REMARKS = 1000;

  /** A port and its rate, from a list of ports. */
  record PortRate(String system, String port, String alias, double gigabits) {}

  private final String source;
  private final String tool;
  private final List<ReportedCable> cables = new ArrayList<>();
  private final List<PortRate> rates = new ArrayList<>();
  private final List<DumpRemark> remarks = new ArrayList<>();
  private boolean guessed;
  private boolean counted = true;
  private int remarkCount;
  private boolean cut;

  /**
   * @param source the file as the user named it
   * @param tool whose output or list it is
   */
  ReportedLinks(String source, String tool) {
    this.source = source;
    this.tool = tool;
  }

  void cable(ReportedCable cable) {
    if (cables.size() >= MAX_CABLES) {
      cutAt(cable.line());
      return;
    }
    cables.add(cable);
  }

  void rate(PortRate rate) {
    if (rates.size() < MAX_CABLES) {
      rates.add(rate);
    }
  }

  private void cutAt(int line) {
    if (!cut) {
      remark("cut-dump", line, "more cables than any fabric has; the rest is left out");
    }
    cut = true;
  }

  void remark(String code, int line, String text) {
    remarkCount++;
    if (remarks.size() < MAX_REMARKS) {
      remarks.add(new DumpRemark(code, source, line, text));
    }
  }

  /** The name of the system is that of the file: the tool does not tell it. */
  void guessed() {
    guessed = true;
  }

  /** It tells who is below whom, not each cable. */
  void uncounted() {
    counted = false;
  }

  String source() {
    return source;
  }

  String tool() {
    return tool;
  }

  List<ReportedCable> cables() {
    return cables;
  }

  List<PortRate> rates() {
    return rates;
  }

  List<DumpRemark> remarks() {
    return remarks;
  }

  int remarkCount() {
    return remarkCount;
  }

  boolean isGuessed() {
    return guessed;
  }

  boolean isCounted() {
    return counted;
  }
}
