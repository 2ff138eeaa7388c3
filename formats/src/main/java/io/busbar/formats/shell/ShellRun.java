package io.busbar.formats.shell;

import io.busbar.base.problem.Position;
import io.busbar.formats.shell.ShellCommand.Word;
import io.busbar.formats.shell.ShellNode.Document;
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
  private static final Set<String> DECLARING =
      Set.of("export", "declare", "typeset", "readonly", "local");

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
  private final ExpandedWords words = new ExpandedWords(state, this::substitute);
  private final ShellAssigner assigner = new ShellAssigner(state, words);
  private int steps;
  private int depth;

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
    boolean cut = steps >= MOST_STEPS || words.isExhausted();
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
    if (++steps > MOST_STEPS || depth > MOST_DEPTH || words.isExhausted()) {
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
    items.addAll(words.fields(each.words(), in));
    for (Traced item : items.subList(0, Math.min(items.size(), MOST_ROUNDS))) {
      state.set(each.name(), item);
      runAll(each.body(), in);
    }
    return true;
  }

  private boolean choice(ShellNode.Case choice, Traced in) {
    Traced value = words.joined(ExpandedWords.raw(choice.word(), in));
    String text = value.known() ? value.text : "";
    for (ShellNode.Arm arm : choice.arms()) {
      for (Token pattern : arm.patterns()) {
        if (ShellGlob.matches(words.joined(ExpandedWords.raw(pattern, in)).text, text)) {
          return runAll(arm.body(), in);
        }
      }
    }
    return true;
  }

  private boolean simple(ShellNode.Simple node, Traced in) {
    List<Token> tokens = node.words();
    int first = 0;
    while (first < tokens.size() && Assignments.is(tokens.get(first), in)) {
      assigner.assign(tokens.get(first), node.arrays(), in);
      first++;
    }
    if (first == tokens.size()) {
      return true;
    }
    String program = tokens.get(first).value();
    if (program.equals("[[") || program.equals("[") || program.equals("test")) {
      return test(tokens.subList(first + 1, tokens.size()), program, in);
    }
    if (program.equals("let")) {
      return assigner.let(tokens.subList(first + 1, tokens.size()), in);
    }
    if (DECLARING.contains(program)) {
      for (Token token : tokens.subList(first + 1, tokens.size())) {
        assigner.declare(token, node.arrays(), in);
      }
      return true;
    }
    List<Traced> command = words.fields(tokens.subList(first, tokens.size()), in);
    return !command.isEmpty() && command(command, node, in);
  }

  private boolean test(List<Token> tokens, String program, Traced in) {
    boolean twice = program.equals("[[");
    List<Traced> operands = new ArrayList<>();
    for (Token token : tokens) {
      if (token.kind() == Kind.OPERATOR) {
        operands.add(Traced.made(token.value(), 0));
      } else if (!token.value().equals("]]") && !token.value().equals("]")) {
        operands.addAll(
            twice ? List.of(words.joined(ExpandedWords.raw(token, in))) : words.fields(token, in));
      }
    }
    ShellTests tests = new ShellTests(operands, twice, state);
    boolean holds = tests.holds();
    if (tests.guessed() && !tokens.isEmpty() && guessed.size() < 1_000) {
      Position at = sources.at(ExpandedWords.raw(tokens.getFirst(), in).at(0));
      if (guesses.putIfAbsent(at.toString(), at) == null) {
        guessed.add(new Guess(at, holds));
      }
    }
    return holds;
  }

  private boolean command(List<Traced> command, ShellNode.Simple node, Traced in) {
    String program = command.getFirst().text;
    String name = program.substring(program.lastIndexOf('/') + 1);
    ShellNode.Function function = functions.get(program);
    if (function != null) {
      call(function, command);
      return true;
    }
    document(command, node, in);
    switch (name) {
      case "eval" -> text(joined(command, 1));
      case "set" -> setArguments(command);
      case "shift" -> shift(command);
      case "unset" -> command.forEach(word -> state.unset(word.text));
      case "source", "." -> source(command, 1);
      case "false" -> {
        return false;
      }
      default -> {
        record(command);
        InnerScripts.Inner inner = InnerScripts.of(command, name);
        if (inner != null && inner.text()) {
          text(command.get(inner.index()));
        } else if (inner != null) {
          source(command, inner.index());
        }
      }
    }
    return true;
  }

  private void call(ShellNode.Function function, List<Traced> command) {
    if (depth >= MOST_DEPTH) {
      return;
    }
    List<Traced> before = state.arguments();
    state.arguments(command.subList(1, command.size()));
    depth++;
    Traced text = functionTexts.get(function.name());
    if (text != null) {
      runAll(function.body(), text);
    }
    depth--;
    state.arguments(before);
  }

  /** {@code cat > FILE << EOF} and {@code echo TEXT > FILE}. */
  private void document(List<Traced> command, ShellNode.Simple node, Traced in) {
    Token into = node.into();
    if (into == null || files.size() > 100) {
      return;
    }
    Document document = node.document();
    Traced text = null;
    if (document != null) {
      Traced body = in.part(document.start(), document.end());
      text = document.expanded() ? words.document(body) : body;
    } else if (command.getFirst().text.equals("echo")) {
      text = joined(command, 1);
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
    files.put(words.joined(ExpandedWords.raw(into, in)).text, new Written(text.text, lines));
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

  private void setArguments(List<Traced> command) {
    for (int i = 1; i < command.size(); i++) {
      if (command.get(i).text.equals("--")) {
        state.arguments(command.subList(i + 1, command.size()));
        return;
      }
    }
  }

  private void shift(List<Traced> command) {
    int count =
        command.size() > 1 && command.get(1).text.matches("\\d{1,3}")
            ? Integer.parseInt(command.get(1).text)
            : 1;
    List<Traced> arguments = state.arguments();
    state.arguments(arguments.subList(Math.min(count, arguments.size()), arguments.size()));
  }

  private void source(List<Traced> command, int index) {
    if (index < command.size() && command.get(index).known() && depth < MOST_DEPTH) {
      String text = others.text(command.get(index).text);
      if (text != null) {
        List<Traced> before = state.arguments();
        state.arguments(command.subList(index + 1, command.size()));
        text(sources.add(command.get(index).text, text.replace("\r\n", "\n")));
        state.arguments(before);
      }
    }
  }

  private void record(List<Traced> command) {
    if (commands.size() >= MOST_COMMANDS) {
      return;
    }
    commands.add(new ShellCommand(command.stream().map(this::word).toList()));
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
      return document.expanded() ? words.document(body) : body;
    }
    List<Traced> command = words.fields(simple.words(), in);
    return command.isEmpty() ? null : ShellBuiltins.output(command, state);
  }
}
