package io.busbar.tune.tuner;

import io.busbar.nccl.version.NcclVersion;
import java.util.List;
import java.util.Locale;

/** The file as text: what to know in comments, then the rows. Stateless. */
public final class TunerText {
  /** The first release whose example plugin is known to read this form. */
  public static final NcclVersion FIRST = NcclVersion.of(2, 27, 7);

  private TunerText() {}

  /**
   * @param cluster as the user named it
   */
  public static String of(TunerTable.Made made, String cluster, NcclVersion version) {
    StringBuilder text = new StringBuilder();
    for (String line : header(cluster, version)) {
      text.append("# ").append(line).append('\n');
    }
    for (TunerTable.Gain g : made.gains()) {
      text.append("# predicted: ")
          .append(g.group().replace('\n', ' '))
          .append(", ")
          .append(g.collective())
          .append(" of ")
          .append(g.sizeBytes())
          .append(String.format(Locale.ROOT, " B: %.1f us instead of ", g.chosenUs()))
          .append(String.format(Locale.ROOT, "%.1f us", g.ncclUs()))
          .append('\n');
    }
    if (made.gains().isEmpty()) {
      text.append("# predicted: nowhere faster than NCCL's own choice; better not used\n");
    }
    made.rows().forEach(row -> text.append(row.line()).append('\n'));
    return text.toString();
  }

  private static List<String> header(String cluster, NcclVersion version) {
    return List.of(
        "Choices for NCCL "
            + version
            + " on "
            + cluster.replace('\n', ' ')
            + ", predicted by busbar.",
        "Read by NCCL's example tuner plugin (ext-tuner/example, later plugins/tuner/example):",
        "NCCL_TUNER_PLUGIN=/path/libnccl-tuner-example.so NCCL_TUNER_CONFIG_FILE=/path/this-file",
        "collective,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks; -1 is any",
        "The first matching line counts. Bytes: the larger of what a call sends and receives.",
        "Trap 1: the plugin sets one channel before it looks for a line, and any number above 0",
        "  replaces NCCL's own. A line with channels = -1, and every call without a line, runs on",
        "  ONE channel. So all lines here have a number, and the last lines match any"
            + " communicator.",
        "  Or start nChannels with 0 in the plugin's source.",
        "Trap 2: since 2.28.9 the plugin's init also lowers three constants (Blackwell on four",
        "  nodes: tree 15 GB/s, ring LL128 20 GB/s, NVLS latency 24 us) as a demonstration.",
        "  Delete those lines before production.",
        "NCCL_ALGO and NCCL_PROTO still filter first: leave them unset.",
        "Check: NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,TUNING, and nccl-tests with and without"
            + " it.");
  }
}
