package io.busbar.formats.pickle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pickle of protocol 0 to 5 into lists, maps, texts and numbers. Nothing is imported,
 * called or built: a pickle that wants more than the containers that torch writes is refused.
 * Python's pickletools tells what the codes mean. One instance reads one file.
 */
public final class PickleReader {
  /** Values on the stack, or in the memo. */
  static final int MAX_VALUES = 4_000_000;

  /** Codes of one pickle; each makes at most one value more. */
  static final int MAX_CODES = 16_000_000;

  private static final Object MARK = new Object();

  /** What torch writes for typed lists; called with one tuple that holds the list. */
  private static final Set<String> LISTS =
      Set.of(
          "torch.jit._pickle build_intlist",
          "torch.jit._pickle build_doublelist",
          "torch.jit._pickle build_boollist",
          "torch.jit._pickle restore_type_tag");

  private static final Set<String> DICTS = Set.of("collections OrderedDict");

  private final Input in;
  private final List<@Nullable Object> stack = new ArrayList<>();
  private final Map<Integer, @Nullable Object> memo = new HashMap<>();

  /** The name of something that a real unpickler would import. */
  private record Named(String name) {}

  private PickleReader(byte[] bytes) {
    in = new Input(bytes);
  }

  /** Whether the bytes begin as pickles of protocol 2 and later do. */
  public static boolean looksLikeOne(byte[] head) {
    return head.length > 2 && (head[0] & 0xff) == 0x80 && head[1] >= 2 && head[1] <= 5;
  }

  /**
   * The value of a pickle: {@code Map}, {@code List} (also of a tuple or set), {@code String},
   * {@code Long}, {@code Double}, {@code Boolean}, {@code byte[]} or null. Values may be shared,
   * and a hostile one may hold itself.
   */
  public static @Nullable Object read(byte[] bytes) throws PickleException {
    return new PickleReader(bytes).run();
  }

  private @Nullable Object run() throws PickleException {
    for (int codes = 0; codes < MAX_CODES; codes++) {
      int code = in.u1();
      if (code == '.') {
        return plain(pop());
      }
      if (!numbers(code) && !texts(code) && !containers(code) && !memory(code)) {
        named(code);
      }
      if (stack.size() > MAX_VALUES || memo.size() > MAX_VALUES) {
        throw in.bad("more values than are read");
      }
    }
    throw in.bad("more values than are read");
  }

  private boolean numbers(int code) throws PickleException {
    switch (code) {
      case 0x80 -> {
        if (in.u1() > 5) {
          throw in.bad("a protocol that is not known");
        }
      }
      case 0x95 -> in.i8(); // the length of a frame
      case 'N' -> stack.add(null);
      case 0x88 -> stack.add(true);
      case 0x89 -> stack.add(false);
      case 'K' -> stack.add((long) in.u1());
      case 'M' -> stack.add((long) in.u2());
      case 'J' -> stack.add((long) in.i4());
      case 0x8a -> stack.add(in.integer(in.u1()));
      case 0x8b -> stack.add(in.integer(in.length(in.i4())));
      case 'G' -> stack.add(in.f8());
      case 'I' -> {
        String line = in.line();
        stack.add(line.equals("01") ? (Object) true : line.equals("00") ? false : number(line));
      }
      case 'L' -> {
        String line = in.line().replace("L", "");
        stack.add(line.matches("-?\\d{19,400}") ? (Object) line : number(line));
      }
      case 'F' -> stack.add(fraction(in.line()));
      default -> {
        return false;
      }
    }
    return true;
  }

  private Object number(String text) throws PickleException {
    if (!text.matches("-?\\d{1,18}")) {
      throw in.bad("'" + text + "' is no number");
    }
    return Long.parseLong(text);
  }

