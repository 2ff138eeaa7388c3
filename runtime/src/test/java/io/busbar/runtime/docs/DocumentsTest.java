package io.busbar.runtime.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problem;
import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.comm.Comm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java in documents and examples compiles against the library alone. A block of a document is a
 * whole file when it begins with an import; otherwise it is the body of a method that has a {@code
 * comm} and imports the packages that users need.
 */
class DocumentsTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```java\\n(.*?)^ *```$");

  private static final String BEFORE =
      """
      import io.busbar.collective.algorithm.*; import io.busbar.collective.api.*;
      import io.busbar.runtime.bootstrap.*; import io.busbar.runtime.buffer.*;
      import io.busbar.runtime.call.*; import io.busbar.runtime.comm.*;
      import io.busbar.runtime.error.*; import io.busbar.runtime.gradient.*;
      import io.busbar.runtime.kernel.*; import io.busbar.runtime.transport.*;
      import io.busbar.runtime.launch.Interfaces;
      import java.net.*; import java.nio.file.*; import java.time.*; import java.util.*;
      abstract class %s { Comm comm; void body() throws Exception {
      """;

  @TempDir private Path classes;

  private static Path repository() {
    return Path.of("").toAbsolutePath().getParent();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Compiles files together, and tells what is wrong. */
  private List<String> errors(List<Source> sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    String library =
        Stream.of(Comm.class, Schedule.class, Problem.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .distinct()
            .collect(Collectors.joining(":"));
    List<String> options = List.of("-proc:none", "-cp", library, "-d", classes.toString());
    compiler.getTask(null, null, found, options, null, sources).call();
    return found.getDiagnostics().stream()
        .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
        .map(one -> one.toString().strip())
        .toList();
  }

  private static List<Source> blocks(String document) throws IOException {
    String text = Files.readString(repository().resolve(document));
    List<Source> sources = new ArrayList<>();
    Matcher blocks = BLOCK.matcher(text);
    for (MatchResult block : blocks.results().toList()) {
      String code = block.group(1);
      long line = text.substring(0, block.start()).lines().count() + 1;
      String name = document.replaceAll("\\W", "_") + "_line_" + line;
      boolean whole = code.startsWith("import ");
      String unit =
          whole
              ? "package whole%d;%n".formatted(line) + code
              : BEFORE.formatted(name) + code + "}}";
      String file = whole ? "whole" + line + "/" + only(code) : name;
      sources.add(new Source(file + ".java", unit));
    }
    return sources;
  }

  private static String only(String code) {
    Matcher name = Pattern.compile("(?m)^class (\\w+)").matcher(code);
    assertThat(name.find()).as("a class in %s", code).isTrue();
    return name.group(1);
  }

  @Test
  void blocks_of_the_documents_compile() throws Exception {
    List<Source> sources = new ArrayList<>(blocks("docs/runtime-start.md"));
    sources.addAll(blocks("docs/runtime.md"));
    sources.addAll(blocks("README.md"));
    assertThat(sources).hasSizeGreaterThan(5);
    assertThat(errors(sources)).isEmpty();
  }

  @Test
  void a_wrong_block_is_told_with_its_line() {
    Source wrong = new Source("Wrong.java", BEFORE.formatted("Wrong") + "comm.allReduce();}}");
    assertThat(errors(List.of(wrong))).singleElement().asString().contains("allReduce");
  }

  @Test
  void examples_compile() throws Exception {
    List<Path> files;
    try (Stream<Path> all = Files.walk(repository().resolve("examples"), 2)) {
      files = all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(4);
    Map<Path, List<Path>> byFolder = files.stream().collect(Collectors.groupingBy(Path::getParent));
    for (List<Path> together : byFolder.values()) {
      List<Source> sources = new ArrayList<>();
      for (Path file : together) {
        sources.add(new Source(file.getFileName().toString(), Files.readString(file)));
      }
      assertThat(errors(sources)).as("%s", together).isEmpty();
    }
  }
}
