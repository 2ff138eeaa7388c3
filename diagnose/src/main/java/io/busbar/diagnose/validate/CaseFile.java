package io.busbar.diagnose.validate;

import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a case of a corpus expects: {@code case.yaml}.
 *
 * @param id name of the case
 * @param folder where they are
 * @param artefacts files to give to the diagnosis
 * @param expected findings, the primary one first
 * @param mustNotClaim what would be wrong to say, in prose
 */
record CaseFile(
    String id,
    Path folder,
    List<String> artefacts,
    List<Expected> expected,
    List<String> mustNotClaim) {

  /**
   * A finding that is expected.
   *
   * @param severity in lower case
   */
  record Expected(String code, String severity, List<Token> evidence) {}

  /** Text that must stand in a line of evidence. */
  record Token(String file, int line, String token) {}

  static CaseFile read(Path folder, byte[] bytes) {
    Tree.Mapping root = mapping(TreeReader.parse(folder.resolve("case.yaml").toString(), bytes));
    List<String> artefacts = new ArrayList<>();
    for (Tree tool : items(root, "tools")) {
      String file = mapping(tool).text("file");
      if (file != null && !file.contains("..")) {
        artefacts.add(file);
      }
    }
    List<Expected> expected = new ArrayList<>();
    for (Tree finding : items(root, "expected_findings")) {
      Tree.Mapping m = mapping(finding);
      List<Token> tokens = new ArrayList<>();
      for (Tree evidence : items(m, "evidence")) {
        Tree.Mapping e = mapping(evidence);
        tokens.add(new Token(text(e, "file"), Integer.parseInt(text(e, "line")), text(e, "token")));
      }
      expected.add(
          new Expected(text(m, "code"), text(m, "severity").toLowerCase(Locale.ROOT), tokens));
    }
    List<String> claims =
        items(root, "must_not_claim").stream()
            .filter(t -> t instanceof Tree.Scalar)
            .map(t -> ((Tree.Scalar) t).text())
            .toList();
    return new CaseFile(text(root, "id"), folder, artefacts, expected, claims);
  }

  private static Tree.Mapping mapping(Tree tree) {
    if (tree instanceof Tree.Mapping m) {
      return m;
    }
    Problems problems = new Problems();
    problems.add(tree.at(), "", "", "a mapping", "");
    problems.throwIfAny();
    throw new IllegalStateException();
  }

  private static List<Tree> items(Tree.Mapping mapping, String key) {
    return mapping.get(key) instanceof Tree.Sequence s ? s.items() : List.of();
  }

  private static String text(Tree.Mapping mapping, String key) {
    String text = mapping.text(key);
    return text == null ? "" : text;
  }
}
