package io.busbar.fleet.diagnose;

import io.busbar.app.command.diagnose.Expectations;
import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.Gathered;
import io.busbar.diagnose.Told;
import io.busbar.diagnose.check.Expectation;
import io.busbar.fleet.diagnose.Part.SeenFile;
import io.busbar.fleet.diagnose.PartWork.Pack;
import io.busbar.fleet.spark.Store;
import io.busbar.fleet.wire.RecordReader;
import io.busbar.fleet.wire.RecordWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.util.LongAccumulator;

/** Diagnoses the parts of a pack, on whatever machine it is sent to, and keeps what they told. */
final class DiagnosePack implements Function<byte[], Long> {
  private static final long serialVersionUID = 1;

  /** Records of a file beyond which it is read again rather than kept. */
  private static final int MOST_KEPT = 100_000;

  private final String out;
  private final String cluster;
  private final String rules;
  private final LongAccumulator read;

  DiagnosePack(String out, String cluster, String rules, LongAccumulator read) {
    this.out = out;
    this.cluster = cluster;
    this.rules = rules;
    this.read = read;
  }

  /** What files of a part told, as it is kept. */
  record ToldFiles(List<SeenFile> files, List<Told> told) {
    ToldFiles {
      files = List.copyOf(files);
      told = List.copyOf(told);
    }
  }

  /** The bytes that were read. */
  @Override
  public Long call(byte[] bytes) throws IOException {
    Pack pack = RecordReader.of(bytes, Pack.class);
    Store store = Store.onWorker(Kept.folder(out));
    Expectation expectation = Expectations.of(cluster);
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    List<FindingRow> findings = new ArrayList<>();
    List<TraitRow> traits = new ArrayList<>();
    List<FigureRow> figures = new ArrayList<>();
    List<PartState> states = new ArrayList<>();
    long readBytes = 0;
    for (PartWork work : pack.parts()) {
      Map<SeenFile, Told> known = known(store, work);
      List<Told> files = new ArrayList<>();
      long ofPart = 0;
      try (PartFiles source = new PartFiles(work.part())) {
        for (SeenFile file : work.part().files()) {
          Told before = known.get(file);
          if (before == null) {
            ofPart += file.bytes();
          }
          files.add(before == null ? source.told(file) : before);
        }
      }
      Gathered gathered = Gathered.ofTold(files);
      Diagnosis diagnosis = new Diagnoser(expectation).conclude(gathered);
      PartRows rows = new PartRows(work.part(), gathered.facts());
      findings.addAll(rows.findings(diagnosis));
      List<TraitRow> own = rows.traits();
      traits.addAll(own);
      figures.addAll(rows.figures());
      PartState.Span span = keep(work.part().files(), files, told);
      List<String> hosts = rows.hosts(diagnosis, own);
      states.add(
          new PartState(
              work.part().name(),
              work.part().files(),
              rules,
              !diagnosis.verdict().unread().isEmpty(),
              ofPart,
              hosts,
              span));
      readBytes += ofPart;
    }
    Kept.finish(
        store,
        pack.task(),
        told.toByteArray(),
        new Kept.Rows(findings, traits, figures),
        new Kept.Done(states));
    read.add(Math.max(1, readBytes));
    return readBytes;
  }

  private static PartState.Span keep(
      List<SeenFile> files, List<Told> told, ByteArrayOutputStream into) throws IOException {
    int from = into.size();
    List<SeenFile> keptFiles = new ArrayList<>();
    List<Told> kept = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      if (told.get(i).entries().size() <= MOST_KEPT) {
        keptFiles.add(files.get(i));
        kept.add(told.get(i));
      }
    }
    Deflater fast = new Deflater(Deflater.BEST_SPEED);
    try (DeflaterOutputStream packed = new DeflaterOutputStream(into, fast)) {
      new RecordWriter(packed).write(new ToldFiles(keptFiles, kept));
    } finally {
      fast.end();
    }
    return new PartState.Span(from, into.size() - from);
  }

  private static Map<SeenFile, Told> known(Store store, PartWork work) throws IOException {
    Map<SeenFile, Told> known = new HashMap<>();
    if (work.task().isEmpty()) {
      return known;
    }
    PartState.Span span = work.before().told();
    byte[] packed = store.read(work.task() + Kept.TOLD, span.from(), span.length());
    try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
      if (new RecordReader(in).read() instanceof ToldFiles files) {
        for (int i = 0; i < files.files().size(); i++) {
          known.put(files.files().get(i), files.told().get(i));
        }
      }
    }
    return known;
  }
}
