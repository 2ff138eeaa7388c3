package io.busbar.formats.pickle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pickle of protocol 0 to 5 into lists, maps, texts and numbers. Nothing is imported,
 * called or built: a pickle that wants more than the containers that torch writes is refused, and
 * so is a code whose operands are of another type than Python's pickletools states for it. Depth,
 * length of a text and memory are bounded. One instance reads one file.
 */
public final class PickleReader {
  /** Codes of one pickle; each makes at most one value more. */
  static final int MAX_CODES = 16_000_000;

  /** Name of a class or function with its module. */
  static final int MAX_NAME = 400;

  private static final Pattern LONG = Pattern.compile("-?\\d{1,18}");
  private static final Pattern BIG = Pattern.compile("-?\\d{19,400}");

  /** What torch writes for typed containers; called with one tuple, the container first in it. */
  private static final Set<String> TYPED =
      Set.of(
          "torch.jit._pickle build_intlist",
          "torch.jit._pickle build_doublelist",
          "torch.jit._pickle build_boollist",
          "torch.jit._pickle restore_type_tag");

  private static final Set<String> DICTS = Set.of("collections OrderedDict");

  private final Input in;
  private final Machine machine;

  /** The name of something that a real unpickler would import. */
  private record Named(String name) {
    @Override
    public String toString() {
      return name;
    }
  }

  private PickleReader(byte[] bytes) {
    in = new Input(bytes);
    machine = new Machine(in);
  }

  /** Whether the bytes begin as pickles of protocol 2 and later do. */
  public static boolean looksLikeOne(byte[] head) {
    return head.length > 2 && (head[0] & 0xff) == 0x80 && head[1] >= 2 && head[1] <= 5;
  }

  /**
   * The value of a pickle: {@code Map} with texts as keys, {@code List} (also of a tuple or set),
   * {@code String}, {@code Long}, {@code Double}, {@code Boolean}, {@code byte[]} or null. Values
   * may be shared; none holds itself, and a walk through all of them ends soon.
   */
  public static @Nullable Object read(byte[] bytes) throws PickleException {
    return new PickleReader(bytes).run();
  }

  private @Nullable Object run() throws PickleException {
    for (int codes = 0; codes < MAX_CODES; codes++) {
      int code = in.u1();
      if (code == '.') {
        return data(machine.value());
      }
      if (!numbers(code) && !texts(code) && !containers(code) && !memory(code)) {
        named(code);
      }
    }
    throw in.bad("more values than are read");
  }

  private @Nullable Object data(@Nullable Object value) throws PickleException {
    if (value instanceof Named) {
      throw in.bad("it holds no data");
    }
    machine.bounded(value, 0);
    return value;
  }

