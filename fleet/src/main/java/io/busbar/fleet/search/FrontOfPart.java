package io.busbar.fleet.search;

import io.busbar.fleet.spark.Store;
import io.busbar.plan.space.Front;
import io.busbar.plan.space.FrontBytes;
import io.busbar.plan.space.SearchFile;
import io.busbar.plan.space.Space;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;

/**
 * Looks through a part of a search, on whatever machine it is sent to. What the last search of a
 * process was read from is kept, since its parts come one after another.
 */
final class FrontOfPart implements Function<Integer, byte[]> {
  private static final long serialVersionUID = 1;

  private static @Nullable Last last;

  private final byte[] text;
  private final Parts parts;
  private final String work;
  private final LongAccumulator looked;

  private record Last(byte[] text, SearchFile search) {}

  FrontOfPart(byte[] text, Parts parts, String work, LongAccumulator looked) {
    this.text = text;
    this.parts = parts;
    this.work = work;
    this.looked = looked;
  }

  @Override
  public byte[] call(Integer part) throws IOException {
    Space space = search(text).space();
    Front front = new Front(space.grid());
    parts.of(part, (from, to) -> space.into(front, from, to));
    byte[] bytes = bytes(front);
    if (!work.isEmpty()) {
      Store.onWorker(work).write(FrontFiles.name(part), bytes);
    }
    looked.add(front.counts().candidates());
    return bytes;
  }

  private static synchronized SearchFile search(byte[] text) {
    Last before = last;
    if (before != null && Arrays.equals(before.text, text)) {
      return before.search;
    }
    SearchFile search = SearchText.of(text).search();
    last = new Last(text, search);
    return search;
  }

  private static byte[] bytes(Front front) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FrontBytes.write(front, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
