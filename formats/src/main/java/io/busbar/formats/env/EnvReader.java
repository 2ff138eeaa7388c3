package io.busbar.formats.env;

/** Reads one text into what it sets and runs. Stateless; never throws for what a text holds. */
public final class EnvReader {
  private EnvReader() {}

  /**
   * Reads a text by what its name and content say it is.
   *
   * @param name what messages call it
   */
  public static EnvSource read(String name, String text) {
    String plain = text.indexOf('\0') >= 0 ? text.replace('\0', '\n') : text; // /proc/PID/environ
    SourceKind kind = SourceKinds.of(name, plain);
    return read(name, plain, kind);
  }

  /** Reads a text as a given kind. */
  public static EnvSource read(String name, String text, SourceKind kind) {
    Collector out = new Collector(name, text);
    switch (kind) {
      case SHELL -> ShellReader.read(out, 0, text.length());
      case LISTING -> ListingReader.listing(out);
      case NCCL_CONF -> ListingReader.conf(out);
      case DOCKERFILE -> DockerfileReader.read(out);
      case YAML -> YamlEnvReader.read(out);
      case PYTHON -> PythonReader.read(out);
      case NCCL_LOG -> NcclLogReader.read(out);
      case MARKDOWN -> MarkdownReader.read(out);
      case OTHER -> {
        // Nothing to read.
      }
    }
    return out.finish(name, kind);
  }
}
