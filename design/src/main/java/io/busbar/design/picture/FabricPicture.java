package io.busbar.design.picture;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.report.Block.Drawing;
import io.busbar.base.report.Block.Shape;
import io.busbar.base.report.Block.Shape.Box;
import io.busbar.base.report.Block.Shape.Line;
import io.busbar.base.report.Block.Shape.Text;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.TreeSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A fabric of any size on one page: first and last pod, in each the first and last leaf group with
 * its rails, everything between as a count. Used once per drawing.
 */
public final class FabricPicture {
  private static final double WIDTH = 1000;
  private static final double MARGIN = 20;
  private static final double NODE_Y = 470;
  private static final double LEAF_Y = 330;
  private static final double SPINE_Y = 190;
  private static final double CORE_Y = 40;
  private static final double MESH_Y = 272;
  private static final int RAILS_SHOWN = 8;

  private final FabricDesign design;
  private final TreeSize tree;
  private final FabricRequest request;
  private final List<Shape> shapes = new ArrayList<>();

  private FabricPicture(FabricDesign design) {
    this.design = design;
    this.tree = design.tree();
    this.request = design.request();
  }

  public static Drawing of(FabricDesign design) {
    return new FabricPicture(design).draw();
  }

  private Drawing draw() {
    boolean core = tree.tiers() == 3 || tree.pairLinks() > 0;
    double lift = core ? 0 : tree.tiers() == 2 ? SPINE_Y - 60 : LEAF_Y - 60;
    int pods = Math.max(1, tree.pods());
    List<Double> tops = new ArrayList<>();
    double gap = pods > 2 ? 104 : 30;
    double each = pods == 1 ? WIDTH - 2 * MARGIN : (WIDTH - 2 * MARGIN - gap) / 2;
    tops.add(pod(0, MARGIN, each, lift));
    if (pods > 1) {
      double x = MARGIN + each + gap;
      tops.add(pod(pods - 1, x, each, lift));
      if (pods > 2) {
        label(MARGIN + each + 12, LEAF_Y - lift + 20, "… " + count(pods - 2), 13);
        label(MARGIN + each + 12, LEAF_Y - lift + 36, "more " + group(pods - 2), 13);
      }
    }
    if (tree.tiers() == 3) {
      coreLayer(tops);
    } else if (tree.pairLinks() > 0 && pods > 1) {
      globalLayer(tops);
    }
    double height = NODE_Y - lift + 90;
    return new Drawing("Drawing", WIDTH, height, shapes, caption());
  }

  private String group(int number) {
    String word = tree.pairLinks() > 0 ? "group" : "pod";
    return number == 1 ? word : word + "s";
  }

  /** One pod; returns the middle of its spines. */
  private double pod(int pod, double x, double width, double lift) {
    int first = pod * tree.groupsPerPod();
    int groups = Math.min(tree.leafGroups() - first, Math.max(1, tree.groupsPerPod()));
    double middle = x + width / 2;
    if (tree.pods() > 1) {
      shapes.add(
          new Box(
              x,
              SPINE_Y - lift - 36,
              width,
              NODE_Y - SPINE_Y + 116,
              podName(pod, groups),
              "stage"));
    }
    if (tree.tiers() > 1) {
      spines(x + 12, width - 24, lift);
    }
    boolean two = groups > 1;
    double gap = groups > 2 ? 84 : 16;
    double each = two ? (width - 24 - gap) / 2 : width - 24;
    leafGroup(first, x + 12, each, lift);
    if (two) {
      leafGroup(first + groups - 1, x + 12 + each + gap, each, lift);
      if (groups > 2) {
        label(x + 12 + each + 8, NODE_Y - lift + 16, "… " + count(groups - 2), 11);
        label(x + 12 + each + 8, NODE_Y - lift + 30, groups == 3 ? "more unit" : "more units", 11);
      }
    }
    return middle;
  }

  private String podName(int pod, int groups) {
    String what = tree.pairLinks() > 0 ? "group " : "pod ";
    return what + (pod + 1) + " of " + tree.pods() + ": " + count(groups) + " units";
  }

  private void spines(double x, double width, double lift) {
    int all = tree.spinesPerPod();
    int shown = Math.min(all, 5);
    double step = width / shown;
    double mesh = MESH_Y - lift;
    for (int s = 0; s < shown; s++) {
      boolean last = all > shown && s == shown - 1;
      double at = x + s * step + 4;
      if (all > shown && s == shown - 2) {
        label(at, SPINE_Y - lift + 22, "… " + (all - shown + 1) + " more", 11);
        continue;
      }
      double middle = at + step / 2 - 4;
      String name = "spine " + (last ? all : s + 1);
      shapes.add(new Box(at, SPINE_Y - lift, step - 8, 34, name, "spine"));
      shapes.add(new Line(middle, SPINE_Y - lift + 34, middle, mesh, upWidth(), load(upLoad())));
    }
    int each = tree.leafUp() / all;
    String links = each == 1 ? "1 link" : each + " links";
    shapes.add(new Box(x, mesh, width, 18, "each leaf to each spine: " + links, "muted"));
  }

