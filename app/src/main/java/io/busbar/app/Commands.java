package io.busbar.app;

import java.util.List;

/** The commands by name. A run makes only the one it needs, since each costs time to load. */
final class Commands {
  /** In the order of the help. */
  static final List<String> NAMES =
      List.of(
          "plan",
          "search",
          "goodput",
          "design",
          "collective",
          "simulate",
          "algo",
          "place",
          "fabric",
          "perf",
          "preflight",
          "agent",
          "aggregator",
          "scaling",
          "diagnose",
          "fleet",
          "serve",
          "validate",
          "textbook",
          "tune",
          "nccl",
          "topo",
          "calibrate",
          "catalog",
          "init",
          "schema",
          "doctor",
          "version");

  private Commands() {}

  /**
   * @param name one of {@link #NAMES}
   */
  static PlainCommand create(String name, Terminal terminal) {
    return switch (name) {
      case "plan" -> new PlanCommand(terminal);
      case "goodput" -> new GoodputCommand(terminal);
      case "search" -> new SearchCommand(terminal);
      case "design" -> new DesignCommand(terminal);
      case "collective" -> new CollectiveCommand(terminal);
      case "calibrate" -> new CalibrateCommand(terminal);
      case "simulate" -> new SimulateCommand(terminal);
      case "algo" -> new AlgoCommand(terminal);
      case "fabric" -> new FabricCommand(terminal);
      case "place" -> new PlaceCommand(terminal);
      case "perf" -> new PerfCommand(terminal);
      case "preflight" -> new PreflightCommand(terminal);
      case "agent" -> new AgentCommand(terminal);
      case "aggregator" -> new AggregatorCommand(terminal);
      case "scaling" -> new ScalingCommand(terminal);
      case "diagnose" -> new DiagnoseCommand(terminal);
      case "fleet" -> new FleetCommand(terminal);
      case "serve" -> new ServeCommand(terminal);
      case "validate" -> new ValidateCommand(terminal);
      case "textbook" -> new TextbookCommand(terminal);
      case "tune" -> new TuneCommand(terminal);
      case "nccl" -> new NcclCommand(terminal);
      case "catalog" -> new CatalogCommand(terminal);
      case "topo" -> new TopoCommand(terminal);
      case "init" -> new InitCommand(terminal);
      case "schema" -> new SchemaCommand(terminal);
      case "doctor" -> new DoctorCommand(terminal);
      case "version" -> new VersionCommand(terminal);
      default -> throw new IllegalArgumentException("no command " + name);
    };
  }
}
