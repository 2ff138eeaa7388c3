package io.busbar.plan.space;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.UnknownKey;
import io.busbar.formats.tree.Tree;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import io.busbar.plan.space.Fabrics.Fabric;
import io.busbar.plan.step.TimeModels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A search as asked for: a plan file in which values may be lists, a list {@code fabric}, and a
 * section {@code search}. Immutable.
 *
 * @param name what it is called
 * @param space all set-ups
 */
public record SearchFile(String name, Space space) {
  private static final int MOST_FRAMES = 100_000;
  private static final String SEARCH = "search";
  private static final String FABRIC = "fabric";

  /**
   * Reads a search.
   *
   * @param root the document, options already above it
   * @throws InputException with every problem found
   */
  public static SearchFile of(Tree root, TimeModels times, Pricelist prices) {
    Problems problems = new Problems();
    if (!(root instanceof Tree.Mapping mapping)) {
      problems.add(root.at(), "", root.shown(), "a search file: keys of a plan, with lists", "");
      problems.throwIfAny();
      throw new IllegalStateException("there was a problem");
    }
    Tree asked = mapping.get(SEARCH);
    Fields fields =
        asked == null
            ? SearchShape.SHAPE.absent(mapping.at())
            : SearchShape.SHAPE.read(asked, SEARCH, problems);
    Tree.Mapping known = known(mapping, problems);
    Tree.Mapping plan = Lists.without(Lists.without(known, SEARCH), FABRIC);
    if (SearchShape.ID.equals(plan.text("schema"))) {
      plan = Lists.without(plan, "schema");
    }
    BlockMaker maker = new BlockMaker(times, prices, fields.get(SearchShape.FAILURES));
    maker.readInside(plan, problems);
    for (String path : BlockMaker.INSIDE) {
      boolean fixed = path.equals("recompute") && plan.get("recompute_share") != null;
      plan = fixed ? plan : Lists.without(plan, path);
    }
    List<Fabric> fabrics = fabrics(mapping.get(FABRIC), problems);
    SequencedMap<String, List<Tree>> lists = lists(plan, problems);
    Wanted wanted = wanted(fields, problems);
    List<Block> blocks = blocks(plan, lists, fabrics, maker, problems);
    problems.throwIfAny();
    Grid grid =
        new Grid(fields.get(SearchShape.OBJECTIVES), fields.get(SearchShape.RESOLUTION).fraction());
    String name = plan.text("name");
    return new SearchFile(name == null ? "search" : name, new Space(blocks, grid, wanted));
  }

  /** The JSON Schema of such a file. */
  public static Map<String, Object> schema() {
    return SearchSchema.make();
  }

  /** Without keys that neither a plan nor a search has; each of them is a problem. */
  private static Tree.Mapping known(Tree.Mapping root, Problems problems) {
    List<String> keys = Stream.concat(Stream.of(FABRIC, SEARCH), PlanFile.keys().stream()).toList();
    Map<String, Tree.Entry> known = new LinkedHashMap<>();
    root.entries()
        .forEach((name, entry) -> {
          if (keys.contains(name)) {
            known.put(name, entry);
          } else {
            UnknownKey.add(problems, entry.keyAt(), name, name, keys);
          }
        });
    return new Tree.Mapping(root.at(), known);
  }

  private static List<Fabric> fabrics(@Nullable Tree value, Problems problems) {
    List<Fabric> all = new ArrayList<>();
    if (value != null) {
      for (Tree item : Lists.of(value)) {
        Fabric fabric = Fabrics.read(item, problems);
        if (fabric != null) {
          all.add(fabric);
        }
      }
    }
    return all.isEmpty() ? List.of(Fabric.OF_NODE) : all;
  }

  /** What makes frames: models, clusters, and every other key with a list. */
  private static SequencedMap<String, List<Tree>> lists(Tree.Mapping plan, Problems problems) {
    SequencedMap<String, List<Tree>> lists = new LinkedHashMap<>();
    for (PlanOption option : PlanOption.all()) {
      Tree value = plan.find(option.path());
      if (value != null && option.path().equals("cluster")) {
        lists.put(option.path(), Lists.clusters(value, problems));
      } else if (value instanceof Tree.Sequence s) {
        lists.put(option.path(), s.items());
      }
    }
    return lists;
  }

  private static List<Block> blocks(
      Tree.Mapping plan,
      SequencedMap<String, List<Tree>> lists,
      List<Fabric> fabrics,
      BlockMaker maker,
      Problems problems) {
    long frames = fabrics.size();
    for (List<Tree> values : lists.values()) {
      frames = Math.min(MOST_FRAMES + 1, frames * values.size());
    }
    if (frames > MOST_FRAMES) {
      problems.add(
          plan.at(),
          "",
          frames + " or more",
          "at most " + MOST_FRAMES + " pairs of a model and a cluster",
          "degrees, batches and recomputation do not count: they vary inside");
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    // A file with very many problems has them in every frame: those of the first are enough.
    for (int frame = 0; frame < frames && !problems.isFull(); frame++) {
      Problems own = new Problems();
      Tree.Mapping one = frame(plan, lists, frame / fabrics.size());
      Block block = block(one, fabrics.get(frame % fabrics.size()), maker, own);
      problems.addAll(own);
      if (block != null) {
        blocks.add(block);
      }
    }
    return blocks;
  }

  /** The plan with the values of a frame, the last list varying fastest. */
  private static Tree.Mapping frame(
      Tree.Mapping plan, SequencedMap<String, List<Tree>> lists, int number) {
    Tree.Mapping one = plan;
    int rest = number;
    for (Map.Entry<String, List<Tree>> list : lists.reversed().entrySet()) {
      List<Tree> values = list.getValue();
      one = one.withPath(list.getKey(), values.get(rest % values.size()));
      rest /= values.size();
    }
    return one;
  }

  private static @Nullable Block block(
      Tree.Mapping plan, Fabric fabric, BlockMaker maker, Problems problems) {
    Tree cluster = plan.get("cluster");
    Tree on = cluster == null ? null : Fabrics.on(cluster, fabric, problems);
    if (cluster != null && on == null) {
      return null;
    }
    return maker.make(on == null ? plan : plan.with("cluster", on), fabric.name(), problems);
  }

  private static Wanted wanted(Fields f, Problems problems) {
    Long tokens = f.find(SearchShape.TOKENS);
    for (Key<?> key : List.of(SearchShape.DEADLINE, SearchShape.BUDGET)) {
      if (tokens == null && f.has(key)) {
        problems.add(
            f.at(key),
            "search." + key.name(),
            String.valueOf(f.find(key)),
            "tokens beside it",
            "how much is trained decides how long it takes and what it costs");
      }
    }
    TimeSpan deadline = f.find(SearchShape.DEADLINE);
    Money budget = f.find(SearchShape.BUDGET);
    Money purchase = f.find(SearchShape.PURCHASE);
    Integer gpus = f.find(SearchShape.MAX_GPUS);
    var headroom = f.find(SearchShape.HEADROOM);
    return new Wanted(
        tokens == null ? 0 : tokens,
        deadline == null ? Double.POSITIVE_INFINITY : deadline.seconds(),
        budget == null ? Double.POSITIVE_INFINITY : budget.dollars(),
        purchase == null ? Double.POSITIVE_INFINITY : purchase.dollars(),
        gpus == null ? Long.MAX_VALUE : gpus,
        headroom == null ? 0 : headroom.fraction());
  }
}
