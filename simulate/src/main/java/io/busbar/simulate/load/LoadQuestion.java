package io.busbar.simulate.load;

import io.busbar.simulate.fabric.Fabric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which traffic on which fabric.
 *
 * @param cluster what the fabric is called
 * @param fabric it
 * @param traffic in words
 * @param plain connections without alignment to rails
 * @param aligned the same traffic aligned to rails; the same object where it makes no difference
 * @param routings names: ecmp, destination, adaptive or rail-aligned
 * @param broken what carries nothing
 * @param looked parts of which is said who sends over them
 * @param seed of hashes
 */
public record LoadQuestion(
    String cluster,
    Fabric fabric,
    String traffic,
    Connections plain,
    Connections aligned,
    List<String> routings,
    Parts broken,
    Parts looked,
    long seed) {
  /** Routings that can be asked for. */
  public static final List<String> ROUTINGS =
      List.of("ecmp", "destination", "adaptive", "rail-aligned");

  public LoadQuestion {
    routings = List.copyOf(routings);
  }

  private LinkLoads loads(String routing, Parts what) {
    boolean rail = routing.equals("rail-aligned");
    Connections all = rail ? aligned : plain;
    return LinkLoads.of(
        fabric, all, FabricLoad.routing(rail ? "ecmp" : routing), seed, what, looked);
  }

  /**
   * The answer and the loads behind it.
   *
   * @param loads by routing, with what is broken
   */
  public record Loaded(FabricLoad answer, Map<String, LinkLoads> loads) {
    public Loaded {
      loads = Collections.unmodifiableMap(new LinkedHashMap<>(loads));
    }
  }

  /**
   * Computes.
   *
   * @param step seconds of a training step whose collectives between nodes take so many times as
   *     long; null when there is none
   */
  public Loaded answer(@Nullable DoubleUnaryOperator step) {
    List<FabricLoad.Run> runs = new ArrayList<>();
    Map<String, LinkLoads> loads = new LinkedHashMap<>();
    for (String routing : routings) {
      LinkLoads now = loads(routing, broken);
      LinkLoads whole = broken.any() ? loads(routing, Parts.none(fabric)) : now;
      runs.add(FabricLoad.run(routing, whole, now, broken, looked));
      loads.put(routing, now);
    }
    double slowdown = runs.getFirst().slowdown();
    FabricLoad.Step both = null;
    if (step != null) {
      double slower =
          Double.isFinite(slowdown)
              ? step.applyAsDouble(Math.max(1, slowdown))
              : Double.POSITIVE_INFINITY;
      both = new FabricLoad.Step(step.applyAsDouble(1), slower);
    }
    return new Loaded(
        new FabricLoad(cluster, traffic, fabric.endpoints(), plain.size(), runs, both), loads);
  }
}
