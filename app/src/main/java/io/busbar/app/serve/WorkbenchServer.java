package io.busbar.app.serve;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The running server. Thread-safe; closed once, which deletes what was dropped. */
public final class WorkbenchServer implements AutoCloseable {
  private static final int TOKEN_BYTES = 24;
  private static final int WAITING = 64;

  private final HttpServer http;
  private final Sessions sessions;
  private final ExecutorService threads;
  private final String link;

  private WorkbenchServer(
      HttpServer http, Sessions sessions, ExecutorService threads, String link) {
    this.http = http;
    this.sessions = sessions;
    this.threads = threads;
    this.link = link;
  }

  /**
   * Starts to listen.
   *
   * @param faults told of what went wrong inside
   * @throws IOException when the place is taken or the folder for files cannot be made
   */
  public static WorkbenchServer start(
      Place place, Assets assets, Workbench workbench, Consumer<Throwable> faults)
      throws IOException {
    limit();
    HttpServer http =
        HttpServer.create(new InetSocketAddress(place.address(), place.port()), WAITING);
    int port = http.getAddress().getPort();
    String given = place.token();
    String token = given == null ? Sessions.newId(new SecureRandom(), TOKEN_BYTES) : given;
    List<Integer> ports = new ArrayList<>(List.of(port));
    if (place.publicPort() > 0) {
      ports.add(place.publicPort());
    }
    Guards guards = new Guards(place.names(), ports, token);
    Sessions sessions = new Sessions();
    Routes routes = new Routes(guards, assets, sessions, workbench);
    http.createContext(
        "/",
        exchange -> {
          try {
            routes.handle(new Exchange(exchange));
          } catch (Exchange.CutOff e) {
            throw e; // the server then closes the connection at once
          } catch (IOException e) {
            exchange.close(); // the page went away
          } catch (RuntimeException | Error e) {
            faults.accept(e);
            exchange.close();
          }
        });
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    http.setExecutor(threads);
    http.start();
    int shown = place.publicPort() > 0 ? place.publicPort() : port;
    String link = "http://" + place.names().getFirst() + ":" + shown + "/#token=" + token;
    return new WorkbenchServer(http, sessions, threads, link);
  }

  /** Against clients that are slow or many; the JDK reads these once. */
  private static void limit() {
    System.setProperty("sun.net.httpserver.maxReqTime", "60");
    System.setProperty("sun.net.httpserver.maxReqHeaders", "64");
    System.setProperty("sun.net.httpserver.idleInterval", "30");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "64");
    System.setProperty("jdk.httpserver.maxConnections", "256");
  }

  /** What the user opens. */
  public String link() {
    return link;
  }

  /** Asks itself what a page asks first. */
  public void rehearse() throws IOException {
    String call =
        "{\"slot\":\"main\",\"want\":\"page\",\"calls\":[{\"view\":\"plan\",\"values\":{"
            + "\"--model\":[\"llama3-70b\"],\"--cluster\":[\"dgx-h100:128\"],\"--tp\":[\"8\"],"
            + "\"--pp\":[\"4\"]}}]}";
    Session session = sessions.open();
    request("GET", "/", "", "");
    request("POST", "/api/hello", "", "");
    request("POST", "/api/ask", session.id(), call);
  }

  private void request(String method, String path, String session, String body) throws IOException {
    URL url = URI.create("http://127.0.0.1:" + port() + path).toURL();
    HttpURLConnection connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
    connection.setRequestMethod(method);
    connection.setRequestProperty(Routes.TOKEN, link.substring(link.indexOf('=') + 1));
    connection.setRequestProperty(Routes.SESSION, session);
    if (method.equals("POST")) {
      connection.setDoOutput(true);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body.getBytes(StandardCharsets.UTF_8));
      }
    }
    try (InputStream in = connection.getInputStream()) {
      in.transferTo(OutputStream.nullOutputStream());
    }
  }

  /** Where it listens. */
  InetAddress address() {
    return http.getAddress().getAddress();
  }

  int port() {
    return http.getAddress().getPort();
  }

  @Override
  public void close() {
    http.stop(0);
    sessions.close();
    threads.shutdownNow();
  }

  /**
   * Where a server listens.
   *
   * @param names what it can be called, without a port, the first is printed; IPv6 in brackets
   * @param port 0 for any that is free
   * @param publicPort port of the user's machine that is forwarded here; 0 for none
   * @param token null for a new one
   */
  public record Place(
      InetAddress address, List<String> names, int port, int publicPort, @Nullable String token) {
    public Place {
      names = List.copyOf(names);
    }
  }
}
