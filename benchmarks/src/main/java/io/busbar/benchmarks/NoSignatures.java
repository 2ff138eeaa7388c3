package io.busbar.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Classes of the runtime without the comparison of calls, to stand in front of the others on a
 * class path: nothing is said of a call but whether its buffers are seen, messages are told apart
 * by number only, and nobody compares or asks. For measurements; results are right as long as all
 * ranks call the same.
 */
final class NoSignatures {
  private static final String PACKAGE = "io.busbar.runtime.execute";
  private static final ClassDesc BOARD = ClassDesc.of("io.busbar.runtime.transport", "Board");

  private NoSignatures() {}

  static void into(Path folder) throws IOException {
    rewrite(
        folder,
        "Meeting",
        Map.of(
            "tag(J)J",
            NoSignatures::tag,
            "say(Board,I,J,Z)V",
            NoSignatures::say,
            "check",
            NoSignatures::check));
    rewrite(
        folder, "Agreement", Map.of("begin", CodeBuilder::return_, "idle", CodeBuilder::return_));
  }

  private static String name(MethodModel method) {
    String name = method.methodName().stringValue();
    MethodTypeDesc type = method.methodTypeSymbol();
    return switch (name) {
      case "say" -> type.parameterCount() == 4 ? "say(Board,I,J,Z)V" : name;
      case "tag" -> "tag(J)J";
      default -> name;
    };
  }

  private static void rewrite(Path folder, String simple, Map<String, Consumer<CodeBuilder>> bodies)
      throws IOException {
    String file = PACKAGE.replace('.', '/') + "/" + simple + ".class";
    Map<String, Consumer<CodeBuilder>> left = new TreeMap<>(bodies);
    try (InputStream in = ClassLoader.getSystemResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no class " + file);
      }
      ClassModel model = ClassFile.of().parse(in.readAllBytes());
      ClassTransform transform =
          (builder, element) -> {
            Consumer<CodeBuilder> body =
                element instanceof MethodModel method ? left.remove(name(method)) : null;
            if (body == null) {
              builder.with(element);
            } else {
              MethodModel method = (MethodModel) element;
              builder.withMethodBody(
                  method.methodName(), method.methodType(), method.flags().flagsMask(), body);
            }
          };
      byte[] bytes = ClassFile.of().transformClass(model, transform);
      Path target = folder.resolve(file);
      Files.createDirectories(target.getParent());
      Files.write(target, bytes);
    }
    if (!left.isEmpty()) {
      throw new IllegalStateException(simple + " has no method " + left.keySet() + " any more");
    }
  }

  /** The number itself. */
  private static void tag(CodeBuilder code) {
    code.lload(1).lreturn();
  }

  /** Arrives, with whether its buffers are seen. */
  private static void say(CodeBuilder code) {
    code.aload(1).iload(2).lload(3).iload(5).i2l();
    code.invokevirtual(
        BOARD,
        "arrive",
        MethodTypeDesc.of(
            ConstantDescs.CD_void,
            ConstantDescs.CD_int,
            ConstantDescs.CD_long,
            ConstantDescs.CD_long));
    code.return_();
  }

  /** Whether all buffers are seen. */
  private static void check(CodeBuilder code) {
    int visible = code.allocateLocal(TypeKind.INT);
    int rank = code.allocateLocal(TypeKind.INT);
    Label top = code.newLabel();
    Label end = code.newLabel();
    code.iconst_1().istore(visible).iconst_0().istore(rank);
    code.labelBinding(top).iload(rank).iload(3).if_icmpge(end);
    code.iload(visible).aload(1).iload(rank).lload(4);
    code.invokevirtual(
        BOARD,
        "digest",
        MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_int, ConstantDescs.CD_long));
    code.l2i().iconst_1().iand().iand().istore(visible);
    code.iinc(rank, 1).goto_(top);
    code.labelBinding(end).iload(visible).ireturn();
  }
}
