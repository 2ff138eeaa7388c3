package io.busbar.plan.space;

import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists of values in a document, and runs of clusters such as {@code dgx-h100:64..1024}. */
final class Lists {
  private static final int MOST = 10_000;
  private static final Pattern RUN =
      Pattern.compile("(.+:)(\\d{1,6})\\.\\.(\\d{1,6})(?:\\+(\\d{1,6}))?");

  private Lists() {}

  /** The items of a list, or the value alone. */
  static List<Tree> of(Tree value) {
    return value instanceof Tree.Sequence s ? s.items() : List.of(value);
  }

  /**
   * Clusters with runs of counts written out: {@code 64..1024} doubles, {@code 64..1024+64} adds 64
   * each time.
   */
  static List<Tree> clusters(Tree value, Problems problems) {
    List<Tree> all = new ArrayList<>();
    for (Tree item : of(value)) {
      Matcher run = RUN.matcher(item instanceof Tree.Scalar s ? s.text().strip() : "");
      if (run.matches()) {
        run(run, item, all, problems);
      } else {
        all.add(item);
      }
    }
    return all;
  }

  private static void run(Matcher run, Tree item, List<Tree> all, Problems problems) {
    long from = Long.parseLong(run.group(2));
    long to = Long.parseLong(run.group(3));
    long step = run.group(4) == null ? 0 : Long.parseLong(run.group(4));
    boolean adds = run.group(4) != null;
    if (from < 1 || to < from || (adds && step < 1) || (adds && (to - from) / step > MOST)) {
      problems.add(
          item.at(),
          "cluster",
          item.shown(),
          "a run that goes up, of at most " + MOST + " clusters",
          "dgx-h100:64..1024 doubles, dgx-h100:64..1024+64 adds 64 each time");
      return;
    }
    for (long n = from; n <= to; n = adds ? n + step : 2 * n) {
      all.add(new Tree.Scalar(item.at(), run.group(1) + n, true));
    }
  }

  /** A document without what stands at a dotted path. */
  static Tree.Mapping without(Tree.Mapping tree, String path) {
    int dot = path.indexOf('.');
    String head = dot < 0 ? path : path.substring(0, dot);
    Tree inner = tree.get(head);
    if (inner == null) {
      return tree;
    }
    if (dot > 0) {
      return inner instanceof Tree.Mapping m
          ? tree.with(head, without(m, path.substring(dot + 1)))
          : tree;
    }
    Map<String, Tree.Entry> rest = new LinkedHashMap<>(tree.entries());
    rest.remove(head);
    return new Tree.Mapping(tree.at(), rest);
  }
}
