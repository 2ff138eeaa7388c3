package io.busbar.formats.ncclxml;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.ncclxml.TopologyFile.C2c;
import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.formats.ncclxml.TopologyFile.Gpu;
import io.busbar.formats.ncclxml.TopologyFile.Net;
import io.busbar.formats.ncclxml.TopologyFile.Nic;
import io.busbar.formats.ncclxml.TopologyFile.NvLink;
import io.busbar.formats.ncclxml.TopologyFile.Pci;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Binds elements to a {@link TopologyFile}. Used once; not thread-safe. */
public final class TopologyFiles {
  private static final String SYSTEM = "system";

  /** What NCCL looks for below each element. */
  private static final Map<String, Set<String>> KNOWN =
      Map.of(
          SYSTEM,
          Set.of("cpu"),
          "cpu",
          Set.of("pci", "nic"),
          "pci",
          Set.of("pci", "gpu", "nic", "pcilink"),
          "gpu",
          Set.of("nvlink", "c2c"),
          "nic",
          Set.of("net"));

  private static final Set<String> NAMES =
      Set.of(SYSTEM, "cpu", "pci", "gpu", "nvlink", "c2c", "nic", "net", "pcilink");

  private final Problems warnings = new Problems();

  private TopologyFiles() {}

  /** Whether the first element is one of a topology; a graph file starts otherwise. */
  public static boolean isTopology(NcclXmlReader.Document document) {
    return document.roots().stream().anyMatch(root -> NAMES.contains(root.name()));
  }

  /**
   * @throws InputException when there is no element of a topology in it
   */
  public static TopologyFile of(NcclXmlReader.Document document) {
    return new TopologyFiles().bind(document);
  }

  private TopologyFile bind(NcclXmlReader.Document document) {
    document.warnings().forEach(warnings::add);
    List<Element> roots = document.roots();
    if (!isTopology(document)) {
      Element first = roots.getFirst();
      String hint = Nearest.hint(first.name(), NAMES);
      throw new InputException(
          new Problem(first.at(), "", first.name(), "the element system of a topology", hint));
    }
    List<Cpu> cpus = new ArrayList<>();
    List<Element> loose = new ArrayList<>();
    Integer version = null;
    for (Element root : roots) {
      if (root.name().equals(SYSTEM)) {
        version = Values.integer(root, "version", warnings);
        unknown(root);
        root.children("cpu").forEach(cpu -> cpus.add(cpu(cpu)));
      } else if (root.name().equals("cpu")) {
        cpus.add(cpu(root));
      } else {
        loose.add(root);
      }
    }
    if (!loose.isEmpty()) {
      cpus.add(ofLoose(loose));
    }
    boolean whole = document.whole() && roots.getFirst().name().equals(SYSTEM);
    return new TopologyFile(document.source(), roots, whole, version, cpus, warnings.list());
  }

  /** The elements of a piece of a file, below a CPU of which nothing is known. */
  private Cpu ofLoose(List<Element> loose) {
    Position at = loose.getFirst().at();
    List<Element> nets = loose.stream().filter(each -> each.name().equals("net")).toList();
    List<Element> below = new ArrayList<>(loose);
    below.removeAll(nets);
    if (!nets.isEmpty()) {
      below.add(new Element("nic", Map.of(), nets, at));
    }
    return cpu(new Element("cpu", Map.of(), below, at));
  }

  private Cpu cpu(Element cpu) {
    unknown(cpu);
    return new Cpu(
        cpu,
        cpu.text("host_hash"),
        Values.integer(cpu, "numaid", warnings),
        cpu.text("affinity"),
        cpu.text("arch"),
        cpu.text("vendor"),
        Values.integer(cpu, "familyid", warnings),
        Values.integer(cpu, "modelid", warnings),
        devices(cpu),
        nics(cpu));
  }

  private List<Pci> devices(Element parent) {
    List<Pci> devices = new ArrayList<>();
    parent.children("pci").forEach(pci -> devices.add(pci(pci)));
    return devices;
  }

  private Pci pci(Element pci) {
    unknown(pci);
    List<Element> gpus = pci.children("gpu");
    Integer width = Values.integer(pci, "link_width", warnings);
    return new Pci(
        pci,
        busId(pci.text("busid")),
        pci.text("class").toLowerCase(Locale.ROOT),
        pci.text("vendor"),
        pci.text("device"),
        pci.text("link_speed"),
        width == null ? 0 : width,
        devices(pci),
        gpus.isEmpty() ? null : gpu(gpus.getFirst()),
        nics(pci),
        pci.children("pcilink").stream().map(link -> busId(link.text("target"))).toList());
  }

  /** Bus ids are compared; the kernel writes them in lower case, people not always. */
  private static String busId(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }

  private Gpu gpu(Element gpu) {
    unknown(gpu);
    List<NvLink> links = new ArrayList<>();
    for (Element link : gpu.children("nvlink")) {
      Integer count = Values.integer(link, "count", warnings);
      String target = busId(link.text("target"));
      links.add(new NvLink(link, target, count == null ? 1 : count, link.text("tclass")));
    }
    List<C2c> c2cs = new ArrayList<>();
    for (Element link : gpu.children("c2c")) {
      Double rate = Values.number(link, "bw", warnings);
      Integer count = Values.integer(link, "count", warnings);
      c2cs.add(new C2c(link, rate == null ? 0 : rate, count == null ? 1 : count));
    }
    return new Gpu(
        gpu,
        Values.integer(gpu, "dev", warnings),
        Values.integer(gpu, "sm", warnings),
        Values.integer(gpu, "rank", warnings),
        Values.flag(gpu, "gdr", warnings),
        links,
        c2cs);
  }

  private List<Nic> nics(Element parent) {
    List<Nic> nics = new ArrayList<>();
    for (Element nic : parent.children("nic")) {
      unknown(nic);
      nics.add(new Nic(nic, nic.children("net").stream().map(this::net).toList()));
    }
    return nics;
  }

  private Net net(Element net) {
    return new Net(
        net,
        net.text("name"),
        Values.integer(net, "dev", warnings),
        Values.number(net, "speed", warnings),
        Values.integer(net, "port", warnings),
        net.text("guid"),
        Values.flag(net, "gdr", warnings),
        Values.number(net, "latency", warnings),
        Values.flag(net, "coll", warnings));
  }

  /** Warns of children that NCCL passes over. */
  private void unknown(Element parent) {
    Set<String> known = KNOWN.getOrDefault(parent.name(), Set.of());
    for (Element child : parent.children()) {
      if (!known.contains(child.name())) {
        String expected = "one of " + String.join(", ", known.stream().sorted().toList());
        String hint = Nearest.hint(child.name(), known);
        warnings.add(child.at(), parent.name(), child.name(), expected, hint);
      }
    }
  }
}
