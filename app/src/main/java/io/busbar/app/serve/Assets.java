package io.busbar.app.serve;

import io.busbar.app.render.html.HtmlRenderer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page's files, held in memory. Immutable. */
public final class Assets {
  private static final String FOLDER = "/io/busbar/web/";
  private static final String SHARED = "<!--shared-->";
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";
  private static final String PAGE = "text/html; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  private final Map<String, Asset> byPath = new LinkedHashMap<>();

  private Assets() {}

  /** The files of the build, or null when it was made without the page. */
  public static @Nullable Assets ofBuild() {
    String index = read("index.html");
    String script = read("app.js");
    String style = read("app.css");
    if (index == null || script == null || style == null) {
      return null;
    }
    Assets assets = new Assets();
    assets.put("/", index.replace(SHARED, HtmlRenderer.shared()), PAGE);
    assets.put("/app.js", script, SCRIPT);
    assets.put("/app.css", style, STYLE);
    assets.put("/report.css", HtmlRenderer.styleSheet(), STYLE);
    String licences = read("app.js.LEGAL.txt");
    assets.put("/app.js.LEGAL.txt", licences == null ? "" : licences, TEXT);
    return assets;
  }

  /** Other files, by path. */
  static Assets of(Map<String, String> pages) {
    Assets assets = new Assets();
    pages.forEach((path, text) -> assets.put(path, text, PAGE));
    return assets;
  }

  private void put(String path, String text, String type) {
    byPath.put(path, new Asset(text.getBytes(StandardCharsets.UTF_8), type));
  }

  /** The file at a path of the address, or null. */
  @Nullable Asset at(String path) {
    return byPath.get(path);
  }

  private static @Nullable String read(String name) {
    try (InputStream in = Assets.class.getResourceAsStream(FOLDER + name)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file and its type. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Asset(byte[] bytes, String type) {}
}
