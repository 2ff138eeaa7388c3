package io.busbar.design.input;

import io.busbar.base.quantity.Money;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.plan.input.PlanFile;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A question after reading. Immutable.
 *
 * @param requests what to size, by family; the first is the design itself
 * @param budget null when none was given; then the nodes of the requests stand
 * @param plan null when none was given
 * @param assumptions the figures to use
 * @param claims figures of a quote by the answer's keys
 * @param assumed what was filled in, in words
 * @param seed of all draws
 * @param draws how many
 * @param compares whether a decision was asked for
 */
public record DesignInputs(
    Map<Family, FabricRequest> requests,
    @Nullable Money budget,
    @Nullable PlanFile plan,
    Assumptions assumptions,
    Map<String, Long> claims,
    List<String> assumed,
    long seed,
    int draws,
    boolean compares) {}
