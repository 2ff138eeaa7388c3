package io.busbar.design;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.design.input.Assumptions;
import io.busbar.design.input.DesignInputs;
import io.busbar.design.input.Family;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.UsualFabric;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.FabricRequest.Blocks;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.Ratio;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.SwitchType;
import io.busbar.plan.input.PlanFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a question; every problem is reported at once. Used once. */
final class QuestionReader {
  private static final int MOST_GPUS = 1 << 24;
  private static final int MOST_NODES = 1_000_000;
  private static final int MOST_DRAWS = 100_000;
  private static final int MOST_PLANES = 64;

  private final DesignQuestion question;
  private final Problems problems = new Problems();
  private final List<String> assumed = new ArrayList<>();

  QuestionReader(DesignQuestion question) {
    this.question = question;
  }

  /**
   * @throws InputException with every problem
   */
  DesignInputs read() {
    PlanFile plan = plan();
    NodeType node = node(plan);
    Money budget = budget();
    Long gpus = gpus(plan, budget);
    Long growth = whole("--growth", question.growth(), MOST_GPUS);
    FabricTopology topology = topology(node);
    Ratio over = ratio("--oversubscription", question.oversubscription());
    Ratio spineOver = ratio("--spine-oversubscription", question.spineOversubscription());
    Integer planes = count("--planes", question.planes(), 1, MOST_PLANES);
    double uplink = uplink();
    Blocks blocks =
        new Blocks(
            or(count("--nodes-per-leaf", question.nodesPerLeaf(), 1, MOST_NODES), 0),
            or(count("--nodes-per-pod", question.nodesPerPod(), 1, MOST_NODES), 0),
            or(count("--spares", question.spares(), 0, MOST_NODES), 0),
            0);
    Integer draws = count("--draws", question.draws(), 100, MOST_DRAWS);
    List<Family> compare = compare();
    Map<Family, SwitchType> switches = switches(node, compare);
    SwitchType upper = switchType("--spine-switch", question.spineSwitch());
    checkUpper(upper, switches);
    Map<String, Long> claims = claims();
    Assumptions assumptions = assumptions();
    if (plan != null && node != null && !plan.cluster().node().name().equals(node.name())) {
      String own = plan.cluster().node().name();
      add("--node", node.name(), "the node of the plan, " + own, "nodes of one kind are priced");
    }
    if (gpus != null && growth != null && growth < gpus) {
      add("--growth", growth.toString(), "at least the GPUs of today, " + gpus, "");
    }
    problems.throwIfAny();
    if (node == null || over == null || spineOver == null || draws == null || topology == null) {
      throw new IllegalStateException("a question without a problem was not read");
    }
    int nodes = nodes(gpus == null ? node.gpus() : gpus, node);
    int grown = growth == null ? nodes : nodes(growth, node);
    Map<Family, FabricRequest> requests = new LinkedHashMap<>();
    switches.forEach((family, type) ->
        requests.put(
            family,
            new FabricRequest(
                node,
                nodes,
                Math.max(nodes, grown),
                type,
                upper != null && Family.of(upper) == family ? upper : type,
                topology,
                planes != null ? planes : planes(topology, node, type),
                uplink,
                0,
                blocks,
                over,
                spineOver)));
    return new DesignInputs(
        requests,
        budget,
        plan,
        assumptions,
        claims,
        assumed,
        question.seed(),
        draws,
        !compare.isEmpty());
  }

  private static int or(@Nullable Integer value, int otherwise) {
    return value == null ? otherwise : value;
  }

  private @Nullable PlanFile plan() {
    try {
      return question.plan() == null ? null : PlanFile.load(question.plan(), Map.of());
    } catch (InputException e) {
      e.problems().forEach(problems::add);
      return null;
    }
  }

  private @Nullable NodeType node(@Nullable PlanFile plan) {
    if (question.node() != null) {
      return Catalog.standard().node(question.node(), Position.of("--node"), problems);
    }
    if (plan != null) {
      assumed.add("nodes as in the plan: " + plan.cluster().node().name());
      return plan.cluster().node();
    }
    if (question.plan() == null) {
      add("--node", "", "the node that is joined, such as dgx-h100", "or a plan with --plan");
    }
    return null;
  }

