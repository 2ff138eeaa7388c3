package io.busbar.app.serve;

import io.busbar.app.render.html.Format;
import io.busbar.app.serve.Guards.Refusal;
import io.busbar.app.serve.Outcome.Complaint;
import io.busbar.base.problem.InputException;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * What the page can ask, by path. Every question carries the token, and but for the first its
 * session. Answers are computed on the thread of the request, a few at a time; the newest for a
 * slot stops those before it. Thread-safe.
 */
final class Routes {
  static final String SESSION = "X-Busbar-Session";
  static final String TOKEN = "X-Busbar-Token";
  private static final Refusal NO_SESSION = new Refusal(410, "this session has ended");
  private static final Refusal NOT_FOUND = new Refusal(404, "there is nothing here");

  private final Guards guards;
  private final Assets assets;
  private final Sessions sessions;
  private final Answers answers;
  private final Untrusted untrusted;
  private final Semaphore computing =
      new Semaphore(Runtime.getRuntime().availableProcessors() + 1, true);

  Routes(Guards guards, Assets assets, Sessions sessions, Workbench workbench) {
    this.guards = guards;
    this.assets = assets;
    this.sessions = sessions;
    answers = new Answers(workbench);
    untrusted = new Untrusted(workbench);
  }

  /** Handles one request; what goes wrong inside is told to the page as a fault. */
  void handle(Exchange exchange) throws IOException {
    try {
      Refusal refusal = guards.place(exchange.headers("Host"), exchange.headers("Origin"));
      if (refusal != null) {
        exchange.refuse(refusal);
      } else if (exchange.path().startsWith("/api/")) {
        question(exchange);
      } else {
        file(exchange);
      }
    } finally {
      exchange.close();
    }
  }

  private void file(Exchange exchange) throws IOException {
    boolean read = exchange.method().equals("GET") || exchange.method().equals("HEAD");
    Assets.Asset asset = assets.at(exchange.path());
    if (exchange.path().equals("/favicon.ico")) {
      exchange.nothing();
    } else if (!read || asset == null) {
      exchange.refuse(NOT_FOUND);
    } else {
      exchange.send(200, asset.type(), asset.bytes());
    }
  }

  private void question(Exchange exchange) throws IOException {
    Refusal refusal = guards.token(exchange.headers(TOKEN));
    if (refusal != null) {
      exchange.refuse(refusal);
      return;
    }
    if (!exchange.method().equals("POST")) {
      exchange.refuse(NOT_FOUND);
      return;
    }
    if (exchange.path().equals("/api/hello")) {
      exchange.answer(answers.hello(sessions.open().id()));
      return;
    }
    Session session = sessions.find(exchange.header(SESSION));
    if (session == null) {
      exchange.refuse(NO_SESSION);
      return;
    }
    switch (exchange.path()) {
      case "/api/ask" -> ask(exchange, session);
      case "/api/call" -> call(exchange);
      case "/api/file" -> piece(exchange, session);
      case "/api/stop" -> stop(exchange, session);
      case "/api/bye" -> {
        sessions.close(session);
        exchange.nothing();
      }
      default -> exchange.refuse(NOT_FOUND);
    }
  }

  /** Lines of progress, then a line with {@code answer}, then the answer. */
  private void ask(Exchange exchange, Session session) throws IOException {
    Tree.Mapping document = document(exchange);
    if (document == null) {
      return;
    }
    String slot = String.valueOf(document.text("slot"));
    Work work = session.begin(slot);
    try (OutputStream out = exchange.stream()) {
      work.tell(line -> progress(out, work, line));
      Map<String, Object> answer = null;
      computing.acquireUninterruptibly();
      try {
        if (!work.isStopped()) {
          answer = answers.answer(question(document, session), work);
        }
      } finally {
        computing.release();
      }
      synchronized (out) {
        out.write("answer\n".getBytes(StandardCharsets.UTF_8));
        out.write(Exchange.bytes(answer == null ? Map.of("stopped", true) : answer));
      }
    } finally {
      session.done(slot, work);
    }
  }