  private double fraction(String text) throws PickleException {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw in.bad("'" + text + "' is no number");
    }
  }

  private boolean texts(int code) throws PickleException {
    switch (code) {
      case 'X' -> stack.add(in.text(in.length(in.i4() & 0xffffffffL)));
      case 0x8c, 'U' -> stack.add(in.text(in.u1()));
      case 0x8d -> stack.add(in.text(in.length(in.i8())));
      case 'T' -> stack.add(in.text(in.length(in.i4())));
      case 'V' -> stack.add(in.line());
      case 'S' -> stack.add(in.line().replaceAll("^['\"]|['\"]$", ""));
      case 'C' -> stack.add(in.take(in.u1()));
      case 'B' -> stack.add(in.take(in.length(in.i4() & 0xffffffffL)));
      case 0x8e, 0x96 -> stack.add(in.take(in.length(in.i8())));
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean containers(int code) throws PickleException {
    switch (code) {
      case '(' -> stack.add(MARK);
      case '0' -> pop();
      case '1' -> sinceMark();
      case '2' -> stack.add(top());
      case ']', ')', 0x8f -> stack.add(new ArrayList<>());
      case '}' -> stack.add(new LinkedHashMap<>());
      case 'l', 't', 0x91 -> stack.add(sinceMark());
      case 'd' -> {
        List<@Nullable Object> pairs = sinceMark();
        Map<Object, @Nullable Object> made = new LinkedHashMap<>();
        put(made, pairs);
        stack.add(made);
      }
      case 0x85 -> stack.add(last(1));
      case 0x86 -> stack.add(last(2));
      case 0x87 -> stack.add(last(3));
      case 'a' -> {
        Object item = pop();
        list(top()).add(item);
      }
      case 'e', 0x90 -> {
        List<@Nullable Object> items = sinceMark();
        list(top()).addAll(items);
      }
      case 's' -> {
        List<@Nullable Object> pair = last(2);
        put(map(top()), pair);
      }
      case 'u' -> {
        List<@Nullable Object> pairs = sinceMark();
        put(map(top()), pairs);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean memory(int code) throws PickleException {
    switch (code) {
      case 'q' -> memo.put(in.u1(), top());
      case 'r' -> memo.put(in.i4(), top());
      case 'p' -> memo.put(((Long) number(in.line())).intValue(), top());
      case 0x94 -> memo.put(memo.size(), top());
      case 'h' -> stack.add(remembered(in.u1()));
      case 'j' -> stack.add(remembered(in.i4()));
      case 'g' -> stack.add(remembered(((Long) number(in.line())).intValue()));
      default -> {
        return false;
      }
    }
    return true;
  }

  private @Nullable Object remembered(int key) throws PickleException {
    if (!memo.containsKey(key)) {
      throw in.bad("value " + key + " was never kept");
    }
    return memo.get(key);
  }

  /** Names of classes and functions: kept as names, and called for torch's containers only. */
  private void named(int code) throws PickleException {
    switch (code) {
      case 'c' -> stack.add(new Named(in.line() + " " + in.line()));
      case 0x93 -> {
        List<@Nullable Object> names = last(2);
        stack.add(new Named(names.get(0) + " " + names.get(1)));
      }
      case 'R' -> {
        Object arguments = pop();
        stack.add(called(pop(), arguments));
      }
      default ->
          throw in.bad("it wants to make an object (code " + code + "), which is never done");
    }
  }

  private Object called(@Nullable Object function, @Nullable Object arguments)
      throws PickleException {
    if (function instanceof Named(String name)) {
      List<@Nullable Object> given = list(arguments);
      if (LISTS.contains(name) && !given.isEmpty() && given.getFirst() != null) {
        return given.getFirst();
      }
      if (DICTS.contains(name) && given.isEmpty()) {
        return new LinkedHashMap<>();
      }
      throw in.bad("it wants to call " + name + ", which is never done");
    }
    throw in.bad("it wants to call something that is no function");
  }

  private @Nullable Object plain(@Nullable Object value) throws PickleException {
    if (value == MARK || value instanceof Named) {
      throw in.bad("it holds no data");
    }
    return value;
  }

  private @Nullable Object pop() throws PickleException {
    if (stack.isEmpty()) {
      throw in.bad("the stack is empty");
    }
    return stack.removeLast();
  }

  private @Nullable Object top() throws PickleException {
    if (stack.isEmpty() || stack.getLast() == MARK) {
      throw in.bad("the stack is empty");
    }
    return stack.getLast();
  }

  private List<@Nullable Object> last(int count) throws PickleException {
    List<@Nullable Object> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.addFirst(pop());
    }
    return values;
  }

  private List<@Nullable Object> sinceMark() throws PickleException {
    int mark = stack.lastIndexOf(MARK);
    if (mark < 0) {
      throw in.bad("there is no mark");
    }
    List<@Nullable Object> above = stack.subList(mark + 1, stack.size());
    List<@Nullable Object> values = new ArrayList<>(above);
    stack.subList(mark, stack.size()).clear();
    return values;
  }

  @SuppressWarnings("unchecked")
  private List<@Nullable Object> list(@Nullable Object value) throws PickleException {
    if (value instanceof List<?> list) {
      return (List<@Nullable Object>) list;
    }
    throw in.bad("a list was expected");
  }

  @SuppressWarnings("unchecked")
  private Map<Object, @Nullable Object> map(@Nullable Object value) throws PickleException {
    if (value instanceof Map<?, ?> map) {
      return (Map<Object, @Nullable Object>) map;
    }
    throw in.bad("a dict was expected");
  }

  /** Keys are texts here: a hash over lists that hold themselves would not end. */
  private void put(Map<Object, @Nullable Object> map, List<@Nullable Object> pairs)
      throws PickleException {
    if (pairs.size() % 2 != 0) {
      throw in.bad("a key without value");
    }
    for (int i = 0; i < pairs.size(); i += 2) {
      Object key = pairs.get(i);
      boolean simple = key instanceof String || key instanceof Long || key instanceof Boolean;
      map.put(simple ? String.valueOf(key) : "?", pairs.get(i + 1));
    }
  }
}
