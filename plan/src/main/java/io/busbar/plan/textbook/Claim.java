package io.busbar.plan.textbook;

import io.busbar.base.explain.Quality;

/**
 * Something that the textbook says, and what holds.
 *
 * @param id letter of its part and a number: {@code D3}
 * @param section of the textbook
 * @param claim what it says, in our words, with its number
 * @param ours what holds, with the number
 * @param why one line on the difference
 * @param owner room that shows it
 * @param command a call that shows it; empty where none can
 * @param noCommand why none can; empty where one does
 * @param quality how well ours is known
 * @param source where ours comes from; {@link #ARITHMETIC} when it is computed
 */
public record Claim(
    String id,
    String section,
    String claim,
    String ours,
    String why,
    Owner owner,
    String command,
    String noCommand,
    Quality quality,
    String source) {

  /** The source of what is computed from the textbook's own inputs. */
  public static final String ARITHMETIC = "arithmetic";

  /** Rooms that may own a claim. */
  public enum Owner {
    PLAN,
    DESIGN,
    SIMULATE,
    NCCL,
    TUNE,
    DIAGNOSE,
    RUNTIME,
    MODEL
  }

  /** The parts of the list, by the letter of their ids. */
  public enum Part {
    A("Variables and commands"),
    B("Hardware and fabric"),
    C("RoCE and congestion"),
    D("Algorithms and arithmetic"),
    X("Questions and further figures");

    private final String title;

    Part(String title) {
      this.title = title;
    }

    /** Its heading. */
    public String title() {
      return title;
    }
  }

  /** The part that it belongs to. */
  public Part part() {
    return Part.valueOf(id.substring(0, 1));
  }

  /** What holds, marked where it was not read in a source. */
  String oursMarked() {
    return quality.mark().isEmpty() ? ours : "≈ " + ours;
  }
}