  private static void progress(OutputStream out, Work work, String line) {
    try {
      synchronized (out) {
        out.write(
            ("progress " + line.replaceAll("\\p{Cntrl}", " ") + "\n")
                .getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (IOException e) {
      work.stop(); // nobody reads any longer
    }
  }

  private Question question(Tree.Mapping document, Session session) {
    List<Complaint> complaints = new ArrayList<>();
    List<Call> calls = new ArrayList<>();
    List<String> names = new ArrayList<>();
    if (document.get("calls") instanceof Tree.Sequence list) {
      for (Tree item : list.items().subList(0, Math.min(list.items().size(), Question.MOST))) {
        if (item instanceof Tree.Mapping one) {
          calls.add(untrusted.call(one, session, complaints));
          names.add(String.valueOf(one.text("name")));
        }
      }
    }
    String want = document.text("want");
    want = want == null ? "page" : want;
    return new Question(
        session, want, calls, names, prefix(document), formats(document), complaints);
  }

  /** Letters that make the ids of an answer its own. */
  private static String prefix(Tree.Mapping document) {
    String prefix = document.text("prefix");
    return prefix != null && prefix.matches("[a-z]{1,8}") ? prefix : "r";
  }

  /**
   * The one that suits the page's screen, or all for an answer that stays when the screen turns.
   */
  private static List<Format> formats(Tree.Mapping document) {
    return switch (String.valueOf(document.text("screen"))) {
      case "wide" -> List.of(Format.WIDE);
      case "narrow" -> List.of(Format.NARROW);
      default -> List.of(Format.values());
    };
  }

  /** The view and values of a command line that an answer names. */
  private void call(Exchange exchange) throws IOException {
    Tree.Mapping document = document(exchange);
    if (document != null) {
      exchange.answer(answers.call(String.valueOf(document.text("command"))));
    }
  }

  private void stop(Exchange exchange, Session session) throws IOException {
    Tree.Mapping document = document(exchange);
    if (document != null) {
      session.stop(String.valueOf(document.text("slot")));
      exchange.nothing();
    }
  }

  /** A piece of a file; what it is stands in headers, whose values are percent-encoded. */
  private void piece(Exchange exchange, Session session) throws IOException {
    Map<String, Object> answer = new LinkedHashMap<>();
    try {
      String name = decoded(exchange.header("X-File-Name"));
      String upload = decoded(exchange.header("X-File-Upload"));
      long at = Long.parseLong(decoded(exchange.header("X-File-At")));
      long size = Long.parseLong(decoded(exchange.header("X-File-Size")));
      boolean room = at > 0 || (size >= 0 && sessions.hasRoomFor(size) && !session.isFull());
      if (!room) {
        String most = (Sessions.MOST_BYTES >> 30) + " GiB in " + Session.MOST_FILES + " files";
        exchange.refuse(new Refusal(413, "dropped files may have " + most));
        return;
      }
      byte[] piece = exchange.body(Guards.MOST_PIECE);
      if (piece == null) {
        return;
      }
      Session.Dropped file = session.add(upload, name, at, size, piece);
      answer.put("file", file == null ? null : file.hash());
      exchange.answer(answer);
    } catch (IllegalArgumentException e) {
      exchange.refuse(new Refusal(400, String.valueOf(e.getMessage())));
    }
  }

  private static String decoded(@Nullable String header) {
    return header == null ? "" : URLDecoder.decode(header, StandardCharsets.UTF_8);
  }

  /** The body as a mapping, or null after it was refused. */
  private static Tree.@Nullable Mapping document(Exchange exchange) throws IOException {
    byte[] body = exchange.body(Guards.MOST_BODY);
    if (body == null) {
      return null;
    }
    try {
      if (TreeReader.parse("request.json", body) instanceof Tree.Mapping mapping) {
        return mapping;
      }
      exchange.refuse(new Refusal(400, "a question is a JSON object"));
    } catch (InputException e) {
      exchange.refuse(new Refusal(400, String.valueOf(e.getMessage())));
    }
    return null;
  }
}