  private @Nullable Money budget() {
    if (question.budget() == null) {
      return null;
    }
    String text = question.budget().strip();
    try {
      Money money = Money.parse(text.startsWith("$") || text.endsWith("USD") ? text : "$" + text);
      if (money.microDollars() > 0) {
        return money;
      }
      add("--budget", text, "money above 0 such as 500M", "");
    } catch (QuantityFormatException e) {
      add("--budget", text, "an amount of money such as 500M or $2.5M", e.hint());
    }
    return null;
  }

  private @Nullable Long gpus(@Nullable PlanFile plan, @Nullable Money budget) {
    if (question.gpus() != null) {
      String money = question.budget();
      if (budget != null && money != null) {
        String hint = "without --gpus the largest cluster that the money buys is sought";
        add("--budget", money, "either --gpus or --budget", hint);
      }
      return whole("--gpus", question.gpus(), MOST_GPUS);
    }
    if (budget == null && question.budget() == null) {
      if (plan != null) {
        assumed.add("as many GPUs as the plan has: " + plan.cluster().gpus());
        return (long) plan.cluster().gpus();
      }
      if (question.plan() == null) {
        add("--gpus", "", "how many GPUs, such as 10000", "or money with --budget 500M");
      }
    }
    return null;
  }

  private int nodes(long gpus, NodeType node) {
    int nodes = (int) Math.ceilDiv(gpus, node.gpus());
    if ((long) nodes * node.gpus() != gpus) {
      assumed.add(gpus + " GPUs are rounded up to whole nodes: " + (long) nodes * node.gpus());
    }
    return nodes;
  }

  private @Nullable FabricTopology topology(@Nullable NodeType node) {
    String word = question.topology();
    if (word == null) {
      FabricTopology usual =
          node == null ? FabricTopology.RAIL_FAT_TREE : UsualFabric.topology(node);
      assumed.add("topology " + usual.word());
      return usual;
    }
    Map<String, FabricTopology> words = FabricTopology.byWord();
    FabricTopology topology = words.get(word);
    if (topology == null) {
      String expected = "one of " + String.join(", ", words.keySet());
      add("--topology", word, expected, Nearest.hint(word, words.keySet()));
    }
    return topology;
  }

  private @Nullable Ratio ratio(String option, @Nullable String text) {
    if (text == null) {
      return Ratio.ONE;
    }
    Ratio ratio = Ratio.parse(text);
    if (ratio == null) {
      String hint = "bandwidth from below : bandwidth upwards";
      add(option, text, "an oversubscription from 1:1 such as 2:1", hint);
    }
    return ratio;
  }

  private double uplink() {
    if (question.uplink() == null) {
      return 0;
    }
    try {
      double rate = Bandwidth.parse(question.uplink()).bytesPerSecond();
      if (rate > 0) {
        return rate;
      }
      add("--uplink", question.uplink(), "a rate above 0", "");
    } catch (QuantityFormatException e) {
      add("--uplink", question.uplink(), e.expected(), e.hint());
    }
    return 0;
  }

  private List<Family> compare() {
    List<Family> families = new ArrayList<>();
    for (String word : question.compare()) {
      Family family = family("--compare", word);
      if (family != null && !families.contains(family)) {
        families.add(family);
      }
    }
    if (families.size() == 1 && question.compare().size() == 1) {
      add("--compare", question.compare().getFirst(), "both families: ib,roce", "");
    }
    return families;
  }

  private @Nullable Family family(String option, String word) {
    Map<String, Family> words = Family.byWord();
    Family family = words.get(word.equals("infiniband") ? "ib" : word);
    if (family == null) {
      add(option, word, "ib or roce", Nearest.hint(word, words.keySet()));
    }
    return family;
  }

