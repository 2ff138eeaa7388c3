package io.busbar.design.place;

import io.busbar.formats.hosts.HostList;
import io.busbar.formats.hosts.NameOrder;
import io.busbar.model.cluster.Cluster;
import java.util.List;

/** A placement in the words of launchers and schedulers. Stateless. */
public final class Emitted {

  /** Whose words. */
  public enum Launcher {
    /** Open MPI's host file: ranks fill its hosts in turn. */
    HOSTFILE,
    /** Open MPI's rank file. */
    RANKFILE,
    /** Options of sbatch, and the order as a host file of {@code srun --distribution=arbitrary}. */
    SLURM
  }

  private Emitted() {}

  /**
   * @param cluster whose nodes they are
   */
  public static String of(Launcher launcher, PlaceAnswer answer, Cluster cluster) {
    List<String> order = answer.placed().order();
    int gpus = cluster.node().gpus();
    return switch (launcher) {
      case HOSTFILE -> hostFile(order, gpus);
      case RANKFILE -> rankFile(order, gpus);
      case SLURM -> slurm(answer, gpus);
    };
  }

  private static String hostFile(List<String> order, int gpus) {
    StringBuilder out = new StringBuilder();
    order.forEach(node -> out.append(node).append(" slots=").append(gpus).append('\n'));
    return out.toString();
  }

  private static String rankFile(List<String> order, int gpus) {
    StringBuilder out = new StringBuilder();
    for (int rank = 0; rank < order.size() * gpus; rank++) {
      out.append("rank ").append(rank).append('=').append(order.get(rank / gpus));
      out.append(" slot=").append(rank % gpus).append('\n');
    }
    return out.toString();
  }

  /**
   * SLURM ignores the order of a node list, so the order goes through SLURM_HOSTFILE; switches and
   * segment are what lets the scheduler find nodes as good when these are gone.
   */
  private static String slurm(PlaceAnswer answer, int gpus) {
    List<String> order = answer.placed().order();
    List<String> sorted = order.stream().sorted(NameOrder.NAMES).toList();
    StringBuilder out = new StringBuilder();
    out.append("#SBATCH --nodes=").append(order.size()).append('\n');
    out.append("#SBATCH --ntasks-per-node=").append(gpus).append('\n');
    out.append("#SBATCH --nodelist=").append(HostList.compress(sorted)).append('\n');
    out.append("# Without the list, with topology/tree: at most this many leaf switches.\n");
    out.append("##SBATCH --switches=").append(answer.placed().leafGroups()).append('\n');
    if (answer.segment() > 1) {
      out.append("# Without the list, with topology/block: runs of nodes that stay together.\n");
      out.append("##SBATCH --segment=").append(answer.segment()).append('\n');
    }
    out.append("# The order of the ranks: one line for each task.\n");
    out.append("cat > ranks.txt <<'END'\n");
    for (String node : order) {
      out.append((node + "\n").repeat(gpus));
    }
    out.append("END\nexport SLURM_HOSTFILE=$PWD/ranks.txt\n");
    out.append("srun --distribution=arbitrary --ntasks=").append(order.size() * gpus);
    return out.append(" \"$@\"\n").toString();
  }
}
