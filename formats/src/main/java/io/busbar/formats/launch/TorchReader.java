package io.busbar.formats.launch;

import io.busbar.base.problem.Position;
import io.busbar.formats.launch.Launch.Count;
import io.busbar.formats.launch.Launch.Remark;
import io.busbar.formats.launch.Launch.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads how a program in Python wraps its model with PyTorch's own means (FSDP2's {@code
 * fully_shard}, FSDP, DDP, device meshes, pipeline schedules). Three things become settings, if a
 * framework knows their names: calls ({@code fully_shard}), arguments of calls and entries of
 * dictionaries ({@code reshard_after_forward=True}), and what is assigned ({@code MICRO_BATCH =
 * 2}). Nothing is evaluated; a name that the file sets to a constant once stands for it, {@code
 * args.x} for the default of the option {@code --x}, and any other value is one that only the
 * machine knows. Stateless.
 */
final class TorchReader {
  private static final int MOST_GPUS = 1 << 20;
  private static final int MOST_CHARACTERS = 4_000_000;
  private static final Pattern SIGN =
      Pattern.compile(
          "\\b(?:fully_shard|FullyShardedDataParallel|DistributedDataParallel|init_device_mesh)"
              + "\\s?\\(");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w{0,200}");
  private static final Pattern DEFINES = Pattern.compile("\\b(?:def|class)\\s{1,8}$");

  /** Hooks are handed over, not called. */
  private static final String HOOK = "_hook";

  private static final int LONGEST_KEYWORD = 16;
  private static final Pattern OPTION =
      Pattern.compile(
          "\\badd_argument\\(\\s{0,40}[\"']--([A-Za-z][\\w-]{0,80})[\"'][^()]{0,400}?"
              + "\\bdefault\\s?=\\s?([^,()\\s]{1,200})");

  /** Arguments that are given by place in the calls of PyTorch that have such. */
  private static final Map<String, List<String>> PLACES =
      Map.of(
          "init_device_mesh", List.of("device_type", "mesh_shape", "mesh_dim_names"),
          "set_rotate_method", List.of("rotate_method"),
          "autocast", List.of("device_type", "dtype"));

  private final String source;
  private final PythonText text;
  private final Predicate<String> known;
  private final Map<String, String> constants;
  private final List<Setting> settings = new ArrayList<>();

  private TorchReader(String source, PythonText text, Predicate<String> known) {
    this.source = source;
    this.text = text;
    this.known = known;
    this.constants = constants(text);
  }

  /** Whether a text wraps a model with PyTorch's own means. */
  static boolean isTorch(String name, String text) {
    return name.endsWith(".py") && text.length() <= MOST_CHARACTERS && SIGN.matcher(text).find();
  }

  static Launch read(String name, String text, Predicate<String> known) {
    TorchReader reader = new TorchReader(name, PythonText.of(text), known);
    reader.scan();
    List<Remark> remarks =
        List.of(
            new Remark(
                Position.of(name),
                "calls, arguments and constants of the program are read, options by their defaults;"
                    + " nothing is run"));
    return new Launch(
        LaunchKind.TORCH, name, "", reader.settings, reader.world(), List.of(), remarks);
  }

  /** As many GPUs as the first device mesh has places. */
  private World world() {
    for (Setting setting : settings) {
      if (setting.name().equals("mesh_shape")) {
        long gpus = 1;
        for (String size : setting.values()) {
          gpus *= size.matches("[1-9]\\d{0,5}") ? Integer.parseInt(size) : MOST_GPUS + 1L;
          if (gpus > MOST_GPUS) {
            return World.NONE;
          }
        }
        return new World(null, null, new Count((int) gpus, setting.at()), null);
      }
    }
    return World.NONE;
  }

  /** What a name is set to, if it is set once and to a constant, and defaults of options. */
  private static Map<String, String> constants(PythonText text) {
    Map<String, String> found = new HashMap<>();
    Map<String, Integer> times = new HashMap<>();
    Matcher word = WORD.matcher(text.code());
    while (word.find()) {
      int equals = text.assignment(word.end());
      if (equals >= 0 && text.startsStatement(word.start())) {
        times.merge(word.group(), 1, Integer::sum);
        found.put(word.group(), text.value(equals + 1).strip());
      }
    }
    found.keySet().removeIf(name -> times.getOrDefault(name, 0) > 1);
    Matcher option = OPTION.matcher(text.plain());
    while (option.find()) {
      found.put("args." + option.group(1).replace('-', '_'), option.group(2));
    }
    found.values().removeIf(value -> PythonText.constant(value) == null);
    return found;
  }

  private void scan() {
    Matcher word = WORD.matcher(text.code());
    while (word.find()) {
      String name = word.group();
      int after = text.skipBlanks(word.end());
      boolean call = after < text.length() && text.code().charAt(after) == '(';
      if (call && !defines(word.start())) {
        call(name, word.start(), after);
      } else if (name.endsWith(HOOK)) {
        called(name, word.start());
      }
      int equals = text.assignment(word.end());
      if (equals >= 0 && known.test(name)) {
        add(name, word.start(), equals + 1);
      }
    }
    Matcher key = PythonText.KEY.matcher(text.plain());
    while (key.find()) {
      if (known.test(key.group(1))) {
        add(key.group(1), key.start(1), key.end());
      }
    }
  }

  private boolean defines(int at) {
    String before = text.code().substring(Math.max(0, at - LONGEST_KEYWORD), at);
    return DEFINES.matcher(before).find();
  }

  private void called(String name, int at) {
    if (known.test(name)) {
      Position place = place(at);
      settings.add(new Setting(name, List.of(), place, place, true));
    }
  }

  private void call(String name, int at, int open) {
    called(name, at);
    List<String> places = PLACES.get(name);
    if (places == null) {
      return;
    }
    int from = open + 1;
    for (String argument : places) {
      String value = text.value(from);
      boolean byName = value.strip().matches("(?s)[A-Za-z_]\\w{0,80}\\s{0,8}=[^=].*");
      if (!byName && !value.isBlank() && known.test(argument)) {
        add(argument, from, from);
      }
      from += value.length() + 1;
      if (byName || from > text.length()) {
        return;
      }
    }
  }

  private void add(String name, int at, int from) {
    String written = text.value(from).strip();
    List<String> values = values(written);
    Position place = place(from + text.blanks(from));
    settings.add(
        values == null
            ? new Setting(name, List.of(written), place, place(at), false)
            : new Setting(name, values, place, place(at), true));
  }

  /** The constants that an expression is: one, or those of a tuple or list; null for any other. */
  private @Nullable List<String> values(String written) {
    List<String> parts = PythonText.items(written);
    List<String> values = new ArrayList<>();
    for (String part : parts) {
      String constant = PythonText.constant(constants.getOrDefault(part, part));
      if (constant == null) {
        return null;
      }
      values.add(constant);
    }
    return values;
  }

  private Position place(int at) {
    return text.place(source, at);
  }
}
