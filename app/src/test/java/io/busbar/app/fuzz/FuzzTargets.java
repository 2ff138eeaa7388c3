package io.busbar.app.fuzz;

import io.busbar.app.imported.LaunchFiles;
import io.busbar.app.imported.MscclppPlans;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.onesided.OneSidedProof;
import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.expect.NcclExpectation;
import io.busbar.formats.astra.NetworkReader;
import io.busbar.formats.astra.SystemFile;
import io.busbar.formats.calculon.ApplicationFile;
import io.busbar.formats.calculon.ExecutionFile;
import io.busbar.formats.chakra.ChakraGroups;
import io.busbar.formats.chakra.ChakraReader;
import io.busbar.formats.csv.CsvTable;
import io.busbar.formats.env.EnvReader;
import io.busbar.formats.fabric.FabricDumpReader;
import io.busbar.formats.goal.GoalReader;
import io.busbar.formats.hosts.NodeListReader;
import io.busbar.formats.hosts.RankFileReader;
import io.busbar.formats.hosts.SlurmTopologyReader;
import io.busbar.formats.htsim.ConnectionMatrixReader;
import io.busbar.formats.htsim.FatTreeFileReader;
import io.busbar.formats.mscclpp.PlanFile;
import io.busbar.formats.mscclpp.PlanReader;
import io.busbar.formats.nccltests.NcclTestsReader;
import io.busbar.formats.ncclxml.NcclXmlReader;
import io.busbar.formats.osu.OsuReader;
import io.busbar.formats.pickle.PickleReader;
import io.busbar.formats.shell.ShellRun;
import io.busbar.formats.simai.NodeGraphReader;
import io.busbar.formats.simai.WorkloadReader;
import io.busbar.formats.smi.SmiTopologyReader;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.plan.calibrate.MeasuredOperators;
import io.busbar.plan.validate.MeasuredSteps;
import io.busbar.runtime.launch.LaunchTemplate;
import io.busbar.runtime.tuning.Tuning;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the coverage-guided fuzzer calls: a reader with bytes. A reader may refuse its input in its
 * own words; whatever else it throws is a defect, and so is a diagnosis in which a part broke down.
 */
public final class FuzzTargets {
  /** A reader. */
  @FunctionalInterface
  interface Target {
    void read(byte[] bytes) throws Exception;
  }

  private static final String NAME = "input";
  private static final Map<String, Target> ALL = new LinkedHashMap<>();
  private static Target target = bytes -> {};

