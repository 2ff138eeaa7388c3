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
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of rooms: who may use whom, and which outside libraries. Any other edge fails. */
class ArchitectureTest {

  private enum Room {
    BASE(uses(), libraries()),
    FORMATS(
        uses("base"),
        libraries(
            "org.snakeyaml..",
            "tools.jackson.core..",
            "org.apache.commons..",
            "org.tomlj..",
            "io.airlift.compress..")),
    MODEL(uses("base", "formats"), libraries()),
    COLLECTIVE(uses("base"), libraries()),
    NCCL(uses("base", "formats", "model", "collective"), libraries("org.hipparchus..")),
    SIMULATE(uses("base", "formats", "model", "collective"), libraries()),
    PLAN(uses("base", "formats", "model", "collective"), libraries()),
    DESIGN(uses("base", "formats", "model", "collective", "nccl", "simulate", "plan"), libraries()),
    RUNTIME(uses("base", "collective"), libraries()),
    TUNE(uses("base", "formats", "model", "collective", "nccl", "plan"), libraries()),
    DIAGNOSE(uses("base", "formats", "model", "collective", "nccl", "plan", "tune"), libraries()),
    APP(
        uses(
            "base",
            "formats",
            "model",
            "collective",
            "nccl",
            "simulate",
            "plan",
            "design",
            "runtime",
            "tune",
            "diagnose"),
        libraries(
            "picocli..",
            "tools.jackson..",
            "com.fasterxml.jackson.annotation..",
            "com.sun.net.httpserver.."));

    private final Set<String> rooms;
    private final Set<String> libraries;

    Room(Set<String> rooms, Set<String> libraries) {
      this.rooms = rooms;
      this.libraries = libraries;
    }

    private static Set<String> uses(String... rooms) {
      return Set.of(rooms);
    }

    private static Set<String> libraries(String... packages) {
      return Set.of(packages);
    }

    String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    String packages() {
      return "io.busbar." + id() + "..";
    }

    String[] mayTouch() {
      return Stream.of(
              Stream.of("java..", "javax.crypto..", "jdk..", "com.sun.management.."),
              Stream.of("org.jspecify..", packages()),
              rooms.stream().map(room -> "io.busbar." + room + ".."),
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
  void a_room_uses_only_what_the_table_allows(Room room) {
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
