package io.busbar.formats.switchqos;

import io.busbar.base.problem.InputException;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads the configuration of a switch, whose ever it is. Never throws for what a text holds: what
 * cannot be read as JSON or YAML has no switch in it. Stateless.
 */
public final class SwitchQosReader {
  /** Texts of which one stands in every configuration that says anything of these settings. */
  private static final List<String> SETTINGS =
      List.of(
          "PORT_QOS_MAP",
          "WRED_PROFILE",
          "DSCP_TO_TC_MAP",
          "BUFFER_PROFILE",
          "priority-flow-control ",
          "qos map dscp",
          "random-detect ",
          "pause pfc-cos",
          "type network-qos",
          "nv set qos",
          "congestion-control:",
          "roce:");

  /** Texts of which one stands in every configuration of a switch that is read. */
  public static final List<String> KEYWORDS =
      Stream.concat(SETTINGS.stream(), BareSwitch.MARKS.stream()).toList();

  private SwitchQosReader() {}

  /**
   * The switches of a text; empty when there is none in it. One whose configuration says nothing of
   * lossless traffic comes without settings, unless it is clearly not of a RoCE fabric.
   *
   * @param source what messages call the file
   */
  public static List<SwitchQos> read(String source, String text) {
    if (KEYWORDS.stream().noneMatch(text::contains)) {
      return List.of();
    }
    String usual =
        source.substring(source.lastIndexOf('/') + 1).replaceFirst("\\.[A-Za-z0-9]{1,5}$", "");
    try {
      boolean told = SETTINGS.stream().anyMatch(text::contains);
      List<SwitchQos> found =
          told
              ? read(source, usual, text).stream().filter(SwitchQos::any).toList()
              : List.<SwitchQos>of();
      return found.isEmpty() ? BareSwitch.read(source, usual, text) : found;
    } catch (InputException e) {
      return List.of();
    }
  }

  private static List<SwitchQos> read(String source, String usual, String text) {
    String start = text.stripLeading();
    if (start.startsWith("{") && SonicQos.MARKS.stream().anyMatch(text::contains)) {
      Tree tree = TreeReader.parse(source, text.getBytes(StandardCharsets.UTF_8));
      return tree instanceof Tree.Mapping m ? List.of(SonicQos.read(source, usual, m)) : List.of();
    }
    if (text.contains("nv set ")) {
      return List.of(NvueQos.commands(source, usual, text));
    }
    if (text.contains("- set:") || start.startsWith("set:")) {
      Tree tree = TreeReader.parse(source, text.getBytes(StandardCharsets.UTF_8));
      return List.of(NvueQos.yaml(source, usual, tree));
    }
    return LineQos.MARK.matcher(text).find() ? LineQos.read(source, usual, text) : List.of();
  }
}
