package io.busbar.app.command.catalog;

import io.busbar.app.algo.AlgoAnswer;
import io.busbar.app.algo.AlgoReport;
import io.busbar.app.algo.PlayAnswer;
import io.busbar.app.algo.PlayReport;
import io.busbar.app.call.Refusal;
import io.busbar.app.doctor.DoctorReport;
import io.busbar.app.doctor.Examination;
import io.busbar.app.hosts.FitAnswer;
import io.busbar.app.hosts.FitReport;
import io.busbar.app.hosts.RuntimeSweep;
import io.busbar.app.render.json.AnswerSchema;
import io.busbar.app.scenario.ScenarioFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.design.DesignReport;
import io.busbar.design.answer.DesignAnswer;
import io.busbar.design.discover.FabricAnswer;
import io.busbar.design.discover.FabricReport;
import io.busbar.design.place.PlaceAnswer;
import io.busbar.design.place.PlaceReport;
import io.busbar.diagnose.CodeList;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.DiagnosisReport;
import io.busbar.diagnose.redact.Redaction;
import io.busbar.diagnose.redact.RedactionReport;
import io.busbar.diagnose.runbook.Runbook;
import io.busbar.diagnose.runbook.RunbookReport;
import io.busbar.diagnose.validate.DiagnosisScores;
import io.busbar.diagnose.validate.DiagnosisValidation;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.calibrate.ClusterFit;
import io.busbar.nccl.calibrate.ClusterFitReport;
import io.busbar.nccl.sweep.Sweep;
import io.busbar.nccl.sweep.SweepReport;
import io.busbar.nccl.topology.report.GraphReport;
import io.busbar.nccl.topology.report.TopologyAnswer;
import io.busbar.nccl.topology.report.TopologyDiff;
import io.busbar.nccl.topology.report.TopologyReport;
import io.busbar.nccl.validate.CollectiveReport;
import io.busbar.nccl.validate.CollectiveValidation;
import io.busbar.nccl.variable.VariablesReport;
import io.busbar.plan.PlanReport;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.calibrate.MachineFit;
import io.busbar.plan.calibrate.MachineFitReport;
import io.busbar.plan.compare.CompareAnswer;
import io.busbar.plan.compare.CompareReport;
import io.busbar.plan.goodput.GoodputAnswer;
import io.busbar.plan.goodput.GoodputReport;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.scaling.MeasuredScaling;
import io.busbar.plan.space.SearchAnswer;
import io.busbar.plan.space.SearchFile;
import io.busbar.plan.space.SearchReport;
import io.busbar.plan.textbook.TextbookReport;
import io.busbar.plan.validate.TrainingValidation;
import io.busbar.plan.validate.ValidationReport;
import io.busbar.runtime.perf.PerfAnswer;
import io.busbar.runtime.perf.PerfReport;
import io.busbar.runtime.perf.TuneAnswer;
import io.busbar.runtime.perf.TuneReport;
import io.busbar.runtime.preflight.PreflightAnswer;
import io.busbar.runtime.preflight.PreflightReport;
import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.report.SimulationReport;
import io.busbar.simulate.step.StepAnswer;
import io.busbar.simulate.step.StepReport;
import io.busbar.simulate.validate.SimulationScores;
import io.busbar.simulate.validate.SimulationValidation;
import io.busbar.tune.advice.AdviceReport;
import io.busbar.tune.advice.Recommendation;
import io.busbar.tune.lint.LintReport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * All schemas by name. An input file is registered with the schema of its shape, an answer with its
 * record class; nothing is made before it is asked for. Constants.
 */
public final class Schemas {
  private static final Map<String, Schema> ALL = new LinkedHashMap<>();

