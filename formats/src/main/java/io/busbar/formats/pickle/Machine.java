package io.busbar.formats.pickle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stack and memo of a pickle under one budget of memory. What codes make is paid for when it is
 * made, also when it is dropped again, so that time is bounded too. Not thread-safe.
 */
final class Machine {
  /** Estimated bytes that all values of one pickle may take. */
  static final long MAX_BYTES = 512L << 20;

  /** Values on the stack, or in the memo. */
  static final int MAX_VALUES = 4_000_000;

  /** Containers within containers; torch's dumps have five levels. */
  static final int MAX_DEPTH = 32;

  /** Values met on a walk that enters a shared one every time. */
  static final int MAX_UNFOLDED = 8_000_000;

  static final int REFERENCE = 12;
  static final int CONTAINER = 64;
  static final int PAIR = 64;

  private static final Object MARK = new Object();
  private static final Object EMPTY = new Object();

  private final Input in;
  private final List<@Nullable Object> stack = new ArrayList<>();
  private @Nullable Object[] memo = new Object[0];
  private int kept;
  private long spent;
  private int met;

  Machine(Input in) {
    this.in = in;
  }

  /** Pays for something that is made. */
  void spend(long bytes) throws PickleException {
    spent += bytes;
    if (spent > MAX_BYTES) {
      throw in.bad("its values take more than " + (MAX_BYTES >> 20) + " MiB");
    }
  }

  void push(@Nullable Object value) throws PickleException {
    spend(REFERENCE);
    if (stack.size() >= MAX_VALUES) {
      throw in.bad("more values than are read");
    }
    stack.add(value);
  }

  void text(String text) throws PickleException {
    spend(CONTAINER + 2L * text.length());
    push(text);
  }

  void number(Object number) throws PickleException {
    spend(CONTAINER);
    push(number);
  }

  void items(Items.Kind kind, List<? extends @Nullable Object> content) throws PickleException {
    spend(CONTAINER + (long) REFERENCE * content.size());
    push(new Items(kind, content));
  }

  void mark() throws PickleException {
    push(MARK);
  }

  @Nullable Object pop() throws PickleException {
    if (stack.isEmpty()) {
      throw in.bad("the stack is empty");
    }
    return stack.removeLast();
  }

  /** Takes a value; a mark is none. */
  @Nullable Object value() throws PickleException {
    top();
    return stack.removeLast();
  }

  @Nullable Object top() throws PickleException {
    if (stack.isEmpty() || stack.getLast() == MARK) {
      throw in.bad("the stack is empty");
    }
    return stack.getLast();
  }

  /** The list, tuple or set on top. */
  Items top(Items.Kind kind) throws PickleException {
    return items(top(), kind);
  }

  Items items(@Nullable Object value, Items.Kind kind) throws PickleException {
    if (value instanceof Items items && items.kind == kind) {
      return items;
    }
    throw in.bad("a " + kind.name().toLowerCase(java.util.Locale.ROOT) + " was expected");
  }

  /** The dict on top. */
  @SuppressWarnings("unchecked")
  Map<Object, @Nullable Object> map() throws PickleException {
    if (top() instanceof Map<?, ?> map) {
      return (Map<Object, @Nullable Object>) map;
    }
    throw in.bad("a dict was expected");
  }

  List<@Nullable Object> last(int count) throws PickleException {
    @Nullable Object[] values = new Object[count];
    for (int i = count - 1; i >= 0; i--) {
      values[i] = value();
    }
    return Arrays.asList(values);
  }

  List<@Nullable Object> sinceMark() throws PickleException {
    int mark = stack.size() - 1;
    while (mark >= 0 && stack.get(mark) != MARK) {
      mark--;
    }
    if (mark < 0) {
      throw in.bad("there is no mark");
    }
    List<@Nullable Object> values = new ArrayList<>(stack.subList(mark + 1, stack.size()));
    stack.subList(mark, stack.size()).clear();
    return values;
  }

  /** Keeps the value on top under the next free number. */
  void keep() throws PickleException {
    keep(kept);
  }

  void keep(long key) throws PickleException {
    Object value = top();
    if (key < 0 || key >= MAX_VALUES) {
      throw in.bad("more values than are read");
    }
    int slot = (int) key;
    if (slot >= memo.length) {
      int length = (int) Math.min(MAX_VALUES, Math.max(slot + 1L, 2L * memo.length));
      spend((long) REFERENCE * (length - memo.length));
      int before = memo.length;
      memo = Arrays.copyOf(memo, length);
      Arrays.fill(memo, before, length, EMPTY);
    }
    kept += memo[slot] == EMPTY ? 1 : 0;
    memo[slot] = value;
  }

  /** Puts a value that was kept on the stack. */
  void recall(long key) throws PickleException {
    if (key < 0 || key >= memo.length || memo[(int) key] == EMPTY) {
      throw in.bad("value " + key + " was never kept");
    }
    push(memo[(int) key]);
  }

  /**
   * Makes sure that whoever walks through a value comes to an end.
   *
   * @throws PickleException when it holds itself, is nested too deep, or unfolds to too much
   */
  void bounded(@Nullable Object value, int depth) throws PickleException {
    if (++met > MAX_UNFOLDED) {
      throw in.bad("its shared values unfold to more than is read");
    }
    if (depth > MAX_DEPTH) {
      throw in.bad("a value holds itself or is nested deeper than " + MAX_DEPTH);
    }
    if (value instanceof List<?> list) {
      for (Object item : list) {
        bounded(item, depth + 1);
      }
    } else if (value instanceof Map<?, ?> map) {
      for (Object item : map.values()) {
        bounded(item, depth + 1);
      }
    }
  }
}
