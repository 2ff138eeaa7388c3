package io.busbar.formats.msccl;

import static java.util.Objects.requireNonNull;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.ncclxml.Bytes;
import io.busbar.formats.ncclxml.XmlScanner;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads an algorithm of MSCCL, in one pass. Checked is what MSCCL itself checks when it loads the
 * file; whether the algorithm is right is not looked at. Files are up to 64 MiB, with at most
 * {@link #MOST_STEPS} steps. Used once; not thread-safe.
 */
public final class MscclReader {
  /** Steps of all blocks together; they take about 100 MB. */
  public static final int MOST_STEPS = 1_000_000;

  private static final int MOST_GPUS = 4096;
  private static final int MOST_BLOCKS = 1024;
  private static final int MOST_CHUNKS = 1 << 20;
  private static final List<String> TYPES =
      List.of("s", "r", "rcs", "rrs", "rrc", "rrcs", "cpy", "re", "nop");
  private static final List<String> PROTOCOLS = List.of("Simple", "LL", "LL128");
  private static final List<String> COLLECTIVES =
      List.of(
          "allreduce", "allgather", "reduce_scatter", "alltoall", "broadcast", "reduce", "custom");
  private static final Map<String, Set<String>> KNOWN =
      Map.of(
          "algo",
          Set.of(
              "name",
              "proto",
              "nchannels",
              "nchunksperloop",
              "ngpus",
              "coll",
              "inplace",
              "outofplace",
              "minBytes",
              "maxBytes",
              "nthreads",
              "redop"),
          "gpu",
          Set.of("id", "i_chunks", "o_chunks", "s_chunks"),
          "tb",
          Set.of("id", "send", "recv", "chan"),
          "step",
          Set.of(
              "s", "type", "srcbuf", "srcoff", "dstbuf", "dstoff", "cnt", "depid", "deps",
              "hasdep"));
  private static final List<String> NESTING = List.of("algo", "gpu", "tb", "step");

  private final String source;
  private final Problems problems;
  private final Problems warnings;
  private final List<MscclGpu> gpus = new ArrayList<>();
  private final List<MscclBlock> blocks = new ArrayList<>();
  private final List<MscclStep> steps = new ArrayList<>();
  private final Set<String> told = new HashSet<>();
  private @Nullable Head head;
  private Gpu gpu = new Gpu(0, 0, 0, 0);
  private Block block = new Block(0, -1, -1, 0);
  private int depth;
  private int total;
  private Position at;
  private Map<String, String> values = Map.of();

  private record Head(
      String name,
      String protocol,
      int channels,
      int chunks,
      int gpus,
      String collective,
      boolean inPlace,
      @Nullable Long minBytes,
      @Nullable Long maxBytes) {}

  private record Gpu(int id, int inputs, int outputs, int scratch) {}

  private record Block(int id, int send, int receive, int channel) {}

  private MscclReader(String source, Problems problems, Problems warnings) {
    this.source = source;
    this.problems = problems;
    this.warnings = warnings;
    this.at = Position.of(source);
  }

  /**
   * Reads to the end of the stream.
   *
   * @param source name for messages
   * @param problems what is wrong is added
   * @param warnings what was passed over is added
   * @return null when there is no algorithm at all
   */
  public static @Nullable MscclFile read(
      String source, InputStream in, Problems problems, Problems warnings) throws IOException {
    return new MscclReader(source, problems, warnings).read(in);
  }

  private @Nullable MscclFile read(InputStream in) throws IOException {
    XmlScanner scanner = new XmlScanner(new Bytes(source, in), problems, warnings);
    try {
      while (tag(scanner)) {
        // to the end
      }
    } catch (InputException e) {
      e.problems().forEach(problems::add);
      return null;
    }
    Head whole = head;
    if (whole == null) {
      problems.add(Position.of(source), "", "", "an element <algo>", "an algorithm of MSCCL");
      return null;
    }
    if (depth > 0) {
      String expected = "</" + NESTING.get(depth - 1) + "> before the end of the file";
      problems.add(scanner.at(), "", "", expected, "the file may be cut off");
    } else if (gpus.size() != whole.gpus) {
      String read = gpus.size() + " elements <gpu>";
      problems.add(Position.of(source), "algo.ngpus", read, whole.gpus + " of them", "");
    }
    gpus.sort((a, b) -> Integer.compare(a.id(), b.id()));
    return new MscclFile(
        whole.name,
        whole.protocol,
        whole.channels,
        whole.chunks,
        whole.collective,
        whole.inPlace,
        whole.minBytes,
        whole.maxBytes,
        gpus);
  }

  private boolean tag(XmlScanner scanner) throws IOException {
    XmlScanner.Event event = scanner.next();
    if (event == XmlScanner.Event.END_OF_FILE) {
      return false;
    }
    at = scanner.at();
    String name = scanner.name();
    if (event == XmlScanner.Event.END) {
      if (depth == 0 || !NESTING.get(depth - 1).equals(name)) {
        String expected = depth == 0 ? "nothing" : "</" + NESTING.get(depth - 1) + ">";
        problems.add(at, "", "</" + name + ">", expected, "");
        return false;
      }
      end();
      return true;
    }
    if (depth == NESTING.size() || !NESTING.get(depth).equals(name) || depth == 0 && head != null) {
      String expected = depth == NESTING.size() ? "</step>" : "<" + NESTING.get(depth) + ">";
      problems.add(at, "", "<" + name + ">", expected, Nearest.hint(name, NESTING));
      return false;
    }
    values = scanner.attributes();
    unknown(name);
    depth++;
    boolean goOn = start(name);
    if (scanner.emptyElement()) {
      end();
    }
    return goOn;
  }

  private void unknown(String element) {
    Set<String> known = KNOWN.getOrDefault(element, Set.of());
    for (Map.Entry<String, String> value : values.entrySet()) {
      String key = element + "." + value.getKey();
      if (!known.contains(value.getKey()) && told.add(key)) {
        String hint = Nearest.hint(value.getKey(), known);
        warnings.add(at, key, value.getValue(), "an attribute of MSCCL; it is ignored", hint);
      }
    }
  }

  /** Returns false when it makes no sense to go on. */
  private boolean start(String name) {
    switch (name) {
      case "algo" -> head = head();
      case "gpu" -> {
        gpu = gpu();
        blocks.clear();
      }
      case "tb" -> {
        block = block();
        steps.clear();
      }
      default -> {
        steps.add(step());
        total++;
      }
    }
    if (total > MOST_STEPS || gpus.size() >= MOST_GPUS || blocks.size() >= MOST_BLOCKS) {
      String most =
          MOST_STEPS + " steps, " + MOST_GPUS + " GPUs, " + MOST_BLOCKS + " blocks of one";
      problems.add(at, "", "", "at most " + most, "");
      return false;
    }
    return true;
  }

  private void end() {
    depth--;
    switch (NESTING.get(depth)) {
      case "gpu" -> gpus.add(new MscclGpu(gpu.id, gpu.inputs, gpu.outputs, gpu.scratch, blocks));
      case "tb" ->
          blocks.add(new MscclBlock(block.id, block.send, block.receive, block.channel, steps));
      default -> {
        // an algorithm ends with the file, a step is there already
      }
    }
  }

  private Head head() {
    String collective = word("algo.coll", "coll", COLLECTIVES);
    String protocol = word("algo.proto", "proto", PROTOCOLS);
    return new Head(
        values.getOrDefault("name", ""),
        protocol,
        whole("algo", "nchannels", 1, MOST_CHUNKS),
        whole("algo", "nchunksperloop", 1, MOST_CHUNKS),
        whole("algo", "ngpus", 1, MOST_GPUS),
        collective,
        whole("algo", "inplace", 0, 1) == 1,
        bytes("minBytes"),
        bytes("maxBytes"));
  }

  private @Nullable Long bytes(String name) {
    String text = values.get(name);
    if (text == null || !text.matches("\\d{1,18}")) {
      if (text != null) {
        problems.add(at, "algo." + name, text, "bytes", "");
      }
      return null;
    }
    return Long.valueOf(text);
  }

  private Gpu gpu() {
    Head whole = requireNonNull(head);
    int most = whole.gpus;
    Gpu read =
        new Gpu(
            whole("gpu", "id", 0, most - 1),
            whole("gpu", "i_chunks", 0, MOST_CHUNKS),
            whole("gpu", "o_chunks", 0, MOST_CHUNKS),
            whole("gpu", "s_chunks", 0, MOST_CHUNKS));
    if (gpus.stream().anyMatch(other -> other.id() == read.id)) {
      problems.add(at, "gpu.id", "" + read.id, "each GPU once", "");
    }
    int ins = whole.collective.equals("allgather") ? whole.gpus : 1;
    int outs = whole.collective.equals("reduce_scatter") ? whole.gpus : 1;
    boolean custom = whole.collective.equals("custom");
    chunks("gpu.i_chunks", read.inputs, ins, whole.chunks, custom);
    chunks("gpu.o_chunks", read.outputs, outs, whole.chunks, custom);
    return read;
  }

  private void chunks(String key, int read, int factor, int whole, boolean custom) {
    if (read > 0 && (long) read * factor != whole && !custom) {
      String expected = "0 or " + whole / factor + ", as nchunksperloop is " + whole;
      problems.add(at, key, "" + read, expected, "");
    }
  }

  private Block block() {
    int most = head == null ? MOST_GPUS : head.gpus;
    Block read =
        new Block(
            whole("tb", "id", 0, MOST_BLOCKS),
            whole("tb", "send", -1, most - 1),
            whole("tb", "recv", -1, most - 1),
            whole("tb", "chan", 0, MOST_CHUNKS));
    if (blocks.stream().anyMatch(other -> other.id() == read.id)) {
      problems.add(at, "tb.id", "" + read.id, "each block of a GPU once", "");
    }
    if (read.send == gpu.id || read.receive == gpu.id) {
      problems.add(at, "tb", "GPU " + gpu.id, "another GPU to send to or receive from", "");
    }
    return read;
  }

  private MscclStep step() {
    String type = word("step.type", "type", TYPES);
    int number = whole("step", "s", 0, MOST_STEPS);
    if (number != steps.size()) {
      problems.add(at, "step.s", "" + number, "" + steps.size() + ", as steps are in order", "");
    }
    boolean nothing = type.equals("nop");
    int count = whole("step", "cnt", nothing ? 0 : 1, MOST_CHUNKS);
    boolean sends = List.of("s", "rcs", "rrs", "rrcs").contains(type);
    boolean receives = List.of("r", "rcs", "rrs", "rrc", "rrcs").contains(type);
    if (sends && block.send < 0) {
      problems.add(at, "step.type", type, "a block with a GPU to send to", "");
    }
    if (receives && block.receive < 0) {
      problems.add(at, "step.type", type, "a block with a GPU to receive from", "");
    }
    boolean reads = List.of("s", "rrs", "rrc", "rrcs", "cpy", "re").contains(type);
    boolean writes = !nothing && !List.of("s", "rrs").contains(type);
    char from = buffer("srcbuf", nothing);
    char to = buffer("dstbuf", nothing);
    int waitBlock = whole("step", "depid", -1, MOST_BLOCKS);
    int waitStep = whole("step", "deps", -1, MOST_STEPS);
    return new MscclStep(
        type,
        from,
        offset("srcoff", from, count, reads),
        to,
        offset("dstoff", to, count, writes),
        count,
        waitBlock,
        waitStep,
        at.line());
  }

  private char buffer(String name, boolean nothing) {
    String text = values.getOrDefault(name, "");
    if (List.of("i", "o", "s").contains(text)) {
      return text.charAt(0);
    }
    if (!nothing) {
      problems.add(at, "step." + name, text, "i, o or s", "");
    }
    return 'i';
  }

  private int offset(String name, char buffer, int count, boolean used) {
    int offset = whole("step", name, -1, MOST_CHUNKS);
    int size = buffer == 'i' ? gpu.inputs : buffer == 'o' ? gpu.outputs : gpu.scratch;
    if (used && (offset < 0 || offset + count > size)) {
      String expected = "chunks of the " + size + " of buffer " + buffer;
      problems.add(at, "step." + name, offset + " and " + count + " chunks", expected, "");
    }
    return offset;
  }

  private String word(String key, String name, List<String> words) {
    String text = values.get(name);
    if (text == null || !words.contains(text)) {
      String read = text == null ? "" : text;
      String hint =
          read.equals("ra")
              ? "a residual is added; it has no counterpart"
              : Nearest.hint(read, words);
      problems.add(at, key, read, "one of " + String.join(", ", words), hint);
      return words.getLast();
    }
    return text;
  }

  private int whole(String element, String name, int least, int most) {
    String text = values.get(name);
    if (text == null || !text.matches("-?\\d{1,9}")) {
      String read = text == null ? "" : text;
      problems.add(at, element + "." + name, read, "a whole number", "");
      return least;
    }
    int value = Integer.parseInt(text);
    if (value < least || value > most) {
      problems.add(at, element + "." + name, text, least + " to " + most, "");
      return least;
    }
    return value;
  }
}
