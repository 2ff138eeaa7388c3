package io.busbar.app.doctor;

import io.busbar.app.doctor.Examination.Check;
import io.busbar.app.doctor.Examination.Measurement;
import io.busbar.app.doctor.Examination.State;
import io.busbar.base.quantity.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Looks at a machine. Reads only; holds for the moment of the call. */
public final class Doctor {
  /** Below this, rings of shared memory for the ranks of a host may not fit (bytes). */
  static final long SMALL_SHARED_MEMORY = 256L << 20;

  private static final int CAP_SYS_ADMIN = 21;

  private final MachineFiles files;
  private final Jvm jvm;
  private final List<Check> checks = new ArrayList<>();

  /**
   * What is known of the Java runtime.
   *
   * @param version as {@code java -version} prints it
   * @param processors that it may use
   * @param vectors whether the Vector API's module can be loaded
   * @param cached whether the start is sped up by an AOT cache
   * @param path folders of programs, as in PATH
   */
  public record Jvm(
      String version, int processors, boolean vectors, boolean cached, List<Path> path) {
    public Jvm {
      path = List.copyOf(path);
    }
  }

  /**
   * @param root {@code /}, or a folder that stands for it
   */
  public Doctor(Path root, Jvm jvm) {
    this.files = new MachineFiles(root);
    this.jvm = jvm;
  }

  /** Looks at everything once. */
  public Examination examine() {
    checks.clear();
    java();
    processors();
    memory();
    boolean shared = sharedMemory();
    limits();
    hugePages();
    boolean hosts = namespaces();
    gpus();
    List<String> networks = networks();
    rdma();
    List<Measurement> measurements = measurements(shared, hosts, networks);
    return new Examination(verdict(measurements), checks, measurements);
  }

  private void add(String subject, boolean good, String found, String meaning) {
    checks.add(new Check(subject, good ? State.GOOD : State.LIMITED, found, good ? "" : meaning));
  }

  private void absent(String subject, String meaning) {
    checks.add(new Check(subject, State.ABSENT, "none", meaning));
  }

  private void java() {
    add(
        "Java",
        jvm.cached(),
        jvm.version() + (jvm.cached() ? ", starts from an AOT cache" : ", no AOT cache"),
        "Each start takes about half a second longer; run the busbar launcher, which makes one.");
    add(
        "vector instructions",
        jvm.vectors(),
        jvm.vectors() ? "jdk.incubator.vector can be loaded" : "no module jdk.incubator.vector",
        "Reductions of perf use plain loops.");
  }

  private void processors() {
    String quota = files.text("/sys/fs/cgroup/cpu.max");
    double allowed = quotaOf(quota);
    boolean limited = allowed < jvm.processors();
    add(
        "processors",
        !limited && jvm.processors() > 1,
        jvm.processors() + (limited ? " with a quota of " + print(allowed) : ""),
        limited
            ? "The container's quota stops ranks in the middle of a measurement."
            : "Ranks and the compiler share one processor; measured times scatter.");
    String load = files.text("/proc/loadavg").split(" ", 2)[0];
    if (!load.isEmpty()) {
      add(
          "load",
          number(load) < 0.5 * jvm.processors(),
          load + " runnable on average in the last minute",
          "Other programs use the processors now; measure when the machine is quiet.");
    }
    String clock = files.text("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    if (!clock.isEmpty()) {
      boolean fast = clock.equals("tsc") || clock.equals("kvm-clock") || clock.startsWith("arch");
      add("clock", fast, clock, "Reading this clock costs up to a microsecond, which adds to 8 B.");
    }
    String governor = files.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    if (!governor.isEmpty()) {
      add(
          "frequency governor",
          governor.equals("performance"),
          governor,
          "Clocks rise late; set the governor to performance before measuring.");
    }
  }

  /** Processors that {@code cpu.max} (quota and period in microseconds) allows. */
  private static double quotaOf(String quota) {
    String[] words = quota.split(" ");
    if (words.length != 2 || words[0].equals("max")) {
      return Double.MAX_VALUE;
    }
    double period = number(words[1]);
    return period > 0 ? number(words[0]) / period : Double.MAX_VALUE;
  }

