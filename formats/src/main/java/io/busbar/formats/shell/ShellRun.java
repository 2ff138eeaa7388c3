package io.busbar.formats.shell;

import io.busbar.base.problem.Position;
import io.busbar.formats.shell.ShellCommand.Word;
import io.busbar.formats.shell.ShellNode.Document;
import io.busbar.formats.shell.ShellNode.Elements;
import io.busbar.formats.shell.ShellOutcome.Guess;
import io.busbar.formats.shell.ShellOutcome.Written;
import io.busbar.formats.shell.ShellWords.Kind;
import io.busbar.formats.shell.ShellWords.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows a script without running anything, as if it were started with no arguments and an empty
 * environment: variables, arrays, functions, conditions, loops over words, here-documents, {@code
 * eval} and {@code bash -c}. Bounded in steps and text. One use.
 */
public final class ShellRun {
  private static final int MOST_STEPS = 50_000;
  private static final int MOST_COMMANDS = 5_000;
  private static final int MOST_DEPTH = 32;
  private static final int MOST_ROUNDS = 64;
  private static final int MOST_EXPANDED = 1 << 24;
  private static final Set<String> DECLARING =
      Set.of("export", "declare", "typeset", "readonly", "local");
  private static final Set<String> SHELLS = Set.of("bash", "sh", "zsh", "dash", "ksh");

  private final Sources sources = new Sources();
  private final ShellState state = new ShellState();
  private final Files others;
  private final List<ShellCommand> commands = new ArrayList<>();
  private final List<Word> directives = new ArrayList<>();
  private final Map<String, Written> files = new HashMap<>();
  private final Map<String, ShellNode.Function> functions = new HashMap<>();
  private final Map<String, Traced> functionTexts = new HashMap<>();
  private final Map<String, Position> guesses = new LinkedHashMap<>();
  private final List<Guess> guessed = new ArrayList<>();
  private final ShellExpander expander = new ShellExpander(state, this::substitute);
  private int steps;
  private int depth;
  private int expanded;

  /** Other scripts that a script reads; null for one that is not at hand. */
  public interface Files {
    /** The text of a file as the script names it. */
    @Nullable String text(String name);
  }

  private ShellRun(Files others) {
    this.others = others;
  }

  /**
   * What a script does.
   *
   * @param name what messages call it
   * @param preset variables that are known from elsewhere, a batch system's for example
   */
  public static ShellOutcome of(
      String name, String text, Map<String, String> preset, Files others) {
    ShellRun run = new ShellRun(others);
    Traced traced = run.sources.add(name, text.replace("\r\n", "\n"));
    preset.forEach((key, value) -> run.state.set(key, Traced.made(value, 0)));
    run.text(traced);
    return run.outcome();
  }

  private ShellOutcome outcome() {
    boolean cut = steps >= MOST_STEPS || expanded >= MOST_EXPANDED;
    return new ShellOutcome(commands, directives, files, guessed, cut);
  }

  private void text(Traced script) {
    if (depth >= MOST_DEPTH) {
      return;
    }
    depth++;
    ShellTokens tokens = ShellTokens.of(script.text);
    if (depth == 1) {
      directives(script, tokens);
    }
    runAll(ShellParser.parse(script.text, tokens), script);
    depth--;
  }

  private void directives(Traced script, ShellTokens tokens) {
    for (Token comment : tokens.directives) {
      String text = script.text.substring(comment.start() + 1, comment.end());
      int blank = text.indexOf(' ');
      if (blank < 0) {
        continue;
      }
      int hash = text.indexOf(" #");
      int end = comment.start() + 1 + (hash < 0 ? text.length() : hash);
      Traced words =
          script.part(comment.start() + 1 + blank, Math.max(comment.start() + 1 + blank, end));
      split(words).forEach(part -> directives.add(word(part)));
    }
    DirectiveNames.preset(directives, state);
  }

  private static List<Traced> split(Traced line) {
    List<Traced> out = new ArrayList<>();
    int from = -1;
    for (int i = 0; i <= line.length(); i++) {
      boolean blank = i == line.length() || Character.isWhitespace(line.text.charAt(i));
      if (blank && from >= 0) {
        out.add(line.part(from, i));
        from = -1;
      } else if (!blank && from < 0) {
        from = i;
      }
    }
    return out;
  }

  private Word word(Traced traced) {
    return new Word(traced.text, sources.at(traced.at(0)), traced.known());
  }

  /** Whether the last command may be taken to have succeeded. */
  private boolean runAll(List<ShellNode> nodes, Traced in) {
    boolean result = true;
    for (ShellNode node : nodes) {
      result = run(node, in);
    }
    return result;
  }

