package io.busbar.fleet.search;

import io.busbar.app.fleet.Follow;
import io.busbar.fleet.spark.Context;
import io.busbar.fleet.spark.Running;
import io.busbar.fleet.spark.Store;
import io.busbar.formats.tree.Tree;
import io.busbar.plan.space.Front;
import io.busbar.plan.space.FrontBytes;
import io.busbar.plan.space.SearchFile;
import io.busbar.plan.space.SpaceSearch;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.util.LongAccumulator;

/** A search in parts on Spark: the front is that of {@link SpaceSearch}. Stateless. */
public final class SparkSearch {
  private SparkSearch() {}

  /**
   * The front of the whole space, or of the finished parts when it was stopped.
   *
   * @param work folder of finished parts; empty for none
   */
  public static SpaceSearch.Found run(
      Context context, SearchFile search, Tree asked, String work, Follow follow) {
    long begun = System.nanoTime();
    byte[] text = SearchText.of(asked).bytes();
    Parts parts = Parts.of(search.space().size());
    Front front = new Front(search.space().grid());
    try {
      Map<Integer, byte[]> finished = new TreeMap<>(finished(context, work, text));
      List<Integer> open = new ArrayList<>();
      for (int part = 0; part < parts.count(); part++) {
        if (!finished.containsKey(part)) {
          open.add(part);
        }
      }
      if (open.isEmpty() || look(context, open, parts, text, work, follow, finished)) {
        add(finished.values(), front);
      } else {
        add(finished(context, work, text).values(), front);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the folder of finished parts cannot be used: " + work, e);
    }
    return new SpaceSearch.Found(
        front,
        (System.nanoTime() - begun) * 1e-9,
        context.spark().defaultParallelism(),
        front.counts().candidates() == parts.size());
  }

  private static Map<Integer, byte[]> finished(Context context, String work, byte[] text)
      throws IOException {
    return work.isEmpty()
        ? Map.of()
        : FrontFiles.finished(Store.at(work, context.spark().hadoopConfiguration()), work, text);
  }

  /** Puts the fronts of open parts to the finished ones; false when it was stopped. */
  private static boolean look(
      Context context,
      List<Integer> open,
      Parts parts,
      byte[] text,
      String work,
      Follow follow,
      Map<Integer, byte[]> finished) {
    LongAccumulator looked = context.spark().sc().longAccumulator();
    var task = new FrontOfPart(text, parts, work, looked);
    var job = context.spark().parallelize(open, open.size()).map(task).collectAsync();
    long share = parts.size() / parts.count() * open.size();
    List<byte[]> fronts = Running.await(job, "search", looked, share, follow);
    for (int i = 0; i < fronts.size(); i++) {
      finished.put(open.get(i), fronts.get(i));
    }
    return fronts.size() == open.size();
  }

  private static void add(Collection<byte[]> fronts, Front to) throws IOException {
    for (byte[] bytes : fronts) {
      FrontBytes.readInto(to, new DataInputStream(new ByteArrayInputStream(bytes)));
    }
  }
}
