package io.busbar.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may use whom, from the poms, and which outside libraries. Any other edge fails. */
class ArchitectureTest {

  /** A room is a module; what it may use is what its pom declares, and these libraries. */
  private enum Room {
    BASE(),
    FORMATS(
        "org.snakeyaml..",
        "tools.jackson.core..",
        "org.apache.commons..",
        "org.tomlj..",
        "io.airlift.compress.."),
    MODEL(),
    COLLECTIVE(),
    NCCL("org.hipparchus.."),
    SIMULATE(),
    PLAN(),
    DESIGN(),
    RUNTIME(),
    TUNE(),
    DIAGNOSE(),
    APP(
        "picocli..",
        "tools.jackson..",
        "com.fasterxml.jackson.annotation..",
        "com.sun.net.httpserver..");

    private static final Pattern RUNTIME_DEPENDENCY =
        Pattern.compile(
            "<groupId>io\\.busbar</groupId>\\s*<artifactId>(\\w+)</artifactId>\\s*</dependency>");

    private final List<String> libraries;

    Room(String... libraries) {
      this.libraries = List.of(libraries);
    }

    String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    String packages() {
      return "io.busbar." + id() + "..";
    }

    /** Rooms that its pom declares; a scope other than compile does not count. */
    Stream<String> uses() throws IOException {
      String pom = Files.readString(Path.of("..", id(), "pom.xml"));
      return RUNTIME_DEPENDENCY.matcher(pom).results().map(found -> found.group(1));
    }

    String[] mayTouch() throws IOException {
      return Stream.of(
              Stream.of("java..", "javax.crypto..", "jdk..", "com.sun.management.."),
              Stream.of("org.jspecify..", packages()),
              uses().map(room -> "io.busbar." + room + ".."),
              libraries.stream())
          .flatMap(names -> names)
          .toArray(String[]::new);
    }
  }

  private static final Set<String> ONLY_IN_APP =
      Set.of(
          "java.lang.System.in",
          "java.lang.System.out",
          "java.lang.System.err",
          "java.lang.System.console",
          "java.lang.System.getenv",
          "java.lang.System.exit",
          "java.lang.Runtime.exit",
          "java.lang.Runtime.halt");

  private static final Set<String> ARBITRARY =
      Set.of(
          "java.util.HashMap",
          "java.util.HashSet",
          "java.util.IdentityHashMap",
          "java.util.Random",
          "java.util.SplittableRandom",
          "java.util.concurrent.ThreadLocalRandom");

  private static final JavaClasses BUSBAR = read();

  private static JavaClasses read() {
    // The rules need names of outside classes only; reading those classes too takes seconds.
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("io.busbar");
  }

  @Test
  void the_rooms_are_those_of_the_table() {
    Set<String> found = new TreeSet<>();
    BUSBAR.stream().map(ArchitectureTest::roomOf).forEach(found::add);

    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(Arrays.stream(Room.values()).map(Room::id).toList());
  }

  @ParameterizedTest
  @EnumSource
  void a_room_uses_only_what_its_pom_declares(Room room) throws IOException {
    classes()
        .that(resideInAPackage(room.packages()))
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(room.mayTouch()))
        .check(BUSBAR);
  }

  @Test
  void rooms_form_no_cycle() {
    slices().matching("io.busbar.(*)..").should().beFreeOfCycles().check(BUSBAR);
  }

  @Test
  void packages_form_no_cycle() {
    slices().matching("io.busbar.(**)").should().beFreeOfCycles().check(BUSBAR);
  }

  @ParameterizedTest
  @EnumSource
  void the_inside_of_a_room_is_its_own(Room room) {
    noClasses()
        .that(not(resideInAPackage(room.packages())))
        .should()
        .dependOnClassesThat(resideInAPackage("io.busbar." + room.id() + "..internal.."))
        .check(BUSBAR);
  }

  @Test
  void only_app_prints_reads_the_environment_and_exits() {
    noClasses()
        .that(not(resideInAPackage(Room.APP.packages())))
        .should()
        .accessTargetWhere(describe("it belongs to app", ArchitectureTest::touchesTheOutside))
        .check(BUSBAR);
  }

  /**
   * Two runs with one seed are equal to the byte: no order of hashes, no clock, no other chance.
   */
  @Test
  void engines_are_deterministic() {
    noClasses()
        .that(
            resideInAnyPackage(
                "io.busbar.simulate.event..",
                "io.busbar.simulate.fabric..",
                "io.busbar.simulate.packet..",
                "io.busbar.simulate.traffic.."))
        .should()
        .dependOnClassesThat(
            describe("it has an order or value of its own", ArchitectureTest::isArbitrary))
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(BUSBAR);
  }

  private static boolean isArbitrary(JavaClass type) {
    return ARBITRARY.contains(type.getName());
  }

  /** What a user names may be a device without end, a pipe, or too much: one class knows how. */
  @Test
  void files_of_the_user_are_opened_in_one_place() {
    noClasses()
        .that(describe("they open files of their own", type -> !opensItsOwn(type)))
        .should()
        .accessTargetWhere(describe("it opens a file", ArchitectureTest::opensFiles))
        .check(BUSBAR);
  }

  /** Files of the kernel, or that the runtime made itself. */
  private static boolean opensItsOwn(JavaClass type) {
    return type.getPackageName().equals("io.busbar.base.file")
        || Stream.of(
                "runtime.preflight.Counters",
                "runtime.preflight.Station",
                "runtime.preflight.Waits",
                "runtime.transport.",
                "runtime.bootstrap.",
                "runtime.perf.PerfGroup",
                "runtime.perf.PerfAggregators",
                "app.doctor.MachineFiles",
                "app.command.hosts.AgentCommand")
            .anyMatch(own -> type.getName().startsWith("io.busbar." + own));
  }

  private static boolean opensFiles(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    return owner.equals("java.nio.file.Files")
            && (access.getName().startsWith("read") && !access.getName().equals("readAttributes")
                || Set.of("newInputStream", "newBufferedReader", "newByteChannel", "lines")
                    .contains(access.getName()))
        || Set.of("java.io.FileInputStream", "java.io.FileReader", "java.util.Scanner")
            .contains(owner);
  }

  private static boolean touchesTheOutside(JavaAccess<?> access) {
    return access.getName().equals("printStackTrace")
        || ONLY_IN_APP.contains(access.getTargetOwner().getName() + "." + access.getName());
  }

  private static String roomOf(JavaClass type) {
    return type.getPackageName().split("\\.", 4)[2];
  }
}