  private void memory() {
    long total = kilobytes("/proc/meminfo", "MemTotal:");
    long free = kilobytes("/proc/meminfo", "MemAvailable:");
    if (total > 0) {
      add(
          "memory",
          free > (2L << 30),
          new DataSize(free) + " free of " + new DataSize(total),
          "Large simulations and logs may not fit.");
    }
  }

  private long kilobytes(String file, String label) {
    return files
        .after(file, label)
        .map(rest -> (long) number(rest.split(" ", 2)[0]) << 10)
        .orElse(0L);
  }

  private boolean sharedMemory() {
    Path folder = files.path("/dev/shm");
    try {
      long usable = Files.getFileStore(folder).getUsableSpace();
      boolean writable = Files.isWritable(folder);
      add(
          "shared memory",
          writable && usable >= SMALL_SHARED_MEMORY,
          new DataSize(usable) + " free in /dev/shm" + (writable ? "" : ", not writable"),
          writable
              ? "Few ranks fit; give the container more (docker: --shm-size=1g)."
              : "Ranks of one host cannot share memory and use TCP.");
      return writable && usable > 0;
    } catch (IOException e) {
      absent("shared memory", "Ranks of one host use TCP.");
      return false;
    }
  }

  private void limits() {
    files
        .after("/proc/self/limits", "Max open files")
        .map(rest -> rest.split(" +")[0])
        .ifPresent(soft ->
            add(
                "open files",
                soft.equals("unlimited") || number(soft) >= 4096,
                soft,
                "Runs with hundreds of ranks over TCP need more: ulimit -n 65536."));
    files
        .after("/proc/self/limits", "Max locked memory")
        .map(rest -> rest.split(" +")[0])
        .ifPresent(soft ->
            add(
                "locked memory",
                soft.equals("unlimited"),
                soft.equals("unlimited") ? soft : new DataSize((long) number(soft)).toString(),
                "RDMA programs started here, such as NCCL, need ulimit -l unlimited."));
  }

  private void hugePages() {
    String enabled = files.text("/sys/kernel/mm/transparent_hugepage/enabled");
    if (enabled.isEmpty()) {
      absent("huge pages", "Large simulations run somewhat slower.");
    } else {
      add(
          "huge pages",
          !enabled.contains("[never]"),
          "transparent: " + chosen(enabled),
          "Large simulations run somewhat slower.");
    }
  }

  /** The word in brackets of a kernel's choice such as {@code always [madvise] never}. */
  private static String chosen(String choice) {
    int from = choice.indexOf('[');
    int to = choice.indexOf(']');
    return from >= 0 && to > from ? choice.substring(from + 1, to) : choice;
  }

  private boolean namespaces() {
    String mask = files.after("/proc/self/status", "CapEff:").orElse("0");
    boolean admin = (hexadecimal(mask) >> CAP_SYS_ADMIN & 1) == 1;
    List<String> missing = new ArrayList<>();
    for (String tool : List.of("ip", "tc", "nft")) {
      if (!onPath(tool)) {
        missing.add(tool);
      }
    }
    boolean possible = admin && !missing.contains("ip") && files.exists("/proc/self/ns/net");
    String found = admin ? "may be made" : "need root";
    add(
        "network namespaces",
        possible && missing.isEmpty(),
        missing.isEmpty() ? found : found + "; missing " + String.join(", ", missing),
        possible
            ? "Hosts can be played on this machine, without shaping or loss."
            : "Hosts cannot be played on this machine; tests of them are skipped.");
    return possible;
  }

  private boolean onPath(String tool) {
    Predicate<Path> has = folder -> Files.isExecutable(folder.resolve(tool));
    return jvm.path().stream().anyMatch(has) || Files.isExecutable(files.path("/usr/sbin/" + tool));
  }

