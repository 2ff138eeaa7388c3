package io.busbar.diagnose.check.machine;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.ncclxml.Element;
import io.busbar.formats.ncclxml.XmlFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Topology files of NCCL: what they say, NICs that are not for data, GPUDirect RDMA that is off.
 */
public final class TopologyFiles implements Check {
  private static final String SUMMARY = "topology-summary";
  private static final String NOT_DATA = "nic-not-for-traffic";
  private static final String NO_GDR = "gdr-disabled";
  private static final int NARROW = 2;
  private static final int MANY_NETS = 4;

  @Override
  public List<String> codes() {
    return List.of(SUMMARY, NOT_DATA, NO_GDR);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (XmlFile file : facts.all(XmlFile.class)) {
      summary(file, out);
      management(file, out);
      gdr(file, out);
      healthy(file, out);
    }
  }

  private static boolean gpu(Element pci) {
    return pci.text("class").startsWith("0x03") || !pci.children("gpu").isEmpty();
  }

  private static boolean nic(Element pci) {
    return pci.text("class").startsWith("0x02") || !pci.children("nic").isEmpty();
  }

  private static void summary(XmlFile file, Conclusions out) {
    List<Element> systems = file.all("system");
    List<Element> graphs = file.all("graph");
    if (systems.isEmpty() && graphs.isEmpty()) {
      return;
    }
    List<Element> devices = file.all("pci");
    long gpus = devices.stream().filter(TopologyFiles::gpu).count();
    long nics = devices.stream().filter(TopologyFiles::nic).count();
    List<Element> bridges =
        devices.stream().filter(d -> d.text("class").startsWith("0x0604")).toList();
    Conclusion c = Conclusion.info(SUMMARY);
    if (!systems.isEmpty()) {
      List<Element> cpus = file.all("cpu");
      c.say(
          cpus.size()
              + " CPU node(s), "
              + bridges.size()
              + " PCIe switch(es), "
              + gpus
              + " GPU(s), "
              + nics
              + " NIC(s).");
      c.at(file.place(systems.getFirst()));
      cpus.stream().limit(1).forEach(e -> c.at(file.place(e)));
      bridges.stream()
          .limit(1)
          .forEach(e -> c.say("Below the first switch: " + below(e) + ".").at(file.place(e)));
      devices.stream().filter(TopologyFiles::nic).limit(1).forEach(e -> c.at(file.place(e)));
      devices.stream().filter(TopologyFiles::gpu).limit(1).forEach(e -> c.at(file.place(e)));
    }
    if (!graphs.isEmpty()) {
      c.say("A graph file fixes " + graphs.size() + " search result(s).");
      c.at(file.at());
    }
    out.add(c);
  }

  private static String below(Element bridge) {
    long gpus = bridge.children("pci").stream().filter(TopologyFiles::gpu).count();
    long nics = bridge.children("pci").stream().filter(TopologyFiles::nic).count();
    return gpus + " GPU(s) and " + nics + " NIC(s)";
  }

  private static void management(XmlFile file, Conclusions out) {
    for (Element pci : file.all("pci")) {
      List<Element> nets = new ArrayList<>();
      pci.children("nic").forEach(n -> nets.addAll(n.children("net")));
      int width = number(pci.text("link_width"));
      boolean narrow = width > 0 && width <= NARROW;
      if (nic(pci) && !nets.isEmpty() && (narrow || nets.size() >= MANY_NETS)) {
        Conclusion c =
            Conclusion.warning(NOT_DATA)
                .say(
                    names(nets)
                        + " share one function with "
                        + pci.text("link_speed")
                        + " x"
                        + width
                        + ": management ports of NVLink switches, not for data.")
                .at(file.place(pci))
                .at(file.place(nets.getFirst()));
        file.all("net").stream()
            .filter(n -> !nets.contains(n))
            .limit(1)
            .forEach(n -> c.say(n.text("name") + " is a NIC for data.").at(file.place(n)));
        upstream(file, c);
        out.add(c);
      }
    }
  }

  /** A bridge that is slower than a bridge below it caps everything there. */
  private static void upstream(XmlFile file, Conclusion c) {
    for (Element bridge : file.all("pci")) {
      double own = speed(bridge);
      boolean faster = bridge.children("pci").stream().anyMatch(b -> speed(b) > own);
      if (own > 0 && faster) {
        c.say(
                "The port "
                    + bridge.text("busid")
                    + " runs at "
                    + bridge.text("link_speed")
                    + " although devices below are faster.")
            .at(file.place(bridge));
        return;
      }
    }
  }

  private static double speed(Element pci) {
    String digits = pci.text("link_speed").replaceFirst("^([\\d.]+).*", "$1");
    return digits.matches("\\d+(\\.\\d+)?") ? Double.parseDouble(digits) : 0;
  }

  private static int number(String text) {
    return text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
  }

  private static String names(List<Element> nets) {
    return String.join(", ", nets.stream().map(n -> n.text("name")).toList());
  }

  private static void gdr(XmlFile file, Conclusions out) {
    List<Element> without =
        file.all("net").stream()
            .filter(n -> n.text("gdr").equals("0"))
            .filter(n ->
                !n.text("guid").matches("0x0?")
                    && !n.text("name").toLowerCase(Locale.ROOT).matches("(eth|en[a-z]?\\d|bond).*"))
            .toList();
    if (without.isEmpty()) {
      return;
    }
    Conclusion c =
        Conclusion.critical(NO_GDR)
            .say("NCCL's own topology says gdr=\"0\" for " + names(without) + ".");
    without.stream().limit(4).forEach(n -> c.at(file.place(n)));
    file.all("gpu").stream()
        .filter(g -> g.text("gdr").equals("1"))
        .limit(1)
        .forEach(g -> c.say("GPU " + g.text("dev") + " could do it.").at(file.place(g)));
    out.add(c);
  }

  private static void healthy(XmlFile file, Conclusions out) {
    for (Element gpu : file.all("gpu")) {
      int links = gpu.children("nvlink").stream().mapToInt(l -> number(l.text("count"))).sum();
      boolean switches =
          gpu.children("nvlink").stream().anyMatch(l -> l.text("tclass").startsWith("0x0680"));
      if (links > 0 && switches) {
        out.healthy(
            "GPU "
                + gpu.text("dev")
                + " has "
                + links
                + " NVLinks to "
                + gpu.children("nvlink").size()
                + " NVSwitch(es).",
            List.of(file.place(gpu.children("nvlink").getFirst()), file.place(gpu)));
        file.all("pci").stream()
            .filter(p -> p.children("gpu").contains(gpu))
            .findFirst()
            .ifPresent(p ->
                out.healthy(
                    "Its PCIe link is " + p.text("link_speed") + " x" + p.text("link_width") + ".",
                    List.of(file.place(p))));
        return;
      }
    }
  }
}
