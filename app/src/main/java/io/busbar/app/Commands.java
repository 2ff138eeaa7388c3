package io.busbar.app;

import io.busbar.app.call.PlainCommand;
import io.busbar.app.call.Terminal;
import io.busbar.app.command.catalog.CatalogCommand;
import io.busbar.app.command.catalog.InitCommand;
import io.busbar.app.command.catalog.SchemaCommand;
import io.busbar.app.command.catalog.TextbookCommand;
import io.busbar.app.command.catalog.ValidateCommand;
import io.busbar.app.command.diagnose.DiagnoseCommand;
import io.busbar.app.command.fabric.DesignCommand;
import io.busbar.app.command.fabric.FabricCommand;
import io.busbar.app.command.fabric.PlaceCommand;
import io.busbar.app.command.fabric.TopoCommand;
import io.busbar.app.command.fleet.FleetCommand;
import io.busbar.app.command.hosts.AgentCommand;
import io.busbar.app.command.hosts.AggregatorCommand;
import io.busbar.app.command.hosts.PerfCommand;
import io.busbar.app.command.hosts.PreflightCommand;
import io.busbar.app.command.nccl.AlgoCommand;
import io.busbar.app.command.nccl.CalibrateCommand;
import io.busbar.app.command.nccl.CollectiveCommand;
import io.busbar.app.command.nccl.NcclCommand;
import io.busbar.app.command.nccl.TuneCommand;
import io.busbar.app.command.plan.GoodputCommand;
import io.busbar.app.command.plan.PlanCommand;
import io.busbar.app.command.plan.ScalingCommand;
import io.busbar.app.command.plan.SearchCommand;
import io.busbar.app.command.program.DoctorCommand;
import io.busbar.app.command.program.VersionCommand;
import io.busbar.app.command.serve.ServeCommand;
import io.busbar.app.command.simulate.SimulateCommand;
import java.util.List;

/** The commands by name. A run makes only the one it needs, since each costs time to load. */
public final class Commands {
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
  public static PlainCommand create(String name, Terminal terminal) {
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
      case "serve" -> new ServeCommand(terminal, Commands::create);
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
