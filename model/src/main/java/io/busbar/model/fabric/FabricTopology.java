package io.busbar.model.fabric;

import io.busbar.formats.shape.Names;
import java.util.LinkedHashMap;
import java.util.Map;

/** How NIC ports are spread over switches. */
public enum FabricTopology {
  /** NIC r of every node on leaf r of its leaf group; all rails meet in the spines. */
  RAIL_FAT_TREE,
  /** All NICs of a host on the same leaf. */
  FAT_TREE,
  /** A tree for each rail; rails meet in the nodes only, over their scale-up links. */
  RAIL_ONLY,
  /** Each NIC port split over equal trees (planes), so that a lost switch costs a part of it. */
  MULTI_PLANE,
  /** Groups of leaves and spines, each two groups joined directly. */
  DRAGONFLY_PLUS,
  /** Rails of the trays of large scale-up domains, trays packed onto leaves whatever the rack. */
  NVL_RAIL;

  /** As options and answers write it. */
  public String word() {
    return this == DRAGONFLY_PLUS ? "dragonfly+" : Names.of(this);
  }

  /** The topologies by their words. */
  public static Map<String, FabricTopology> byWord() {
    Map<String, FabricTopology> words = new LinkedHashMap<>();
    for (FabricTopology topology : values()) {
      words.put(topology.word(), topology);
    }
    return words;
  }
}