  /** Load of the links up when every NIC sends past its leaf. */
  private double upLoad() {
    return design.leafOversubscription();
  }

  private double topLoad() {
    return design.leafOversubscription() * design.spineOversubscription();
  }

  /** A colour for a load over what the links carry. */
  private static String load(double load) {
    return load > 3.5 ? "critical" : load > 1.001 ? "warning" : "spine";
  }

  /** Leaves of one group, a colour band for each rail, and its nodes below. */
  private void leafGroup(int group, double x, double width, double lift) {
    int rails = tree.rails();
    boolean apart = request.topology() == FabricTopology.RAIL_ONLY;
    int all = apart ? request.rails() : rails;
    int shown = Math.min(all, RAILS_SHOWN);
    double step = width / shown;
    double y = LEAF_Y - lift;
    for (int r = 0; r < shown; r++) {
      double at = x + r * step + 2;
      double middle = at + (step - 4) / 2;
      shapes.add(new Box(at, y, step - 4, 30, all > 1 ? "r" + (r + 1) : "leaf", "leaf"));
      if (tree.tiers() > 1) {
        shapes.add(new Line(middle, y, middle, MESH_Y - lift + 18, upWidth(), load(upLoad())));
      }
      shapes.add(new Line(middle, y + 30, middle, NODE_Y - lift, 1.6, "rail"));
    }
    int from = group * design.hostsPerGroup();
    int hosts =
        tree.tiers() == 1
            ? design.hosts()
            : Math.min(design.hosts() - from, design.hostsPerGroup());
    String name =
        String.format(
            Locale.ROOT,
            "unit %,d: %,d %s, %,d GPUs",
            group + 1,
            hosts,
            hosts == 1 ? "host" : "hosts",
            hosts * request.node().gpusPerHost());
    shapes.add(new Box(x, NODE_Y - lift, width, 46, name, "node"));
    label(x, NODE_Y - lift + 66, leafText(), 11);
  }

  private String leafText() {
    return tree.tiers() == 1
        ? tree.leafDown() + " ports in use"
        : tree.leafDown() + " down, " + tree.leafUp() + " up per leaf";
  }

  private double upWidth() {
    return Math.clamp(4.0 * tree.leafUp() * design.width() / tree.leafDown(), 0.8, 4);
  }

  private void coreLayer(List<Double> tops) {
    int cores = tree.cores();
    int shown = Math.min(cores, 8);
    double step = (WIDTH - 2 * MARGIN) / shown;
    for (int c = 0; c < shown; c++) {
      boolean last = c == shown - 1 && cores > shown;
      boolean dots = c == shown - 2 && cores > shown;
      double at = MARGIN + c * step + 6;
      if (dots) {
        label(at, CORE_Y + 22, "… " + count(cores - shown + 1) + " more", 13);
      } else {
        String name = "core " + count(last ? cores : c + 1);
        shapes.add(new Box(at, CORE_Y, step - 12, 34, name, "core"));
        for (double top : tops) {
          shapes.add(
              new Line(
                  at + step / 2 - 6,
                  CORE_Y + 34,
                  top,
                  SPINE_Y - 36,
                  1,
                  topLoad() > 1.001 ? load(topLoad()) : "core"));
        }
      }
    }
  }

  private void globalLayer(List<Double> tops) {
    double y = CORE_Y + 30;
    String top = topLoad() > 1.001 ? load(topLoad()) : "core";
    double left = tops.getFirst();
    double right = tops.getLast();
    shapes.add(new Line(left, SPINE_Y - 36, left, y, 3, top));
    shapes.add(new Line(left, y, right, y, 3, top));
    shapes.add(new Line(right, y, right, SPINE_Y - 36, 3, top));
    String text = count(tree.pairLinks()) + " links between each two groups";
    label((left + right) / 2 - 90, y - 8, text, 13);
  }

  private void label(double x, double y, String text, double size) {
    shapes.add(new Text(x, y, text, size, "text"));
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private String caption() {
    String link = new Bandwidth(request.linkBytesPerSecond()).inBits();
    String planes =
        design.trees() == 1
            ? ""
            : request.topology() == FabricTopology.RAIL_ONLY
                ? "; drawn is one of "
                    + design.trees()
                    + " equal trees, all rails' leaves side by side"
                : "; drawn is one of " + design.trees() + " equal planes";
    return String.format(
        Locale.ROOT,
        "%,d GPUs: %,d leaves, %,d spines, %,d cores; r1 to r%d are the rails; a line from a leaf"
            + " down stands for its %d links of %s%s. Links up are %s.",
        design.gpus(),
        design.leafSwitches(),
        design.spineSwitches(),
        design.coreSwitches(),
        request.rails(),
        tree.leafDown(),
        link,
        planes,
        topLoad() > 1.001
            ? String.format(
                Locale.ROOT,
                "coloured by their load when all NICs send across: %.3g times their rate at the"
                    + " leaves, %.3g at the top",
                upLoad(),
                topLoad())
            : "wide enough for all NICs at once");
  }
}
