package io.busbar.design;

import io.busbar.base.problem.Problems;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.design.answer.CostAnswer;
import io.busbar.design.answer.DecisionAnswer;
import io.busbar.design.answer.JobAnswer;
import io.busbar.design.cost.BudgetSearch;
import io.busbar.design.cost.Candidate;
import io.busbar.design.cost.Comparison;
import io.busbar.design.cost.Delivery;
import io.busbar.design.cost.Pricing;
import io.busbar.design.cost.Quantities;
import io.busbar.design.input.Assumptions;
import io.busbar.design.input.DesignInputs;
import io.busbar.design.input.Family;
import io.busbar.design.job.JobStudy;
import io.busbar.design.site.SitePlan;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.Larger;
import io.busbar.model.fabric.Refusals;
import io.busbar.model.fabric.Sizer;
import io.busbar.plan.step.TimeModels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The designs of a question by family, with what a job gets from them and what they cost. Made once
 * per question; not thread-safe.
 */
final class Studied {
  private final DesignInputs inputs;
  private final Assumptions assumed;
  private final Map<Family, FabricDesign> designs = new LinkedHashMap<>();
  private final Map<Family, BudgetSearch> budgets = new LinkedHashMap<>();
  private final Map<Family, Integer> bought = new LinkedHashMap<>();
  private final Map<Family, Candidate> candidates = new LinkedHashMap<>();
  private final @Nullable JobStudy job;

  /**
   * Sizes and prices.
   *
   * @throws io.busbar.base.problem.InputException with all that cannot be built or paid
   */
  Studied(DesignInputs inputs, TimeModels times) {
    this.inputs = inputs;
    this.assumed = inputs.assumptions();
    Problems problems = new Problems();
    Map<Family, FabricRequest> requests = paid(problems);
    requests.forEach((family, request) -> {
      FabricDesign design = Sizer.size(request, problems);
      if (design != null) {
        designs.put(family, design);
      }
    });
    problems.throwIfAny();
    if (inputs.plan() != null) {
      JobStudy.check(inputs.plan(), design(), problems);
    }
    problems.throwIfAny();
    job = inputs.plan() == null ? null : new JobStudy(inputs.plan(), times);
    designs.forEach((family, design) -> candidates.put(family, candidate(design)));
  }

  /** The requests with as many nodes as a budget pays; the design's own family decides. */
  private Map<Family, FabricRequest> paid(Problems problems) {
    if (inputs.budget() == null) {
      return inputs.requests();
    }
    inputs
        .requests()
        .forEach((family, request) -> {
          BudgetSearch search = new BudgetSearch(request, assumed, inputs.budget());
          budgets.put(family, search);
          bought.put(family, search.nodes(problems));
        });
    problems.throwIfAny();
    int nodes = bought.values().iterator().next();
    Map<Family, FabricRequest> paid = new LinkedHashMap<>();
    inputs
        .requests()
        .forEach((family, request) -> paid.put(family, request.withNodes(nodes, nodes)));
    return paid;
  }

  private Candidate candidate(FabricDesign design) {
    Delivery delivery =
        job == null
            ? Delivery.assumed(Family.of(design.request().switchType()))
            : job.delivery(design);
    Quantities quantities = Quantities.of(design, SitePlan.of(design, assumed), assumed);
    return new Candidate(design, quantities, delivery, assumed.likely("nic_usd_ib"));
  }

  FabricDesign design() {
    return designs.values().iterator().next();
  }

  SitePlan site() {
    return SitePlan.of(design(), assumed);
  }

  @Nullable JobAnswer job() {
    return job == null ? null : job.answer(design());
  }

  CostAnswer cost() {
    Candidate own = candidates.values().iterator().next();
    Map.Entry<Family, BudgetSearch> search =
        budgets.isEmpty() ? null : budgets.entrySet().iterator().next();
    int nodes = search == null ? 0 : bought.getOrDefault(search.getKey(), 0);
    return Pricing.of(
        own, assumed, search == null ? null : search.getValue().answer(nodes), inputs.compares());
  }

  @Nullable DecisionAnswer decision() {
    Candidate ib = candidates.get(Family.IB);
    Candidate roce = candidates.get(Family.ROCE);
    return !inputs.compares() || ib == null || roce == null
        ? null
        : Comparison.of(ib, roce, assumed, inputs.seed(), inputs.draws());
  }

  /** What the user should know of claims, divisibility and budgets. */
  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>(Claims.check(inputs.claims(), design()));
    Finding divisibility = Divisibility.finding(design());
    if (divisibility != null) {
      findings.add(divisibility);
    }
    if (bought.size() > 1) {
      List<String> each = new ArrayList<>();
      int perNode = design().request().node().gpus();
      bought.forEach((family, nodes) ->
          each.add(String.format(Locale.ROOT, "%s %,d GPUs", family.title(), nodes * perNode)));
      findings.add(
          new Finding(
              "budget-by-family",
              Severity.INFO,
              "the budget buys " + String.join(", ", each),
              "both are compared at the number of the first",
              List.of(),
              List.of()));
    }
    FabricRequest more = design().request().withNodes(design().request().nodes() + 1, 0);
    if (!bought.isEmpty() && Sizer.size(more, Refusals.SILENT) == null) {
      String larger = Larger.hint(more);
      findings.add(
          new Finding(
              "ports-before-money",
              Severity.INFO,
              "the ports of these switches end before the money",
              "this topology joins no more nodes with them",
              List.of(),
              List.of(larger.isEmpty() ? "oversubscribe the leaves" : larger)));
    }
    return findings;
  }
}
