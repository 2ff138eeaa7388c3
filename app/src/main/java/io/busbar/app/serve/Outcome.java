package io.busbar.app.serve;

import io.busbar.base.report.Report;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What came of a call. */
public sealed interface Outcome {
  /**
   * A report, and what a form can make of it.
   *
   * @param neighbours values of fields that keep the rules with all else as it is, by field
   * @param offers changes worth trying
   * @param picture what the page draws itself, as maps, lists and scalars; empty for nothing
   */
  record Answered(
      Report report,
      Map<String, List<String>> neighbours,
      List<Offer> offers,
      Map<String, Object> picture)
      implements Outcome {
    public Answered {
      picture = Collections.unmodifiableMap(new LinkedHashMap<>(picture));
      neighbours = Collections.unmodifiableMap(new LinkedHashMap<>(neighbours));
      offers = List.copyOf(offers);
    }
  }

  /** A report alone. */
  static Answered of(Report report) {
    return new Answered(report, Map.of(), List.of(), Map.of());
  }

  /**
   * A change that makes itself.
   *
   * @param group heading over its like
   * @param label what is changed
   * @param effect what it brings, such as a gain
   * @param values by field; an empty one takes the field's value away
   */
  record Offer(String group, String label, String effect, Map<String, String> values) {}

  /** A text that is no report, such as settings to paste. */
  record Told(String text) implements Outcome {}

  /** Nobody waited for the answer any longer. */
  record Stopped() implements Outcome {}

  /** The call is wrong. */
  record Refused(List<Complaint> complaints) implements Outcome {
    public Refused {
      complaints = List.copyOf(complaints);
    }
  }

  /**
   * One thing wrong.
   *
   * @param field the field it stands at; empty when it is about the whole
   * @param text in the words of the command line
   */
  record Complaint(String field, String text) {}
}