  /** A switch for each family that is asked about, the design's own first. */
  private Map<Family, SwitchType> switches(@Nullable NodeType node, List<Family> compare) {
    SwitchType given = switchType("--switch", question.switchName());
    Family wanted = question.network() == null ? null : family("--network", question.network());
    if (given != null && given.network() == null) {
      add("--switch", given.name(), "a network switch", "this one joins GPUs inside a node");
      return Map.of();
    }
    if (given != null && wanted != null && Family.of(given) != wanted) {
      add("--network", wanted.word(), Family.of(given).word() + ", as --switch speaks", "");
    }
    if (node == null || (question.switchName() != null && given == null)) {
      return Map.of();
    }
    Family spoken = Family.of(node.network());
    Family own = given != null ? Family.of(given) : wanted != null ? wanted : spoken;
    Map<Family, SwitchType> switches = new LinkedHashMap<>();
    boolean known = Catalog.standard().find(Kind.NODE, node.name()) != null;
    if (!known && (given == null || !compare.isEmpty())) {
      String expected = "a switch for " + node.name() + ", which is not in the catalogue";
      add("--switch", "", expected, "nodes of one's own are not compared by family");
      return Map.of();
    }
    switches.put(own, given != null ? given : usual(node, own));
    for (Family family : compare) {
      switches.computeIfAbsent(family, f -> usual(node, f));
    }
    return switches;
  }

  private SwitchType usual(NodeType node, Family family) {
    boolean spoken = Family.of(node.network()) == family;
    SwitchType type = UsualFabric.switchType(node, spoken ? node.network() : family.kind());
    assumed.add("switch " + type.name() + " for " + family.title());
    return type;
  }

  private @Nullable SwitchType switchType(String option, @Nullable String name) {
    return name == null ? null : Catalog.standard().switchType(name, Position.of(option), problems);
  }

  /** A spine of a family that no leaf speaks would be left out silently. */
  private void checkUpper(@Nullable SwitchType upper, Map<Family, SwitchType> switches) {
    if (upper == null || switches.isEmpty()) {
      return;
    }
    if (upper.network() == null) {
      add("--spine-switch", upper.name(), "a network switch", "this one joins GPUs inside a node");
    } else if (!switches.containsKey(Family.of(upper))) {
      Map.Entry<Family, SwitchType> leaf = switches.entrySet().iterator().next();
      String expected = "a switch for " + leaf.getKey().title();
      add("--spine-switch", upper.name(), expected, "the leaves are " + leaf.getValue().name());
    }
  }

  private int planes(FabricTopology topology, NodeType node, SwitchType type) {
    int planes = UsualFabric.planes(topology, node, type);
    if (planes > 1) {
      assumed.add(planes + " planes, the fewest that the switch has ports for");
    }
    return planes;
  }

  private Map<String, Long> claims() {
    Map<String, Long> claims = new LinkedHashMap<>();
    for (String claim : question.claims()) {
      String[] parts = claim.split("=", 2);
      String name = parts[0].strip();
      Long value = parts.length < 2 ? null : whole("--claim", parts[1].strip(), Long.MAX_VALUE);
      if (parts.length < 2) {
        add("--claim", claim, "a figure such as leaf_switches=320", "");
      } else if (!Claims.NAMES.contains(name)) {
        String expected = "one of " + String.join(", ", Claims.NAMES);
        add("--claim", name, expected, Nearest.hint(name, Claims.NAMES));
      } else if (value != null) {
        claims.put(name, value);
      }
    }
    return claims;
  }

  private Assumptions assumptions() {
    Assumptions standard = Assumptions.standard();
    try {
      return question.prices() == null ? standard : standard.with(question.prices(), problems);
    } catch (InputException e) {
      e.problems().forEach(problems::add);
      return standard;
    }
  }

  private @Nullable Integer count(String option, @Nullable String text, int least, int most) {
    Long value = text == null ? null : whole(option, text, least, most);
    return value == null ? null : value.intValue();
  }

  private @Nullable Long whole(String option, @Nullable String text, long most) {
    return text == null ? null : whole(option, text, 1, most);
  }

  private @Nullable Long whole(String option, String text, long least, long most) {
    String plain = text.strip().replace("_", "").replace(",", "");
    try {
      long value = Long.parseLong(plain);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below, as what is out of range
    }
    String upTo = most == Long.MAX_VALUE ? "" : " to " + most;
    add(option, text, "a whole number from " + least + upTo, "");
    return null;
  }

  private void add(String option, String read, String expected, String hint) {
    problems.add(Position.of(option), "", read, expected, hint);
  }
}