  private boolean numbers(int code) throws PickleException {
    switch (code) {
      case 0x80 -> {
        if (in.u1() > 5) {
          throw in.bad("a protocol that is not known");
        }
      }
      case 0x95 -> in.i8(); // the length of a frame
      case 'N' -> machine.push(null);
      case 0x88 -> machine.push(true);
      case 0x89 -> machine.push(false);
      case 'K' -> machine.number((long) in.u1());
      case 'M' -> machine.number((long) in.u2());
      case 'J' -> machine.number((long) in.i4());
      case 0x8a -> big(in.u1());
      case 0x8b -> big(in.length(in.i4()));
      case 'G' -> machine.number(in.f8());
      case 'I' -> {
        String line = in.line();
        machine.number(
            line.equals("01") ? (Object) true : line.equals("00") ? false : number(line));
      }
      case 'L' -> {
        String line = in.line().replace("L", "");
        if (BIG.matcher(line).matches()) {
          machine.text(line);
        } else {
          machine.number(number(line));
        }
      }
      case 'F' -> machine.number(fraction(in.line()));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void big(int length) throws PickleException {
    machine.spend(8L * length);
    machine.number(in.integer(length));
  }

  private long number(String text) throws PickleException {
    if (!LONG.matcher(text).matches()) {
      throw in.bad("'" + shown(text) + "' is no number");
    }
    return Long.parseLong(text);
  }

  private double fraction(String text) throws PickleException {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw in.bad("'" + shown(text) + "' is no number");
    }
  }

  private static String shown(String text) {
    return text.length() > 40 ? text.substring(0, 40) + "..." : text;
  }

  private boolean texts(int code) throws PickleException {
    switch (code) {
      case 'X' -> machine.text(in.text(in.i4() & 0xffffffffL));
      case 0x8c, 'U' -> machine.text(in.text(in.u1()));
      case 0x8d -> machine.text(in.text(in.i8()));
      case 'T' -> machine.text(in.text(in.i4()));
      case 'V' -> machine.text(in.line());
      case 'S' -> machine.text(unquoted(in.line()));
      case 'C' -> bytes(in.u1());
      case 'B' -> bytes(in.i4() & 0xffffffffL);
      case 0x8e, 0x96 -> bytes(in.i8());
      default -> {
        return false;
      }
    }
    return true;
  }

  private void bytes(long length) throws PickleException {
    machine.spend(length);
    machine.push(in.take(length));
  }

  private static String unquoted(String text) {
    return text.replaceAll("^['\"]|['\"]$", "");
  }

  private boolean containers(int code) throws PickleException {
    switch (code) {
      case '(' -> machine.mark();
      case '0' -> machine.pop();
      case '1' -> machine.sinceMark();
      case '2' -> machine.push(machine.top());
      case ']' -> machine.items(Items.Kind.LIST, List.of());
      case ')' -> machine.items(Items.Kind.TUPLE, List.of());
      case 0x8f -> machine.items(Items.Kind.SET, List.of());
      case 'l' -> machine.items(Items.Kind.LIST, machine.sinceMark());
      case 't' -> machine.items(Items.Kind.TUPLE, machine.sinceMark());
      case 0x91 -> machine.items(Items.Kind.SET, machine.sinceMark());
      case 0x85, 0x86, 0x87 -> machine.items(Items.Kind.TUPLE, machine.last(code - 0x84));
      case 'a' -> {
        List<@Nullable Object> item = machine.last(1);
        extend(Items.Kind.LIST, item);
      }
      case 'e' -> {
        List<@Nullable Object> items = machine.sinceMark();
        extend(Items.Kind.LIST, items);
      }
      case 0x90 -> {
        List<@Nullable Object> items = machine.sinceMark();
        extend(Items.Kind.SET, items);
      }
      default -> {
        return dicts(code);
      }
    }
    return true;
  }

  private boolean dicts(int code) throws PickleException {
    switch (code) {
      case '}' -> dict();
      case 'd' -> {
        List<@Nullable Object> pairs = machine.sinceMark();
        dict();
        put(pairs);
      }
      case 's' -> {
        List<@Nullable Object> pair = machine.last(2);
        put(pair);
      }
      case 'u' -> {
        List<@Nullable Object> pairs = machine.sinceMark();
        put(pairs);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void dict() throws PickleException {
    machine.spend(Machine.CONTAINER);
    machine.push(new LinkedHashMap<>());
  }

  private void extend(Items.Kind kind, List<@Nullable Object> items) throws PickleException {
    machine.spend((long) Machine.REFERENCE * items.size());
    machine.top(kind).addAll(items);
  }

  /** Keys are kept as texts: a hash over lists that hold themselves would not end. */
  private void put(List<@Nullable Object> pairs) throws PickleException {
    if (pairs.size() % 2 != 0) {
      throw in.bad("a key without value");
    }
    Map<Object, @Nullable Object> map = machine.map();
    machine.spend((long) Machine.PAIR * pairs.size());
    for (int i = 0; i < pairs.size(); i += 2) {
      Object key = pairs.get(i);
      boolean simple = key instanceof String || key instanceof Long || key instanceof Boolean;
      map.put(simple ? String.valueOf(key) : "?", pairs.get(i + 1));
    }
  }

  private boolean memory(int code) throws PickleException {
    switch (code) {
      case 'q' -> machine.keep(in.u1());
      case 'r' -> machine.keep(in.i4() & 0xffffffffL);
      case 'p' -> machine.keep(number(in.line()));
      case 0x94 -> machine.keep();
      case 'h' -> machine.recall(in.u1());
      case 'j' -> machine.recall(in.i4() & 0xffffffffL);
      case 'g' -> machine.recall(number(in.line()));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Names of classes and functions: kept as names, and called for torch's containers only. */
  private void named(int code) throws PickleException {
    switch (code) {
      case 'c' -> name(in.line(), in.line());
      case 0x93 -> {
        List<@Nullable Object> names = machine.last(2);
        if (!(names.get(0) instanceof String module && names.get(1) instanceof String name)) {
          throw in.bad("a name that is no text");
        }
        name(module, name);
      }
      case 'R' -> {
        Items arguments = machine.items(machine.value(), Items.Kind.TUPLE);
        machine.push(called(machine.value(), arguments));
      }
      default ->
          throw in.bad("it wants to make an object (code " + code + "), which is never done");
    }
  }

  private void name(String module, String name) throws PickleException {
    if (module.length() + name.length() >= MAX_NAME) {
      throw in.bad("a name of " + (module.length() + name.length()) + " characters");
    }
    machine.spend(Machine.CONTAINER + MAX_NAME);
    machine.push(new Named(module + " " + name));
  }

  private Object called(@Nullable Object function, Items given) throws PickleException {
    if (function instanceof Named(String name)) {
      Object first = given.isEmpty() ? null : given.getFirst();
      if (TYPED.contains(name) && (first instanceof Items || first instanceof Map)) {
        return first;
      }
      if (DICTS.contains(name) && given.isEmpty()) {
        machine.spend(Machine.CONTAINER);
        return new LinkedHashMap<>();
      }
      throw in.bad("it wants to call " + name + ", which is never done");
    }
    throw in.bad("it wants to call something that is no function");
  }
}
