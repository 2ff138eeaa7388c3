package io.busbar.diagnose.check.machine;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.gpus.FieldTable;
import io.busbar.formats.gpus.UnreadableField;
import java.util.List;

/** Fields of a tool's table that should be numbers and are not. */
public final class Unreadable implements Check {
  private static final String CODE = "parse-warning";

  @Override
  public List<String> codes() {
    return List.of(CODE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (UnreadableField f : facts.all(UnreadableField.class)) {
      Conclusion c =
          Conclusion.info(CODE)
              .say(f.part() + ": " + f.name() + " is '" + f.value() + "', no number.")
              .at(f.at());
      facts.all(FieldTable.class).stream().limit(1).forEach(t -> c.at(t.temperatureAt()));
      out.add(c);
    }
    if (!out.has(CODE)) {
      facts.all(FieldTable.class).stream()
          .filter(t -> t.bad() == 0)
          .forEach(t ->
              out.healthy(
                  "All fields of the device are in order.", List.of(t.at(), t.temperatureAt())));
    }
  }
}