  private void gpus() {
    List<String> nvidia = files.names("/proc/driver/nvidia/gpus");
    if (!nvidia.isEmpty()) {
      String model =
          files
              .after("/proc/driver/nvidia/gpus/" + nvidia.getFirst() + "/information", "Model:")
              .orElse("NVIDIA");
      add("GPUs", true, nvidia.size() + " x " + model, "");
      boolean peer = files.text("/proc/modules").lines().anyMatch(l -> l.startsWith("nvidia_peer"));
      add(
          "GPUDirect module",
          peer,
          peer ? "nvidia_peermem is loaded" : "nvidia_peermem is not loaded",
          "NCCL needs it or DMA-BUF to let NICs reach GPU memory.");
    } else if (files.exists("/dev/kfd")) {
      add("GPUs", true, "AMD (/dev/kfd)", "");
    } else {
      absent("GPUs", "Nothing is measured on GPUs here; predictions need none.");
    }
  }

  private List<String> networks() {
    List<String> up = new ArrayList<>();
    for (String name : files.names("/sys/class/net")) {
      String base = "/sys/class/net/" + name;
      String state = files.text(base + "/operstate");
      if (!name.equals("lo") && (state.equals("up") || state.equals("unknown"))) {
        double megabits = number(files.text(base + "/speed"));
        String speed = megabits > 0 ? print(megabits / 1000) + " Gb/s" : "speed unknown";
        up.add(name + " (" + speed + ", MTU " + files.text(base + "/mtu") + ")");
      }
    }
    if (up.isEmpty()) {
      absent("network interfaces", "Only loopback: other hosts cannot be reached.");
    } else {
      add("network interfaces", true, String.join(", ", up), "");
    }
    return up;
  }

  private void rdma() {
    List<String> down = new ArrayList<>();
    List<String> ports = new ArrayList<>();
    for (String device : files.names("/sys/class/infiniband")) {
      for (String port : files.names("/sys/class/infiniband/" + device + "/ports")) {
        String base = "/sys/class/infiniband/" + device + "/ports/" + port;
        ports.add(device + ":" + port + " " + files.text(base + "/rate"));
        if (!files.text(base + "/state").contains("ACTIVE")) {
          down.add(device + ":" + port);
        }
      }
    }
    if (ports.isEmpty()) {
      absent("RDMA devices", "Nothing is measured over RDMA here.");
    } else {
      add(
          "RDMA devices",
          down.isEmpty(),
          String.join(", ", ports),
          "Not active: " + String.join(", ", down) + ".");
    }
  }

  private List<Measurement> measurements(boolean shared, boolean hosts, List<String> networks) {
    boolean several = jvm.processors() > 1;
    String crowded = several ? "" : "One processor for all ranks: expect long and scattered times.";
    return List.of(
        new Measurement(
            "busbar perf all_reduce --transport shm",
            "collectives over shared memory",
            shared,
            shared ? crowded : "/dev/shm is missing or not writable."),
        new Measurement(
            "busbar perf all_reduce --transport tcp", "collectives over loopback", true, crowded),
        new Measurement(
            "busbar preflight --hosts FILE",
            "this and other hosts",
            !networks.isEmpty(),
            networks.isEmpty() ? "No network interface is up." : ""),
        new Measurement(
            "tools/hosts up NAME COUNT",
            "hosts played in network namespaces",
            hosts,
            hosts ? "" : "Needs root and iproute2."));
  }

  private String verdict(List<Measurement> measurements) {
    long limited = checks.stream().filter(check -> check.state() == State.LIMITED).count();
    long impossible = measurements.stream().filter(each -> !each.possible()).count();
    if (limited == 0 && impossible == 0) {
      return "This machine is ready: everything that busbar measures can be measured here.";
    }
    return String.format(
        Locale.ROOT,
        "This machine works, with %d limit%s; %d of %d kinds of measurement are possible.",
        limited,
        limited == 1 ? "" : "s",
        measurements.size() - impossible,
        measurements.size());
  }

  private static String print(double number) {
    return number == Math.rint(number)
        ? String.valueOf((long) number)
        : String.format(Locale.ROOT, "%.1f", number);
  }

  /** A decimal number; 0 for anything else. */
  private static double number(String text) {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static long hexadecimal(String text) {
    try {
      return Long.parseUnsignedLong(text.strip(), 16);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
