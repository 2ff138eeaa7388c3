package io.busbar.app.command.catalog;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.Terminal;
import io.busbar.app.render.json.JsonRenderer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code busbar schema}: the JSON Schema of a file that is read or of an answer. */
@Command(
    name = "schema",
    description = "Print the JSON Schema (2020-12) of an input file or of an answer's JSON.",
    footer = {
      "  busbar schema                        lists the names",
      "  busbar schema plan --out plan.schema.json",
      "  busbar schema catalog-output"
    })
public final class SchemaCommand extends BusbarCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = {
        "Which schema: a kind of file, or the JSON of a command with -output; without it all names"
            + " are listed.",
        "Example: plan"
      })
  private @Nullable String name;

  public SchemaCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    if (name != null) {
      return Answer.of(JsonRenderer.renderTree(Schemas.get(name)));
    }
    StringBuilder list = new StringBuilder();
    for (Map.Entry<String, String> schema : Schemas.titles().entrySet()) {
      String padding = " ".repeat(Math.max(1, 26 - schema.getKey().length()));
      list.append(schema.getKey()).append(padding).append(schema.getValue()).append('\n');
    }
    return Answer.of(list.toString());
  }
}
