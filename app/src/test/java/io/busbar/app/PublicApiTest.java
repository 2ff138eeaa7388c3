package io.busbar.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What programs may call, written out: a change of it is a change of the release, made on purpose.
 * Writes docs/api anew with {@code -Dbusbar.docs=write}.
 */
class PublicApiTest {
  private static final Path FOLDER = Path.of("..", "docs", "api");
  private static final boolean WRITE = "write".equals(System.getProperty("busbar.docs"));

  /** The packages of each library that keep their names and meaning between releases. */
  private enum Library {
    COLLECTIVE("api", "schedule", "algorithm", "verify"),
    RUNTIME("buffer", "comm", "error", "gradient", "kernel"),
    NCCL("api", "settings", "time", "version"),
    SIMULATE("scenario.input", "scenario.report", "scenario.answer"),
    PLAN("", "answer", "input", "setting");

    private final List<String> packages;

    Library(String... packages) {
      this.packages = Arrays.stream(packages).map(this::whole).toList();
    }

    private String whole(String name) {
      return "io.busbar." + id() + (name.isEmpty() ? "" : "." + name);
    }

    String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_api_of_a_library_is_the_one_that_is_written_down(Library library) throws IOException {
    Path page = FOLDER.resolve(library.id() + ".txt");
    String api = written(library);
    if (WRITE) {
      Files.createDirectories(FOLDER);
      Files.writeString(page, api);
    }
    assertThat(page).as("write it with -Dbusbar.docs=write").hasContent(api);
  }

  private static String written(Library library) {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(library.packages);
    return classes.stream()
        .filter(type -> library.packages.contains(type.getPackageName()))
        .filter(type -> reachable(type) && !type.getSimpleName().equals("package-info"))
        .sorted(Comparator.comparing(JavaClass::getName))
        .map(PublicApiTest::text)
        .collect(Collectors.joining("\n"));
  }

  /** Public, as everything around it. */
  private static boolean reachable(JavaClass type) {
    return open(type.getModifiers())
        && type.getEnclosingClass().map(PublicApiTest::reachable).orElse(true);
  }

  private static boolean open(Set<JavaModifier> modifiers) {
    return !modifiers.contains(JavaModifier.SYNTHETIC)
        && (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED));
  }

  private static String text(JavaClass type) {
    String members =
        Stream.of(type.getFields(), type.getConstructors(), type.getMethods())
            .flatMap(Set::stream)
            .filter(member -> open(member.getModifiers()))
            .filter(member -> !member.getModifiers().contains(JavaModifier.BRIDGE))
            .map(member -> "  " + text(member) + "\n")
            .sorted()
            .collect(Collectors.joining());
    return kind(type) + " " + type.getName() + "\n" + members;
  }

  private static String kind(JavaClass type) {
    if (type.isEnum()) {
      return "enum";
    }
    if (type.isRecord()) {
      return "record";
    }
    return type.isInterface() ? "interface" : "class";
  }

  /** Its name and types, without those that its class has: {@code of(String, int): Plan}. */
  private static String text(JavaMember member) {
    String name = member.getFullName().substring(member.getOwner().getName().length() + 1);
    String result =
        switch (member) {
          case JavaMethod method -> ": " + method.getRawReturnType().getName();
          case JavaField field -> ": " + field.getRawType().getName();
          default -> "";
        };
    String fixed = member.getModifiers().contains(JavaModifier.STATIC) ? "static " : "";
    return (fixed + name + result).replaceAll("java\\.(lang|util)\\.(?=[A-Z])", "");
  }
}
