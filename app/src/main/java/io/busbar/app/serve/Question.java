package io.busbar.app.serve;

import io.busbar.app.render.html.Format;
import io.busbar.app.serve.Outcome.Complaint;
import java.util.List;

/**
 * What a page asks.
 *
 * @param session whose files it names
 * @param want what is to come back: {@code page}, {@code json}, {@code html}, {@code text} or
 *     {@code yaml}
 * @param calls one, or several to be compared
 * @param names what the calls are called in a comparison
 * @param prefix of the ids in the answer
 * @param formats in which charts are drawn
 * @param complaints what was wrong already
 */
record Question(
    Session session,
    String want,
    List<Call> calls,
    List<String> names,
    String prefix,
    List<Format> formats,
    List<Complaint> complaints) {
  /** Calls that can be compared. */
  static final int MOST = 4;

  Question {
    calls = List.copyOf(calls);
    names = List.copyOf(names);
    formats = List.copyOf(formats);
    complaints = List.copyOf(complaints);
  }
}
