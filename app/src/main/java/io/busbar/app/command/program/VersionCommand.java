package io.busbar.app.command.program;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.Terminal;
import io.busbar.app.render.json.JsonRenderer;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code busbar version}: which release this is, for people and for scripts. */
@Command(
    name = "version",
    description = "Print the version of busbar and of the Java runtime under it.",
    footer = {"  busbar version", "  busbar version --json | jq -r .version"})
public final class VersionCommand extends BusbarCommand {
  @Option(
      names = "--json",
      description = {"Print it as JSON.", "Example: busbar version --json"})
  private boolean json;

  public VersionCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    return Answer.of(json ? asJson() : String.join("\n", lines()) + "\n");
  }

  /** The version of the jar; {@code development} when the classes come from no jar. */
  static String busbar() {
    String version = VersionCommand.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  public static String[] lines() {
    return new String[] {"busbar " + busbar(), "java " + Runtime.version()};
  }

  private static String asJson() {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("schema", "busbar/version/1");
    answer.put("version", busbar());
    answer.put("java", Runtime.version().toString());
    answer.put("platform", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    return JsonRenderer.renderTree(answer);
  }
}
