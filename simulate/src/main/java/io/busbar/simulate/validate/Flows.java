package io.busbar.simulate.validate;

import io.busbar.base.quantity.DataSize;
import io.busbar.simulate.traffic.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Messages as the table writes them: {@code flows=1-15>0} (ranges of senders), {@code 0>13,13>0},
 * {@code 8>1:2MB} (a size of its own); {@code permutation}, {@code shift:16} (each to the host so
 * many further on), {@code all-to-all}; or {@code to=3,2,4,…} for host 0, 1, 2, ….
 */
final class Flows {
  private final Setting setting;
  private final int hosts;
  private final long bytes;

  Flows(Setting setting, int hosts) {
    this.setting = setting;
    this.hosts = hosts;
    bytes = setting.bytes("bytes", "1MB");
  }

  Traffic traffic() {
    String to = setting.find("to");
    if (to != null) {
      return Traffic.to(Arrays.stream(to.split(",")).mapToInt(Integer::parseInt).toArray(), bytes);
    }
    String flows = setting.text("flows", "permutation");
    if (flows.equals("permutation")) {
      return Traffic.permutation(hosts, bytes, setting.number("seed", 1));
    }
    if (flows.equals("all-to-all")) {
      return Traffic.allToAll(hosts, bytes);
    }
    if (flows.startsWith("shift:")) {
      int by = Integer.parseInt(flows.substring("shift:".length()));
      int[] dst = new int[hosts];
      Arrays.setAll(dst, host -> (host + by) % hosts);
      return Traffic.to(dst, bytes);
    }
    List<long[]> messages = new ArrayList<>();
    for (String flow : flows.split(",", -1)) {
      add(flow, messages);
    }
    return new Traffic(
        messages.stream().mapToInt(m -> (int) m[0]).toArray(),
        messages.stream().mapToInt(m -> (int) m[1]).toArray(),
        messages.stream().mapToLong(m -> m[2]).toArray());
  }

  private void add(String flow, List<long[]> messages) {
    int arrow = flow.indexOf('>');
    int colon = flow.indexOf(':');
    if (arrow < 1) {
      throw setting.wrong(flow);
    }
    String from = flow.substring(0, arrow);
    int dash = from.indexOf('-');
    int first = Integer.parseInt(dash < 0 ? from : from.substring(0, dash));
    int last = Integer.parseInt(dash < 0 ? from : from.substring(dash + 1));
    int to = Integer.parseInt(flow.substring(arrow + 1, colon < 0 ? flow.length() : colon));
    long size = colon < 0 ? bytes : DataSize.parse(flow.substring(colon + 1)).bytes();
    for (int source = first; source <= last; source++) {
      messages.add(new long[] {source, to, size});
    }
  }
}
