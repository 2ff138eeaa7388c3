package io.busbar.diagnose.check;

import io.busbar.base.report.Severity;
import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a check concludes: a code, how sure and how grave, in which figures, on which lines. */
public final class Conclusion {
  /** Lines of evidence that are kept. */
  public static final int MAX_EVIDENCE = 12;

  /** Lines that tell what it is about; of a fault of many ports each has some. */
  private static final int MAX_ABOUT = 4_000;

  private static final int MAX_SENTENCES = 8;

  /** How sure a conclusion is. */
  public enum Confidence {
    LOW,
    MEDIUM,
    HIGH
  }

  private final String code;
  private Severity severity;
  private Confidence confidence = Confidence.HIGH;
  private final Set<String> sentences = new LinkedHashSet<>();
  private final Set<Place> evidence = new LinkedHashSet<>();
  private final Set<Place> about = new LinkedHashSet<>();
  private final List<String> looks = new ArrayList<>();

  private Conclusion(String code, Severity severity) {
    this.code = code;
    this.severity = severity;
  }

  public static Conclusion critical(String code) {
    return new Conclusion(code, Severity.CRITICAL);
  }

  public static Conclusion warning(String code) {
    return new Conclusion(code, Severity.WARNING);
  }

  public static Conclusion info(String code) {
    return new Conclusion(code, Severity.INFO);
  }

  public static Conclusion of(String code, Severity severity) {
    return new Conclusion(code, severity);
  }

  /** Adds a sentence with the figures of this case. */
  public Conclusion say(String sentence) {
    if (sentences.size() < MAX_SENTENCES) {
      sentences.add(sentence);
    }
    return this;
  }

  public Conclusion at(Place place) {
    if (evidence.size() < MAX_EVIDENCE) {
      evidence.add(place);
    }
    if (about.size() < MAX_ABOUT) {
      about.add(place);
    }
    return this;
  }

  /** Shows a line of something else that is well, for contrast: the finding is not about it. */
  public Conclusion beside(Place place) {
    if (evidence.size() < MAX_EVIDENCE) {
      evidence.add(place);
    }
    return this;
  }

  public Conclusion at(Collection<? extends Entry> entries) {
    entries.forEach(entry -> at(entry.at()));
    return this;
  }

  /** What to look at first, in this case; before what is always worth a look. */
  public Conclusion look(String command) {
    looks.add(command);
    return this;
  }

  public Conclusion confidence(Confidence how) {
    confidence = how;
    return this;
  }

  /** Takes another conclusion of the same code in. */
  void join(Conclusion other) {
    severity = severity.compareTo(other.severity) >= 0 ? severity : other.severity;
    confidence = confidence.compareTo(other.confidence) >= 0 ? confidence : other.confidence;
    other.sentences.forEach(this::say);
    other.about.forEach(this::at);
    other.evidence.forEach(this::beside);
    looks.addAll(other.looks);
  }

  public String code() {
    return code;
  }

  public Severity severity() {
    return severity;
  }

  public Confidence confidence() {
    return confidence;
  }

  public List<String> sentences() {
    return new ArrayList<>(sentences);
  }

  /** All lines that it was concluded from, also those that are not shown. */
  public Set<Place> about() {
    return about;
  }

  public List<String> looks() {
    return looks;
  }

  public List<Place> evidence() {
    return new ArrayList<>(evidence);
  }
}