  static {
    ALL.put("yaml", bytes -> TreeReader.parse("x.yaml", bytes));
    ALL.put("json", bytes -> TreeReader.parse("x.json", bytes));
    ALL.put("csv", bytes -> CsvTable.parse(NAME, text(bytes)));
    ALL.put("pickle", PickleReader::read);
    ALL.put("nccl-xml", bytes -> NcclXmlReader.parse(NAME, bytes));
    ALL.put("nccl-tests", bytes -> NcclTestsReader.read(NAME, stream(bytes)));
    ALL.put("osu", bytes -> OsuReader.read(NAME, stream(bytes), new Problems()));
    ALL.put("fabric", bytes -> FabricDumpReader.read(NAME, stream(bytes)));
    ALL.put("node-list", bytes -> NodeListReader.read(NAME, text(bytes), new Problems()));
    ALL.put("rank-file", bytes -> RankFileReader.read(NAME, text(bytes), 8, new Problems()));
    ALL.put("slurm", bytes -> SlurmTopologyReader.read(NAME, text(bytes), new Problems()));
    ALL.put("matrix", bytes -> ConnectionMatrixReader.read(NAME, stream(bytes), new Problems()));
    ALL.put("fat-tree", bytes -> FatTreeFileReader.read(NAME, stream(bytes), new Problems()));
    ALL.put("mscclpp", FuzzTargets::mscclpp);
    ALL.put("goal", bytes -> GoalReader.read(NAME, stream(bytes), new Problems()));
    ALL.put("chakra", FuzzTargets::chakra);
    ALL.put("chakra-groups", FuzzTargets::chakraGroups);
    ALL.put("simai", bytes -> NodeGraphReader.read(NAME, stream(bytes), new Problems()));
    ALL.put("simai-workload", bytes -> WorkloadReader.read(NAME, stream(bytes), new Problems()));
    ALL.put("astra-network", FuzzTargets::astra);
    ALL.put("calculon", FuzzTargets::calculon);
    ALL.put("smi-topology", bytes -> SmiTopologyReader.read(NAME, text(bytes)));
    ALL.put("env", bytes -> EnvReader.read(NAME, text(bytes)));
    ALL.put("shell", bytes -> ShellRun.of(NAME, text(bytes), Map.of(), name -> null));
    ALL.put("tuning", bytes -> Tuning.parse(NAME, text(bytes)));
    ALL.put("launch", bytes -> LaunchTemplate.parse(NAME, text(bytes), 4));
    ALL.put("launch-script", bytes -> launch("job.sh", bytes));
    ALL.put("launch-toml", bytes -> launch("job.toml", bytes));
    ALL.put("launch-recipe", bytes -> launch("recipe.py", bytes));
    ALL.put("launch-torch", bytes -> launch("train.py", bytes));
    ALL.put("plan", bytes -> launch("plan.yaml", bytes));
    ALL.put("steps", FuzzTargets::steps);
    ALL.put("operators", bytes -> MeasuredOperators.read(CsvTable.parse(NAME, text(bytes))));
    ALL.put("diagnose", FuzzTargets::diagnose);
    ALL.put("archive", FuzzTargets::diagnose);
    ALL.put("traces", FuzzTargets::diagnose);
  }

  private FuzzTargets() {}

  private static void steps(byte[] bytes) {
    Cluster cluster = Clusters.parse("dgx-h100:2", Position.of(NAME), new Problems());
    if (cluster != null) {
      MeasuredSteps.read(CsvTable.parse(NAME, text(bytes)), cluster);
    }
  }

  static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /** Called by the fuzzer with the name of a target. */
  public static void fuzzerInitialize(String[] args) {
    target = ALL.get(args[0]);
  }

  /** Called by the fuzzer with each input. */
  public static void fuzzerTestOneInput(byte[] bytes) {
    try {
      target.read(bytes);
    } catch (InputException | IOException e) {
      return; // refused, in words
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void chakra(byte[] bytes) throws IOException {
    ChakraReader.read(
        NAME, stream(bytes), new Problems(), (node, offset) -> !node.name().isEmpty());
  }

  private static void mscclpp(byte[] bytes) throws IOException {
    Problems problems = new Problems();
    PlanFile plan = PlanReader.read(NAME, stream(bytes), problems, new Problems());
    problems.throwIfAny();
    if (plan != null) {
      OneSidedProof.of(MscclppPlans.plan(plan, NAME, new ArrayList<>()));
    }
  }

  private static void astra(byte[] bytes) {
    Tree tree = TreeReader.parse("x.yml", bytes);
    NetworkReader.read(tree, new Problems());
    SystemFile.of(tree, new Problems());
  }

  private static void calculon(byte[] bytes) {
    if (TreeReader.parse("x.json", bytes) instanceof Tree.Mapping root) {
      ExecutionFile.read(root, new Problems());
      ApplicationFile.read(root, new Problems());
    }
  }

  private static void chakraGroups(byte[] bytes) {
    ChakraGroups.of(TreeReader.parse("x.json", bytes), 8, new Problems());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static InputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  private static void launch(String name, byte[] bytes) throws IOException {
    Path folder = Files.createTempDirectory("busbar-fuzz-");
    Path file = folder.resolve(name);
    try {
      Files.write(file, bytes);
      LaunchFiles.plan(file, Map.of());
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  private static void diagnose(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("busbar-fuzz-", ".txt");
    try {
      Files.write(file, bytes);
      Diagnosis diagnosis = new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(file));
      if (!diagnosis.faults().isEmpty()) {
        throw new AssertionError(diagnosis.faults().toString());
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
