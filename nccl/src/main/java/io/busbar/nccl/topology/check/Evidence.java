package io.busbar.nccl.topology.check;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.ncclxml.Element;
import io.busbar.nccl.topology.GpuDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Evidence of findings as text. Stateless. */
final class Evidence {
  private static final int MOST_SHOWN = 4;

  private Evidence() {}

  /** {@code topo.xml:12: net gdr="0"}. */
  static String of(Element element, String... attributes) {
    StringBuilder out = new StringBuilder(place(element.at())).append(element.name());
    for (String attribute : attributes) {
      if (element.has(attribute)) {
        out.append(' ').append(attribute).append("=\"");
        out.append(element.text(attribute)).append('"');
      }
    }
    return out.toString();
  }

  /** {@code topo.xml:12: expected …}. */
  static String of(Problem warning) {
    return place(warning.at()) + "expected " + warning.expected();
  }

  private static String place(Position at) {
    String file = at.source().substring(at.source().lastIndexOf('/') + 1);
    return file + ":" + at.line() + ": ";
  }

  /** The first of many. */
  static List<String> first(List<String> lines) {
    if (lines.size() <= MOST_SHOWN) {
      return lines;
    }
    List<String> shown = new ArrayList<>(lines.subList(0, MOST_SHOWN));
    shown.add("and " + (lines.size() - MOST_SHOWN) + " more");
    return shown;
  }

  /** {@code GPU0, GPU3}. */
  static String labels(List<GpuDevice> gpus) {
    return gpus.stream().map(GpuDevice::label).collect(Collectors.joining(", "));
  }

  /** {@code 1 GPU}, {@code 3 GPUs}. */
  static String count(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
