package io.busbar.app.serve;

import io.busbar.app.render.html.HtmlRenderer;
import io.busbar.app.render.json.JsonRenderer;
import io.busbar.app.render.text.TextRenderer;
import io.busbar.app.render.text.TextStyle;
import io.busbar.app.serve.Outcome.Complaint;
import io.busbar.base.file.ReadScope;
import io.busbar.base.report.Report;
import io.busbar.base.stop.Stop;
import io.busbar.base.stop.StoppedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Answers of questions as the page takes them: maps, lists and scalars. Thread-safe. */
final class Answers {
  private final Workbench workbench;

  Answers(Workbench workbench) {
    this.workbench = workbench;
  }

  /** What a page needs to begin. */
  Map<String, Object> hello(String session) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("session", session);
    answer.put("views", workbench.views());
    answer.put("names", workbench.names());
    answer.put("most_file_bytes", Sessions.MOST_BYTES);
    answer.put("most_piece_bytes", Guards.MOST_PIECE);
    return answer;
  }

  /** The call of a command line; empty when no view answers it. */
  Map<String, Object> call(String command) {
    Call call = workbench.call(command);
    Map<String, Object> answer = new LinkedHashMap<>();
    if (call != null) {
      answer.put("view", call.view());
      answer.put("values", call.values());
    }
    return answer;
  }

  /** The answer of a question; what is wrong with it is in the answer. */
  Map<String, Object> answer(Question question, Work work) {
    if (!question.complaints().isEmpty() || question.calls().isEmpty()) {
      return refused(question.complaints(), question.session());
    }
    Call call = question.calls().getFirst();
    boolean many = question.calls().size() > 1;
    return switch (within(
        question.session(),
        work,
        () ->
            many
                ? workbench.compare(question.calls(), question.names(), work)
                : workbench.answer(call, work))) {
      case Outcome.Answered answered -> shown(question, call, answered);
      case Outcome.Told told -> text(question.session(), told.text());
      case Outcome.Stopped stopped -> Map.of("stopped", true);
      case Outcome.Refused refused -> refused(refused.complaints(), question.session());
    };
  }

  /**
   * Nothing that a page says, and no file that it drops, leads to another file of this machine; and
   * what nobody waits for ends.
   */
  private static Outcome within(Session session, Work work, Callable<Outcome> action) {
    try {
      return ReadScope.within(session.folder(), () -> Stop.when(work::isStopped, action));
    } catch (StoppedException e) {
      return new Outcome.Stopped();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("questions throw nothing checked", e);
    }
  }

  private Map<String, Object> shown(Question question, Call call, Outcome.Answered answered) {
    Session session = question.session();
    Report report = answered.report();
    if (!question.want().equals("page")) {
      return text(
          session,
          question.want().equals("yaml")
              ? workbench.planFile(call)
              : rendered(question.want(), report));
    }
    HtmlRenderer.Fragment fragment =
        HtmlRenderer.fragment(report, question.prefix(), question.formats());
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("title", report.title());
    answer.put("schema", report.schema());
    answer.put("sections", fragment.sections().stream().map(session::named).toList());
    answer.put("css", fragment.css());
    List<String> commands = question.calls().stream().map(workbench::command).toList();
    answer.put("command", session.named(String.join("\n", commands)));
    answer.put("neighbours", answered.neighbours());
    answer.put("offers", answered.offers());
    if (!answered.picture().isEmpty()) {
      answer.put("picture", answered.picture());
    }
    return answer;
  }

  private static String rendered(String want, Report report) {
    return switch (want) {
      case "html" -> HtmlRenderer.render(report);
      case "json" -> JsonRenderer.render(report);
      default -> TextRenderer.render(report, TextStyle.FILE);
    };
  }

  private static Map<String, Object> text(Session session, String text) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("text", session.named(text));
    return answer;
  }

  private static Map<String, Object> refused(List<Complaint> complaints, Session session) {
    List<Complaint> shown = new ArrayList<>();
    complaints.forEach(c -> shown.add(new Complaint(c.field(), session.named(c.text()))));
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("complaints", shown);
    return answer;
  }
}
