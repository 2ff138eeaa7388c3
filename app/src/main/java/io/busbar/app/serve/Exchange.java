package io.busbar.app.serve;

import com.sun.net.httpserver.HttpExchange;
import io.busbar.app.render.json.JsonRenderer;
import io.busbar.app.serve.Guards.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request and its answer, with the guards' headers. One use. */
final class Exchange {
  private static final String JSON = "application/json";

  /** Bodies up to here are read to their end, so that the client sees why it was refused. */
  private static final int SHORT = 64 << 10;

  private final HttpExchange http;
  private boolean cut;

  Exchange(HttpExchange http) {
    this.http = http;
    Guards.headers().forEach((name, value) -> http.getResponseHeaders().set(name, value));
  }

  String method() {
    return http.getRequestMethod();
  }

  String path() {
    return String.valueOf(http.getRequestURI().getPath());
  }

  @Nullable List<String> headers(String name) {
    return http.getRequestHeaders().get(name);
  }

  @Nullable String header(String name) {
    return http.getRequestHeaders().getFirst(name);
  }

  /**
   * The body, or null after it was refused.
   *
   * @param most bytes it may have
   */
  byte @Nullable [] body(int most) throws IOException {
    Refusal refusal = Guards.length(header("Content-Length"), most);
    if (refusal == null) {
      InputStream in = http.getRequestBody();
      byte[] body = in.readNBytes(most + 1);
      if (body.length <= most) {
        return body;
      }
      refusal = Guards.tooLarge(most);
    }
    refuse(refusal);
    return null;
  }

  /** Refuses; a long body that was not read is not waited for either. */
  void refuse(Refusal refusal) throws IOException {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("error", refusal.why());
    byte[] body = bytes(answer);
    if (Guards.length(header("Content-Length"), SHORT) == null) {
      send(refusal.status(), JSON, body);
      return;
    }
    http.getResponseHeaders().set("Content-Type", JSON);
    http.getResponseHeaders().set("Connection", "close");
    http.sendResponseHeaders(refusal.status(), body.length);
    http.getResponseBody().write(body);
    http.getResponseBody().flush();
    cut = true;
    throw new CutOff(); // closing in good order would wait for what the client still has to send
  }

  void answer(Map<String, Object> document) throws IOException {
    send(200, JSON, bytes(document));
  }

  void nothing() throws IOException {
    http.sendResponseHeaders(204, -1);
    http.close();
  }

  void send(int status, String type, byte[] body) throws IOException {
    http.getResponseHeaders().set("Content-Type", type);
    if (method().equals("HEAD")) {
      http.sendResponseHeaders(status, -1);
    } else {
      http.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      try (OutputStream out = http.getResponseBody()) {
        out.write(body);
      }
    }
    http.close();
  }

  /** Starts an answer that is written as it comes, and is not kept by anything between. */
  OutputStream stream() throws IOException {
    http.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    http.sendResponseHeaders(200, 0);
    return http.getResponseBody();
  }

  void close() {
    if (!cut) {
      http.close();
    }
  }

  /** Ends the connection of a client whose request is not read to its end. */
  static final class CutOff extends IOException {
    private static final long serialVersionUID = 1L;
  }

  static byte[] bytes(Map<String, Object> document) {
    return JsonRenderer.renderTree(document).getBytes(StandardCharsets.UTF_8);
  }
}
