package io.busbar.fleet;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The row of this room in the table of rooms; the other rows are tested without Spark. */
class FleetArchitectureTest {
  private static final JavaClasses FLEET = read();

  private static JavaClasses read() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("io.busbar");
  }

  @Test
  void fleet_uses_only_what_the_table_allows() {
    classes()
        .that(resideInAPackage("io.busbar.fleet.."))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.jspecify..",
            "io.busbar.fleet..",
            "io.busbar.base..",
            "io.busbar.formats..",
            "io.busbar.plan..",
            "io.busbar.diagnose..",
            "io.busbar.app..",
            "org.apache.spark..",
            "org.apache.hadoop..",
            "scala..")
        .check(FLEET);
  }

  @Test
  void nothing_else_knows_spark_or_fleet() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.busbar.fleet..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.busbar.fleet..", "org.apache.spark..", "org.apache.hadoop..")
        .check(FLEET);
  }

  @Test
  void packages_form_no_cycle() {
    slices().matching("io.busbar.fleet.(*)..").should().beFreeOfCycles().check(FLEET);
  }

  @Test
  void fleet_does_not_print_or_exit() {
    noClasses()
        .that(resideInAPackage("io.busbar.fleet.."))
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .check(FLEET);
  }
}