  private boolean run(ShellNode node, Traced in) {
    if (++steps > MOST_STEPS || depth > MOST_DEPTH || expanded > MOST_EXPANDED) {
      return false;
    }
    return switch (node) {
      case ShellNode.Simple simple -> simple(simple, in);
      case ShellNode.Pipe pipe -> runAll(pipe.parts(), in);
      case ShellNode.Not not -> !run(not.node(), in);
      case ShellNode.Group group -> runAll(group.body(), in);
      case ShellNode.Chain chain -> {
        boolean left = run(chain.left(), in);
        yield left == chain.and() ? run(chain.right(), in) : left;
      }
      case ShellNode.If branch ->
          runAll(branch.condition(), in)
              ? runAll(branch.then(), in)
              : runAll(branch.otherwise(), in);
      case ShellNode.Loop loop -> loop(loop, in);
      case ShellNode.For each -> each(each, in);
      case ShellNode.Case choice -> choice(choice, in);
      case ShellNode.Function function -> {
        if (functions.size() < 1_000) {
          functions.put(function.name(), function);
          functionTexts.put(function.name(), in);
        }
        yield true;
      }
    };
  }

  private boolean loop(ShellNode.Loop loop, Traced in) {
    int before = guessed.size();
    for (int round = 0; round < MOST_ROUNDS && steps < MOST_STEPS; round++) {
      if (runAll(loop.condition(), in) == loop.until()) {
        break;
      }
      runAll(loop.body(), in);
      if (guessed.size() > before || isEndless(loop)) {
        break; // what ends it only the machine knows
      }
    }
    return true;
  }

  private static boolean isEndless(ShellNode.Loop loop) {
    return loop.condition().size() == 1
        && loop.condition().getFirst() instanceof ShellNode.Simple simple
        && simple.words().size() == 1;
  }

  private boolean each(ShellNode.For each, Traced in) {
    List<Traced> items = new ArrayList<>();
    if (each.overArguments()) {
      items.addAll(state.arguments());
    }
    for (Token token : each.words()) {
      items.addAll(fields(token, in));
    }
    for (Traced item : items.subList(0, Math.min(items.size(), MOST_ROUNDS))) {
      state.set(each.name(), item);
      runAll(each.body(), in);
    }
    return true;
  }

  private boolean choice(ShellNode.Case choice, Traced in) {
    Traced value = expander.joined(raw(choice.word(), in));
    String text = value.known() ? value.text : "";
    for (ShellNode.Arm arm : choice.arms()) {
      for (Token pattern : arm.patterns()) {
        if (ShellGlob.matches(expander.joined(raw(pattern, in)).text, text)) {
          return runAll(arm.body(), in);
        }
      }
    }
    return true;
  }

  private static Traced raw(Token token, Traced in) {
    return in.part(token.start(), token.end());
  }

  private List<Traced> fields(Token token, Traced in) {
    List<Traced> fields = expander.fields(raw(token, in));
    for (Traced field : fields) {
      expanded += field.length() + 1;
    }
    return fields;
  }

  private boolean simple(ShellNode.Simple node, Traced in) {
    List<Token> words = node.words();
    int first = 0;
    while (first < words.size() && Assignments.is(words.get(first))) {
      assign(words.get(first), node.arrays(), in);
      first++;
    }
    if (first == words.size()) {
      return true;
    }
    String program = words.get(first).value();
    if (program.equals("[[") || program.equals("[") || program.equals("test")) {
      return test(words.subList(first + 1, words.size()), program, in);
    }
    if (program.equals("let")) {
      return let(words.subList(first + 1, words.size()), in);
    }
    if (DECLARING.contains(program)) {
      for (Token token : words.subList(first + 1, words.size())) {
        if (Assignments.is(token)) {
          assign(token, node.arrays(), in);
        }
      }
      return true;
    }
    List<Traced> expandedWords = new ArrayList<>();
    for (Token token : words.subList(first, words.size())) {
      expandedWords.addAll(fields(token, in));
    }
    return !expandedWords.isEmpty() && command(expandedWords, node, in);
  }

  private void assign(Token token, List<Elements> arrays, Traced in) {
    Traced raw = raw(token, in);
    int equals = Assignments.equalsAt(raw.text);
    boolean more = equals > 0 && raw.text.charAt(equals - 1) == '+';
    String target = raw.text.substring(0, more ? equals - 1 : equals);
    int bracket = target.indexOf('[');
    String name = bracket < 0 ? target : target.substring(0, bracket);
    for (Elements elements : arrays) {
      if (elements.name().equals(token)) {
        array(name, more, elements, in);
        return;
      }
    }
    Traced value = expander.joined(raw.part(equals + 1, raw.length()));
    expanded += value.length() + 1;
    if (bracket >= 0) {
      String key = target.substring(bracket + 1, Math.max(bracket + 1, target.length() - 1));
      state.setElement(name, key.replace("\"", "").replace("'", ""), value);
    } else if (more) {
      state.append(name, value);
    } else if (value.known() || !value.text.startsWith("$" + name)) {
      state.set(name, value);
    }
  }

