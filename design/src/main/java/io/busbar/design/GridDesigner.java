package io.busbar.design;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.design.answer.GridAnswer;
import io.busbar.design.input.Assumption;
import io.busbar.design.input.Assumptions;
import io.busbar.model.fabric.GridDesign;
import io.busbar.model.fabric.GridText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers questions of tori, meshes and HyperX. Stateless. */
public final class GridDesigner {
  private static final String TOPOLOGY = "--topology";
  private static final double USUAL_LINK = 50e9;
  private static final double REFERENCE_RATE = 50e9;

  private GridDesigner() {}

  /** Whether a topology is one of these: a word with sizes behind a colon. */
  public static boolean asked(@Nullable String topology) {
    return topology != null && topology.indexOf(':') > 0;
  }

  /**
   * The design.
   *
   * @throws io.busbar.base.problem.InputException with all that is wrong
   */
  public static GridAnswer design(DesignQuestion question) {
    Problems problems = new Problems();
    refuseOthers(question, problems);
    double link = link(question.uplink(), problems);
    GridDesign grid =
        GridText.read(
            String.valueOf(question.topology()), link, Position.of(TOPOLOGY), "", problems);
    Assumptions prices = Assumptions.standard();
    if (question.prices() != null) {
      prices = prices.with(question.prices(), problems);
    }
    if (grid != null && question.gpus() != null) {
      checkChips(question.gpus(), grid, problems);
    }
    problems.throwIfAny();
    if (grid == null) {
      throw new IllegalStateException("a grid without problems");
    }
    return answer(grid, question.uplink() == null, prices);
  }

  private static double link(@Nullable String text, Problems problems) {
    if (text == null) {
      return USUAL_LINK;
    }
    try {
      double rate = Bandwidth.parse(text).bytesPerSecond();
      if (rate > 0) {
        return rate;
      }
      problems.add(Position.of("--uplink"), "", text, "a rate above 0", "");
    } catch (QuantityFormatException e) {
      problems.add(Position.of("--uplink"), "", text, e.expected(), e.hint());
    }
    return USUAL_LINK;
  }

  private static void checkChips(String gpus, GridDesign grid, Problems problems) {
    String plain = gpus.replace(",", "").replace("_", "");
    if (!plain.equals(Long.toString(grid.routers()))) {
      String expected = grid.routers() + ", the chips of " + grid.sizes();
      problems.add(Position.of("--gpus"), "", gpus, expected, "leave it out, or change the sizes");
    }
  }

  /** Options of trees say nothing of grids. */
  private static void refuseOthers(DesignQuestion q, Problems problems) {
    Map<String, @Nullable Object> others = new LinkedHashMap<>();
    others.put("--budget", q.budget());
    others.put("--node", q.node());
    others.put("--plan", q.plan());
    others.put("--network", q.network());
    others.put("--switch", q.switchName());
    others.put("--spine-switch", q.spineSwitch());
    others.put("--oversubscription", q.oversubscription());
    others.put("--spine-oversubscription", q.spineOversubscription());
    others.put("--planes", q.planes());
    others.put("--nodes-per-leaf", q.nodesPerLeaf());
    others.put("--nodes-per-pod", q.nodesPerPod());
    others.put("--spares", q.spares());
    others.put("--growth", q.growth());
    others.put("--compare", q.compare().isEmpty() ? null : q.compare());
    others.put("--claim", q.claims().isEmpty() ? null : q.claims());
    others.forEach((option, value) -> {
      if (value != null) {
        String expected = "nothing beside --topology " + q.topology();
        String hint = "routers of a grid are in the chips: there are no switches to choose";
        problems.add(Position.of(option), "", String.valueOf(value), expected, hint);
      }
    });
  }

  private static GridAnswer answer(GridDesign grid, boolean linkAssumed, Assumptions prices) {
    boolean blocks = grid.block() > 0;
    List<Assumption> used =
        blocks
            ? List.of(prices.get("copper_usd"), prices.get("cable_usd_per_400g_roce"))
            : List.of();
    List<String> assumed = new ArrayList<>();
    if (linkAssumed) {
      assumed.add("links of 400 Gb/s each way, as TPU v4's; say --uplink for others");
    }
    if (blocks) {
      assumed.add(
          "optical switches are not priced: no public price was read; Google puts them and"
              + " their optics below 5 % of the system (Jouppi et al., ISCA 2023)");
    }
    return new GridAnswer(
        grid.shape().word(),
        grid.sizes(),
        grid.routers(),
        grid.linkBytesPerSecond(),
        grid.ports(),
        grid.links(),
        blocks ? grid.electricalLinks() : null,
        blocks ? optics(grid) : null,
        grid.bisectionLinks(),
        grid.bisectionBytesPerSecond(),
        grid.diameter(),
        grid.meanDistance(),
        grid.allReduceBusBytesPerSecond(),
        grid.allToAllBytesPerSecond(),
        blocks ? money(grid, used) : null,
        used,
        assumed);
  }

  private static GridAnswer.Optics optics(GridDesign grid) {
    return new GridAnswer.Optics(
        grid.block(),
        grid.blocks(),
        grid.opticalLinks(),
        grid.opticalFibres(),
        grid.opticalSwitches(),
        GridDesign.OPTICAL_PORTS);
  }

  /** A link through an optical switch has the two ends of an optical cable, by its rate. */
  private static GridAnswer.Money money(GridDesign grid, List<Assumption> used) {
    Assumption copper = used.get(0);
    Assumption optical = used.get(1);
    double wide = grid.opticalLinks() * grid.linkBytesPerSecond() / REFERENCE_RATE;
    double short_ = grid.electricalLinks();
    return new GridAnswer.Money(
        short_ * copper.low() + wide * optical.low(),
        short_ * copper.likely() + wide * optical.likely(),
        short_ * copper.high() + wide * optical.high());
  }
}
