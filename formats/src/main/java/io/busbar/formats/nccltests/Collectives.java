package io.busbar.formats.nccltests;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The collectives of nccl-tests by name, and the factor from algbw to busbw of each (nccl-tests,
 * doc/PERFORMANCE.md). Stateless.
 */
public final class Collectives {
  /** What busbw is, over algbw, for n ranks. */
  public enum Factor {
    /** 2(n−1)/n. */
    TWICE_RING,
    /** (n−1)/n. */
    RING,
    /** 1. */
    ONE;

    /** The factor for n ranks; 1 for a single one. */
    public double of(int ranks) {
      if (ranks <= 1) {
        return 1;
      }
      double ring = (ranks - 1.0) / ranks;
      return this == TWICE_RING ? 2 * ring : this == RING ? ring : 1;
    }
  }

  private static final Map<String, Factor> FACTORS =
      Map.ofEntries(
          Map.entry("all_reduce", Factor.TWICE_RING),
          Map.entry("all_gather", Factor.RING),
          Map.entry("reduce_scatter", Factor.RING),
          Map.entry("alltoall", Factor.RING),
          Map.entry("alltoallv", Factor.RING),
          Map.entry("gather", Factor.RING),
          Map.entry("scatter", Factor.RING),
          Map.entry("broadcast", Factor.ONE),
          Map.entry("reduce", Factor.ONE),
          Map.entry("sendrecv", Factor.ONE),
          Map.entry("hypercube", Factor.ONE));

  private static final Map<String, String> BY_LETTERS =
      Map.ofEntries(
          Map.entry("allreduce", "all_reduce"),
          Map.entry("allgather", "all_gather"),
          Map.entry("reducescatter", "reduce_scatter"),
          Map.entry("alltoall", "alltoall"),
          Map.entry("alltoallv", "alltoallv"),
          Map.entry("alltoallpersonalizedexchange", "alltoall"),
          Map.entry("gather", "gather"),
          Map.entry("scatter", "scatter"),
          Map.entry("broadcast", "broadcast"),
          Map.entry("bcast", "broadcast"),
          Map.entry("reduce", "reduce"),
          Map.entry("sendrecv", "sendrecv"),
          Map.entry("sendreceive", "sendrecv"),
          Map.entry("hypercube", "hypercube"));

  private static final Pattern PROGRAM =
      Pattern.compile("(?:^|[^A-Za-z0-9_])([a-z][a-z0-9_]{2,30}?)_perf(?:$|[^A-Za-z0-9_])");

  private static final Pattern WORDS =
      Pattern.compile(
          "(?:^|[^a-z])(all[-_]?reduce|all[-_]?gather|reduce[-_]?scatter|all[-_]?to[-_]?allv?|"
              + "broadcast|bcast|send[-_]?recv|hypercube)(?:$|[^a-z])");

  private Collectives() {}

  /** The name as nccl-tests writes it, whatever the case and the hyphens; empty when unknown. */
  public static String named(String text) {
    String letters = text.toLowerCase(Locale.ROOT).replaceAll("_perf$", "");
    return BY_LETTERS.getOrDefault(letters.replaceAll("[-_ ]", ""), "");
  }

  /** The collective of the program that a command line or path starts; empty when there is none. */
  static String inCommand(String text) {
    Matcher program = PROGRAM.matcher(text);
    while (program.find()) {
      String name = named(program.group(1));
      if (!name.isEmpty()) {
        return name;
      }
    }
    return "";
  }

  /** The collective that a file name speaks of; empty when it does not. */
  public static String inFileName(String name) {
    String command = inCommand(name);
    if (!command.isEmpty()) {
      return command;
    }
    Matcher word = WORDS.matcher(name.toLowerCase(Locale.ROOT));
    return word.find() ? named(word.group(1)) : "";
  }

  /**
   * The factor of a collective, or null for one that is not known.
   *
   * @param collective name as nccl-tests writes it
   */
  public static @Nullable Factor factor(String collective) {
    return FACTORS.get(collective);
  }
}