  private void array(String name, boolean more, Elements elements, Traced in) {
    List<Traced> values = new ArrayList<>();
    for (Token token : elements.words()) {
      Traced raw = raw(token, in);
      int close = raw.text.startsWith("[") ? raw.text.indexOf("]=") : -1;
      if (close > 0) {
        String key = raw.text.substring(1, close).replace("\"", "").replace("'", "");
        state.setElement(name, key, expander.joined(raw.part(close + 2, raw.length())));
      } else {
        values.addAll(fields(token, in));
      }
    }
    if (more) {
      state.appendAll(name, values);
    } else if (!values.isEmpty() || elements.words().isEmpty()) {
      state.setAll(name, values);
    }
  }

  private boolean test(List<Token> tokens, String program, Traced in) {
    boolean twice = program.equals("[[");
    List<Traced> words = new ArrayList<>();
    for (Token token : tokens) {
      if (token.kind() == Kind.OPERATOR) {
        words.add(Traced.made(token.value(), 0));
      } else if (!token.value().equals("]]") && !token.value().equals("]")) {
        if (twice) {
          words.add(expander.joined(raw(token, in)));
        } else {
          List<Traced> fields = fields(token, in);
          words.addAll(fields);
        }
      }
    }
    ShellTests tests = new ShellTests(words, twice, state);
    boolean holds = tests.holds();
    if (tests.guessed() && !tokens.isEmpty() && guessed.size() < 1_000) {
      Position at = sources.at(raw(tokens.getFirst(), in).at(0));
      if (guesses.putIfAbsent(at.toString(), at) == null) {
        guessed.add(new Guess(at, holds));
      }
    }
    return holds;
  }

  /** {@code (( ))}: a condition; of assignments only plain ones are made. */
  private boolean let(List<Token> tokens, Traced in) {
    boolean result = true;
    for (Token token : tokens) {
      Traced raw = raw(token, in);
      String text = expander.document(raw).text.strip();
      int equals = Assignments.equalsAt(text.replace(" ", ""));
      if (equals > 0 && text.indexOf("==") < 0) {
        String squeezed = text.replace(" ", "");
        Long value = ShellArithmetic.value(squeezed.substring(equals + 1), state);
        String name = squeezed.substring(0, equals);
        if (value != null && name.chars().allMatch(c -> ShellWords.isName((char) c))) {
          state.set(name, Traced.made(value.toString(), raw.at(0)));
        }
      } else {
        Long value = ShellArithmetic.value(text, state);
        result = value != null && value != 0;
      }
    }
    return result;
  }

  private boolean command(List<Traced> words, ShellNode.Simple node, Traced in) {
    String program = words.getFirst().text;
    String name = program.substring(program.lastIndexOf('/') + 1);
    ShellNode.Function function = functions.get(program);
    if (function != null) {
      call(function, words);
      return true;
    }
    document(words, node, in);
    switch (name) {
      case "eval" -> text(joined(words, 1));
      case "set" -> setArguments(words);
      case "shift" -> shift(words);
      case "unset" -> words.forEach(word -> state.unset(word.text));
      case "source", "." -> source(words, 1);
      case "false" -> {
        return false;
      }
      default -> {
        record(words);
        inner(words, name);
      }
    }
    return true;
  }

  private void call(ShellNode.Function function, List<Traced> words) {
    if (depth >= MOST_DEPTH) {
      return;
    }
    List<Traced> before = state.arguments();
    state.arguments(words.subList(1, words.size()));
    depth++;
    Traced text = functionTexts.get(function.name());
    if (text != null) {
      runAll(function.body(), text);
    }
    depth--;
    state.arguments(before);
  }

  /** {@code cat > FILE << EOF} and {@code echo TEXT > FILE}. */
  private void document(List<Traced> words, ShellNode.Simple node, Traced in) {
    Token into = node.into();
    if (into == null || files.size() > 100) {
      return;
    }
    Document document = node.document();
    Traced text = null;
    if (document != null) {
      Traced body = in.part(document.start(), document.end());
      text = document.expanded() ? expander.document(body) : body;
    } else if (words.getFirst().text.equals("echo")) {
      text = joined(words, 1);
    }
    if (text == null || text.length() > ShellState.MOST_CHARACTERS) {
      return;
    }
    List<Position> lines = new ArrayList<>();
    for (int line = 0; line >= 0 && line < text.length(); ) {
      lines.add(sources.at(text.at(line)));
      int next = text.text.indexOf('\n', line);
      line = next < 0 ? -1 : next + 1;
    }
    expanded += text.length();
    files.put(expander.joined(raw(into, in)).text, new Written(text.text, lines));
  }

