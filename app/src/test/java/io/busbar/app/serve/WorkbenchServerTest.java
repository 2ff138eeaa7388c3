package io.busbar.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guards over real sockets: each request is written byte by byte, as an attacker would. */
class WorkbenchServerTest {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";

  private record Answer0(String title) {}

  private final Asked workbench = new Asked();
  private WorkbenchServer server;
  private int port;

  @BeforeEach
  void start() throws IOException {
    server =
        WorkbenchServer.start(
            new WorkbenchServer.Place(
                InetAddress.getLoopbackAddress(),
                List.of("127.0.0.1", "localhost"),
                0,
                9000,
                TOKEN),
            Assets.of(Map.of("/", "<p>page</p>")),
            workbench,
            fault -> {
              throw new AssertionError(fault);
            });
    Matcher link = Pattern.compile("#token=(.*)").matcher(server.link());
    assertThat(link.find()).isTrue();
    port = server.port();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void the_page_comes_with_a_strict_policy_and_no_token() throws IOException {
    String answer = get("Host: 127.0.0.1:" + port);

    assertThat(answer).startsWith("HTTP/1.1 200").contains("<p>page</p>").doesNotContain(TOKEN);
    assertThat(answer.toLowerCase(java.util.Locale.ROOT))
        .contains("content-security-policy: default-src 'none'")
        .contains("require-trusted-types-for 'script'")
        .contains("frame-ancestors 'none'")
        .contains("x-content-type-options: nosniff")
        .contains("cross-origin-opener-policy: same-origin")
        .contains("referrer-policy: no-referrer")
        .contains("cache-control: no-store");
  }

  @Test
  void it_listens_on_loopback_only() {
    assertThat(server.address().isLoopbackAddress()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:%d"})
  void another_host_is_refused(String host) throws IOException {
    assertThat(get("Host: " + host.formatted(port))).startsWith("HTTP/1.1 403");
  }

  @Test
  void a_forwarded_port_is_its_own_name_too() throws IOException {
    assertThat(get("Host: localhost:9000")).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://evil.example", "null", "https://127.0.0.1:%d", "http://127.0.0.1"})
  void another_origin_is_refused(String origin) throws IOException {
    assertThat(get("Host: 127.0.0.1:" + port, "Origin: " + origin.formatted(port)))
        .startsWith("HTTP/1.1 403");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "X-Busbar-Token: wrong", "X-Busbar-Token: " + TOKEN + "0"})
  void a_question_without_the_token_is_refused(String header) throws IOException {
    assertThat(post("/api/hello", "", header)).startsWith("HTTP/1.1 401");
  }

  @Test
  void a_question_of_a_session_that_ended_is_refused() throws IOException {
    assertThat(post("/api/ask", "{}", token(), "X-Busbar-Session: gone"))
        .startsWith("HTTP/1.1 410");
  }

  @Test
  void a_body_that_says_it_is_a_gigabyte_is_refused_unread() throws IOException {
    String answer = send("POST /api/ask HTTP/1.1", "", session(), "Content-Length: 1000000000");

    assertThat(answer).startsWith("HTTP/1.1 413");
  }

  @Test
  void a_body_without_end_is_refused_when_it_is_too_long() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      OutputStream out = socket.getOutputStream();
      String head = "POST /api/ask HTTP/1.1\r\nHost: localhost:" + port + "\r\n";
      out.write(
          (head + session() + "\r\nTransfer-Encoding: chunked\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      byte[] chunk =
          ("100000\r\n" + " ".repeat(0x100000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      try {
        for (int i = 0; i < 64; i++) {
          out.write(chunk);
        }
      } catch (IOException refusedWhileSending) {
        // as it may be
      }
      assertThat(firstLine(socket.getInputStream()))
          .isIn("HTTP/1.1 413 Request Entity Too Large", "");
    }
  }

  @Test
  void a_file_that_says_it_is_too_large_is_refused_before_any_of_it() throws IOException {
    String answer =
        post(
            "/api/file",
            "x",
            session(),
            "X-File-Name: a.log",
            "X-File-Upload: 1",
            "X-File-At: 0",
            "X-File-Size: 3000000000");

    assertThat(answer).startsWith("HTTP/1.1 413");
  }

  @Test
  void a_dropped_file_lies_in_a_private_folder_and_is_gone_with_the_session() throws IOException {
    String session = session();
    String hash = drop(session, "../../etc/a.log", "NCCL WARN");

    ask(
        session,
        "{\"calls\":[{\"view\":\"v\",\"values\":{\"FILE\":[{\"file\":\"" + hash + "\"}]}}]}");
    Path file = Path.of(workbench.last().values().get("FILE").getFirst());
    assertThat(file).hasContent("NCCL WARN").hasFileName("a.log");
    Path root = file.getParent().getParent().getParent();
    assertThat(Files.getPosixFilePermissions(root)).hasSize(3);

    post("/api/bye", "", session);
    assertThat(file).doesNotExist();
    server.close();
    assertThat(root).doesNotExist();
  }

  @Test
  void a_path_of_this_machine_is_never_taken_from_a_page() throws IOException {
    String session = session();
    List<String> paths =
        List.of("/etc/passwd", "..\\\\x", "plan.yaml", "~/x", "config.json", "a/b");
    for (String path : paths) {
      for (String field : List.of("FILE", "--text")) {
        String answer =
            ask(
                session,
                "{\"calls\":[{\"view\":\"v\",\"values\":{\"" + field + "\":[\"" + path + "\"]}}]}");
        assertThat(answer).as(path).contains("expected no path");
      }
    }
    assertThat(workbench.calls).isEmpty();
  }

  @Test
  void rates_names_and_numbers_with_a_slash_or_a_point_are_values() throws IOException {
    String session = session();
    for (String value :
        List.of("50GB/s", "$2.50/h", "org/model-1", "2.27.7", "0.5", "llama3.1-8b")) {
      String answer =
          ask(
              session,
              "{\"calls\":[{\"view\":\"v\",\"values\":{\"--text\":[\"" + value + "\"]}}]}");
      assertThat(answer).as(value).doesNotContain("complaints");
    }
  }

  @Test
  void a_question_that_is_no_json_is_refused() throws IOException {
    assertThat(post("/api/ask", "{\"calls\":", session())).startsWith("HTTP/1.1 400");
    assertThat(post("/api/ask", "[1]", session())).startsWith("HTTP/1.1 400");
  }

  @Test
  void the_newest_question_of_a_slot_stops_the_one_before() throws Exception {
    String session = session();
    workbench.blocks = true;
    Thread first = Thread.ofVirtual().start(() -> quietly(session));
    assertThat(workbench.begun.await(10, TimeUnit.SECONDS)).isTrue();

    workbench.blocks = false;
    String answer = ask(session, "{\"slot\":\"s\",\"calls\":[{\"view\":\"v\",\"values\":{}}]}");

    assertThat(answer).contains("\"title\"");
    assertThat(workbench.stopped.await(10, TimeUnit.SECONDS)).isTrue();
    first.join();
  }

  private void quietly(String session) {
    try {
      ask(session, "{\"slot\":\"s\",\"calls\":[{\"view\":\"v\",\"values\":{}}]}");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void no_more_sessions_stay_open_than_allowed() throws IOException {
    String first = session();
    for (int i = 0; i < Sessions.MOST; i++) {
      session();
    }

    assertThat(post("/api/ask", "{}", first)).startsWith("HTTP/1.1 410");
  }

  @Test
  void texts_of_a_report_reach_the_page_escaped() throws IOException {
    String answer =
        ask(session(), "{\"calls\":[{\"view\":\"v\",\"values\":{\"--text\":[\"x\"]}}]}");

    assertThat(answer).contains("&lt;script&gt;").doesNotContain("<script>");
  }

  private String token() {
    return "X-Busbar-Token: " + TOKEN;
  }

  /** Headers of a new session. */
  private String session() throws IOException {
    Matcher id =
        Pattern.compile("\"session\": \"([^\"]+)\"").matcher(post("/api/hello", "", token()));
    assertThat(id.find()).isTrue();
    return token() + "\r\nX-Busbar-Session: " + id.group(1);
  }

  private String drop(String session, String name, String content) throws IOException {
    String answer =
        post(
            "/api/file",
            content,
            session,
            "X-File-Name: " + name,
            "X-File-Upload: 1",
            "X-File-At: 0",
            "X-File-Size: " + content.length());
    Matcher hash = Pattern.compile("\"file\": \"([0-9a-f]{64})\"").matcher(answer);
    assertThat(hash.find()).as(answer).isTrue();
    return hash.group(1);
  }

  private String ask(String session, String body) throws IOException {
    return post("/api/ask", body, session);
  }

  private String get(String... headers) throws IOException {
    return raw("GET / HTTP/1.1", "", headers);
  }

  private String post(String path, String body, String... headers) throws IOException {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add("Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length);
    return send("POST " + path + " HTTP/1.1", body, all.toArray(String[]::new));
  }

  private String send(String request, String body, String... headers) throws IOException {
    String[] all =
        Stream.concat(Stream.of("Host: localhost:" + port), Stream.of(headers))
            .toArray(String[]::new);
    return raw(request, body, all);
  }

  private String raw(String request, String body, String... headers) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      StringBuilder head = new StringBuilder(request).append("\r\n");
      for (String header : headers) {
        if (!header.isEmpty()) {
          head.append(header).append("\r\n");
        }
      }
      head.append("Connection: close\r\n\r\n").append(body);
      socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String firstLine(InputStream in) {
    try {
      StringBuilder line = new StringBuilder();
      for (int c = in.read(); c >= 0 && c != '\r'; c = in.read()) {
        line.append((char) c);
      }
      return line.toString();
    } catch (IOException reset) {
      return "";
    }
  }

  /** A workbench with one view that remembers what it was asked. */
  private static final class Asked implements Workbench {
    private final List<Call> calls = new ArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean blocks;

    Call last() {
      return calls.getLast();
    }

    @Override
    public List<View> views() {
      return List.of(
          new View(
              "v",
              "V",
              "",
              true,
              List.of(),
              List.of(field("FILE", Field.Kind.FILE), field("--text", Field.Kind.TEXT))));
    }

    private static Field field(String name, Field.Kind kind) {
      return new Field(name, name, "", "", "", kind, List.of(), "models", null, null, true, false);
    }

    @Override
    public Map<String, List<Name>> names() {
      return Map.of("models", List.of(new Name("org/model-1", "")));
    }

    @Override
    public Outcome answer(Call call, Watch watch) {
      calls.add(call);
      if (blocks) {
        watch.onStop(stopped::countDown);
        begun.countDown();
        try {
          stopped.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      Report report =
          new Report(
              "busbar/x/1",
              "x",
              new Answer0("x"),
              List.of(new Block.Note("", "<script>alert(1)</script>")));
      return Outcome.of(report);
    }

    @Override
    public Outcome compare(List<Call> several, List<String> names, Watch watch) {
      return answer(several.getFirst(), watch);
    }

    @Override
    public String command(Call call) {
      return "busbar x";
    }

    @Override
    public @Nullable Call call(String command) {
      return null;
    }

    @Override
    public String planFile(Call call) {
      return "";
    }
  }
}
