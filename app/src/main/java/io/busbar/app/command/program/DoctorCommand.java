package io.busbar.app.command.program;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.Terminal;
import io.busbar.app.doctor.Doctor;
import io.busbar.app.doctor.DoctorReport;
import io.busbar.app.option.FormatOption;
import java.io.File;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code busbar doctor}: what this machine has, and what can be measured on it. */
@Command(
    name = "doctor",
    description = "Check this machine: what it has, what limits it, what can be measured on it.",
    footer = {"  busbar doctor", "  busbar doctor --format json"})
public final class DoctorCommand extends BusbarCommand {
  private static final String AOT_CACHE = "-XX:AOTCache=";

  @Mixin private FormatOption format = new FormatOption();

  public DoctorCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    Doctor doctor = new Doctor(Path.of("/"), jvm());
    return format.answer(DoctorReport.of(doctor.examine()), ExitCodes.DONE);
  }

  private static Doctor.Jvm jvm() {
    return new Doctor.Jvm(
        Runtime.version().toString(),
        Runtime.getRuntime().availableProcessors(),
        ModuleFinder.ofSystem().find("jdk.incubator.vector").isPresent(),
        startsFromCache(),
        path());
  }

  /** Whether the JVM was given a cache that exists; one that does not fit is passed over. */
  private static boolean startsFromCache() {
    String[] arguments = ProcessHandle.current().info().arguments().orElse(new String[0]);
    return Arrays.stream(arguments)
        .filter(argument -> argument.startsWith(AOT_CACHE))
        .anyMatch(argument -> new File(argument.substring(AOT_CACHE.length())).isFile());
  }

  private static List<Path> path() {
    String path = System.getenv("PATH");
    return path == null
        ? List.of()
        : Arrays.stream(path.split(File.pathSeparator)).map(Path::of).toList();
  }
}