  private static Traced joined(List<Traced> words, int from) {
    Traced.Builder out = new Traced.Builder();
    for (Traced word : words.subList(Math.min(from, words.size()), words.size())) {
      if (!out.isEmpty()) {
        out.add(' ', word.at(0));
      }
      out.add(word);
    }
    return out.build();
  }

  private void setArguments(List<Traced> words) {
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i).text.equals("--")) {
        state.arguments(words.subList(i + 1, words.size()));
        return;
      }
    }
  }

  private void shift(List<Traced> words) {
    int count =
        words.size() > 1 && words.get(1).text.matches("\\d{1,3}")
            ? Integer.parseInt(words.get(1).text)
            : 1;
    List<Traced> arguments = state.arguments();
    state.arguments(arguments.subList(Math.min(count, arguments.size()), arguments.size()));
  }

  private void source(List<Traced> words, int index) {
    if (index < words.size() && words.get(index).known() && depth < MOST_DEPTH) {
      String text = others.text(words.get(index).text);
      if (text != null) {
        List<Traced> before = state.arguments();
        state.arguments(words.subList(index + 1, words.size()));
        text(sources.add(words.get(index).text, text.replace("\r\n", "\n")));
        state.arguments(before);
      }
    }
  }

  private void record(List<Traced> words) {
    if (commands.size() >= MOST_COMMANDS) {
      return;
    }
    commands.add(new ShellCommand(words.stream().map(this::word).toList()));
  }

  /** A shell inside the command, behind a launcher or a container perhaps. */
  private void inner(List<Traced> words, String name) {
    boolean remote = name.equals("ssh") || name.equals("pdsh");
    for (int i = 0; i + 1 < words.size(); i++) {
      String word = words.get(i).text;
      if (!SHELLS.contains(word.substring(word.lastIndexOf('/') + 1))) {
        continue;
      }
      int next = i + 1;
      while (next < words.size() && words.get(next).text.startsWith("-")) {
        if (words.get(next).text.matches("-[a-z]*c") && next + 1 < words.size()) {
          text(words.get(next + 1));
          return;
        }
        next++;
      }
      if (i == 0 || name.equals("srun") || name.equals("mpirun")) {
        source(words, next);
      }
      return;
    }
    if (remote && words.size() > 2) {
      text(words.getLast());
    } else if (name.endsWith(".sh") || name.endsWith(".bash")) {
      source(words, 0);
    } else if (name.equals("srun")) {
      for (int i = 1; i < words.size(); i++) {
        if (words.get(i).text.endsWith(".sh")) {
          source(words, i);
          return;
        }
      }
    }
  }

  /** Output of commands that say only what the script knows; else unknown. */
  private Traced substitute(Traced commandText, int place) {
    if (depth >= MOST_DEPTH || ++steps > MOST_STEPS) {
      return Traced.unknown("$(" + commandText.text + ")", place);
    }
    depth++;
    ShellTokens tokens = ShellTokens.of(commandText.text);
    List<ShellNode> nodes = ShellParser.parse(commandText.text, tokens);
    Traced out = nodes.size() == 1 ? output(nodes.getFirst(), commandText) : null;
    depth--;
    return out == null ? Traced.unknown("$(" + commandText.text + ")", place) : out;
  }

  private @Nullable Traced output(ShellNode node, Traced in) {
    if (node instanceof ShellNode.Pipe pipe && pipe.parts().size() == 2) {
      Traced first = output(pipe.parts().getFirst(), in);
      boolean calculates =
          pipe.parts().getLast() instanceof ShellNode.Simple last
              && !last.words().isEmpty()
              && last.words().getFirst().value().equals("bc");
      Long value =
          calculates && first != null && first.known()
              ? ShellArithmetic.value(first.text.strip(), state)
              : null;
      return value == null || first == null ? null : Traced.made(value.toString(), first.at(0));
    }
    if (!(node instanceof ShellNode.Simple simple) || simple.words().isEmpty()) {
      return null;
    }
    Document document = simple.document();
    if (document != null && simple.words().getFirst().value().equals("cat")) {
      Traced body = in.part(document.start(), document.end());
      return document.expanded() ? expander.document(body) : body;
    }
    List<Traced> words = new ArrayList<>();
    for (Token token : simple.words()) {
      words.addAll(fields(token, in));
    }
    return words.isEmpty() ? null : ShellBuiltins.output(words, state);
  }
}