  static {
    ALL.put("plan", new Schema("plan file, as 'busbar plan FILE' reads it", PlanFile::schema));
    ALL.put(
        "search", new Schema("search file, as 'busbar search FILE' reads it", SearchFile::schema));
    ALL.put("cluster", new Schema("cluster file, as --cluster reads it", Schemas::cluster));
    ALL.put(
        "simulate",
        new Schema(
            "scenario file, as 'busbar simulate --scenario' reads it", ScenarioFile::schema));
    output("plan-output", PlanReport.SCHEMA, PlanAnswer.class, "answer of 'busbar plan'");
    output(
        "plan-compare-output",
        CompareReport.SCHEMA,
        CompareAnswer.class,
        "answer of 'busbar plan' with several plans");
    output(
        "goodput-output", GoodputReport.SCHEMA, GoodputAnswer.class, "answer of 'busbar goodput'");
    output("search-output", SearchReport.SCHEMA, SearchAnswer.class, "answer of 'busbar search'");
    output("design-output", DesignReport.SCHEMA, DesignAnswer.class, "answer of 'busbar design'");
    output(
        "collective-output",
        SweepReport.SCHEMA,
        Sweep.Answer.class,
        "answer of 'busbar collective'");
    output(
        "collective-runtime-output",
        RuntimeSweep.SCHEMA,
        RuntimeSweep.Answer.class,
        "answer of 'busbar collective' on processors");
    output(
        "calibrate-output",
        ClusterFitReport.SCHEMA,
        ClusterFit.Answer.class,
        "answer of 'busbar calibrate'");
    output(
        "calibrate-steps-output",
        MachineFitReport.SCHEMA,
        MachineFit.Answer.class,
        "answer of 'busbar calibrate --steps'");
    output(
        "simulate-output",
        SimulationReport.SCHEMA,
        SimulationAnswer.class,
        "answer of 'busbar simulate'");
    output("algo-output", AlgoReport.SCHEMA, AlgoAnswer.class, "answer of 'busbar algo'");
    output("algo-play-output", PlayReport.SCHEMA, PlayAnswer.class, "answer of 'busbar algo play'");
    output("place-output", PlaceReport.SCHEMA, PlaceAnswer.class, "answer of 'busbar place'");
    output(
        "fabric-output", FabricReport.SCHEMA, FabricAnswer.class, "answer of 'busbar fabric show'");
    output(
        "simulate-step-output",
        StepReport.SCHEMA,
        StepAnswer.class,
        "answer of 'busbar simulate step'");
    output(
        "preflight-output",
        PreflightReport.SCHEMA,
        PreflightAnswer.class,
        "answer of 'busbar preflight'");
    output("perf-output", PerfReport.SCHEMA, PerfAnswer.class, "answer of 'busbar perf'");
    output(
        "perf-tune-output", TuneReport.SCHEMA, TuneAnswer.class, "answer of 'busbar perf --tune'");
    output("perf-fit-output", FitReport.SCHEMA, FitAnswer.class, "answer of 'busbar perf --fit'");
    output(
        "scaling-output",
        MeasuredScaling.SCHEMA,
        MeasuredScaling.Answer.class,
        "answer of 'busbar scaling'");
    output(
        "validate-training-output",
        ValidationReport.SCHEMA,
        TrainingValidation.Answer.class,
        "answer of 'busbar validate training'");
    output(
        "validate-collectives-output",
        CollectiveReport.SCHEMA,
        CollectiveValidation.Answer.class,
        "answer of 'busbar validate collectives'");
    output(
        "diagnose-output", DiagnosisReport.SCHEMA, Diagnosis.class, "answer of 'busbar diagnose'");
    output(
        "diagnose-codes-output",
        CodeList.SCHEMA,
        CodeList.Codes.class,
        "answer of 'busbar diagnose --list' and '--describe'");
    output(
        "runbook-output",
        RunbookReport.SCHEMA,
        Runbook.class,
        "answer of 'busbar diagnose --runbook'");
    output(
        "redact-output",
        RedactionReport.SCHEMA,
        Redaction.class,
        "answer of 'busbar diagnose --redact'");
    output(
        "validate-diagnosis-output",
        DiagnosisScores.SCHEMA,
        DiagnosisValidation.Answer.class,
        "answer of 'busbar validate diagnosis'");
    output(
        "validate-simulation-output",
        SimulationScores.SCHEMA,
        SimulationValidation.Answer.class,
        "answer of 'busbar validate simulation'");
    output(
        "textbook-output",
        TextbookReport.SCHEMA,
        TextbookReport.Answer.class,
        "answer of 'busbar textbook [ID]'");
    output(
        "lint-output",
        LintReport.SCHEMA,
        LintReport.Answer.class,
        "answer of 'busbar tune --check'");
    output(
        "tune-output",
        AdviceReport.SCHEMA,
        Recommendation.class,
        "answer of 'busbar tune --cluster'");
    output(
        "nccl-vars-output",
        VariablesReport.LIST_SCHEMA,
        VariablesReport.Listed.class,
        "answer of 'busbar nccl vars'");
    output(
        "nccl-var-output",
        VariablesReport.ONE_SCHEMA,
        VariablesReport.One.class,
        "answer of 'busbar nccl var NAME'");
    output(
        "catalog-output",
        CatalogReport.SCHEMA,
        CatalogReport.Entries.class,
        "answer of 'busbar catalog SHELF [NAME]'");
    output(
        "catalog-shelves-output",
        CatalogReport.SHELVES_SCHEMA,
        CatalogReport.Shelves.class,
        "answer of 'busbar catalog'");
    output(
        "hierarchy-output",
        HierarchyReport.SCHEMA,
        HierarchyReport.Levels.class,
        "answer of 'busbar catalog node NAME --hierarchy'");
    output(
        "topo-output",
        TopologyReport.SCHEMA,
        TopologyAnswer.class,
        "answer of 'busbar topo show FILE' for a topology");
    output(
        "topo-graph-output",
        GraphReport.SCHEMA,
        GraphReport.Answer.class,
        "answer of 'busbar topo show FILE' for a graph file");
    output(
        "topo-diff-output",
        TopologyDiff.SCHEMA,
        TopologyDiff.Answer.class,
        "answer of 'busbar topo diff FILE FILE'");
    output("doctor-output", DoctorReport.SCHEMA, Examination.class, "answer of 'busbar doctor'");
  }

  private Schemas() {}

  private record Schema(String title, Supplier<Map<String, Object>> document) {}

  private static void output(String name, String id, Class<? extends Record> answer, String title) {
    ALL.put(name, new Schema(title, () -> AnswerSchema.of(id, title, answer)));
  }

  private static Map<String, Object> cluster() {
    return Clusters.SHAPE.document("urn:busbar:cluster-file:1", "Busbar cluster file");
  }

  /** What each schema describes, by name. */
  static Map<String, String> titles() {
    Map<String, String> titles = new LinkedHashMap<>();
    ALL.forEach((name, schema) -> titles.put(name, schema.title()));
    return titles;
  }

  /**
   * @throws InputException when there is no schema of this name
   */
  static Map<String, Object> get(String name) {
    Schema schema = ALL.get(name);
    if (schema == null) {
      String expected = "one of " + String.join(", ", ALL.keySet());
      String hint = Nearest.hint(name, ALL.keySet());
      throw Refusal.of("NAME", name, expected, hint);
    }
    return schema.document().get();
  }
}
