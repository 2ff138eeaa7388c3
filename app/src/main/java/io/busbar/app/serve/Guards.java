package io.busbar.app.serve;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask, and what a browser may do with an answer. Loopback alone protects from nobody: any
 * page that the user has open can send requests to it, by its own name too (DNS rebinding). Pure
 * functions of a request's headers. Immutable.
 */
final class Guards {
  /** Largest body of a question; that of a piece of a file is {@link #MOST_PIECE}. */
  static final int MOST_BODY = 4 << 20;

  /** Largest piece of a dropped file; the page sends files in such pieces. */
  static final int MOST_PIECE = 8 << 20;

  private static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' data:",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types report");

  private final Set<String> hosts = new LinkedHashSet<>();
  private final byte[] token;

  /**
   * @param addresses what the server can be called, without a port; IPv6 in brackets
   * @param ports own port, and the one it is forwarded from
   * @param token what every question must carry
   */
  Guards(List<String> addresses, List<Integer> ports, String token) {
    for (String address : addresses) {
      ports.forEach(port -> hosts.add(address + ":" + port));
    }
    this.token = token.getBytes(StandardCharsets.UTF_8);
  }

  /** Headers of every answer. */
  static Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Security-Policy", POLICY);
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cache-Control", "no-store");
    return headers;
  }

  /**
   * Why a request is refused before anything of it is looked at; null when it may pass.
   *
   * @param host values of its Host header
   * @param origin values of its Origin header
   */
  @Nullable Refusal place(@Nullable List<String> host, @Nullable List<String> origin) {
    if (host == null || host.size() != 1 || !hosts.contains(host.getFirst())) {
      return new Refusal(403, "this server is called " + String.join(" or ", hosts));
    }
    if (origin == null) {
      return null;
    }
    String own = "http://";
    String from = origin.size() == 1 ? origin.getFirst() : "";
    return from.startsWith(own) && hosts.contains(from.substring(own.length()))
        ? null
        : new Refusal(403, "only the workbench's own page may ask");
  }

  /** Why a question is refused; null when it carries the token. Takes the same time either way. */
  @Nullable Refusal token(@Nullable List<String> given) {
    byte[] said =
        given == null || given.size() != 1
            ? new byte[0]
            : given.getFirst().getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(token, said)
        ? null
        : new Refusal(401, "open the link that 'busbar serve' printed: it carries the token");
  }

  /** Why a body of this announced length is refused unread; null when it may be read. */
  static @Nullable Refusal length(@Nullable String announced, int most) {
    if (announced == null) {
      return null; // chunked: counted while it is read
    }
    try {
      return Long.parseLong(announced) <= most ? null : tooLarge(most);
    } catch (NumberFormatException e) {
      return new Refusal(400, "Content-Length must be a number");
    }
  }

  /** Why a body is refused that turned out longer. */
  static Refusal tooLarge(int most) {
    return new Refusal(413, "a request may have at most " + (most >> 20) + " MiB");
  }

  /** A status and why. */
  record Refusal(int status, String why) {}
}
