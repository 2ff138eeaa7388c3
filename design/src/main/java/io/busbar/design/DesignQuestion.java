package io.busbar.design;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user asks, in the words of the command line; null for what was not said.
 *
 * @param gpus how many GPUs
 * @param budget money for all that is bought
 * @param node a node of the catalogue
 * @param plan a plan file
 * @param network {@code ib} or {@code roce}
 * @param switchName of the leaves
 * @param spineSwitch of spines and cores
 * @param topology by its word
 * @param oversubscription of the leaves
 * @param spineOversubscription of the spines
 * @param planes equal trees
 * @param uplink rate of a link between switches
 * @param nodesPerLeaf most nodes below the same leaves
 * @param nodesPerPod nodes below one spine layer
 * @param spares free ports of each leaf
 * @param growth GPUs to lay out for
 * @param prices a file of assumptions
 * @param compare families to decide between; empty for none
 * @param claims figures of a quote or sheet to check
 * @param seed of all draws
 * @param draws how many
 */
public record DesignQuestion(
    @Nullable String gpus,
    @Nullable String budget,
    @Nullable String node,
    @Nullable Path plan,
    @Nullable String network,
    @Nullable String switchName,
    @Nullable String spineSwitch,
    @Nullable String topology,
    @Nullable String oversubscription,
    @Nullable String spineOversubscription,
    @Nullable String planes,
    @Nullable String uplink,
    @Nullable String nodesPerLeaf,
    @Nullable String nodesPerPod,
    @Nullable String spares,
    @Nullable String growth,
    @Nullable Path prices,
    List<String> compare,
    List<String> claims,
    long seed,
    String draws) {
  public DesignQuestion {
    compare = List.copyOf(compare);
    claims = List.copyOf(claims);
  }
}
