package io.busbar.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Faults of order that somebody might make in the shared memory of ranks: each is a class of the
 * runtime, rewritten, to stand in front of the right one on a class path.
 *
 * @param seen whether the fault can be seen on every machine; else a weaker order than asked for,
 *     which a machine or a compiler that keeps stores in order makes good
 */
record Mutant(String name, String file, String method, CodeTransform change, boolean seen) {
  private static final String TRANSPORT = "io/busbar/runtime/transport/";
  private static final String SEND_END = TRANSPORT + "SlotLink$SendEnd";
  private static final String RECEIVE_END = TRANSPORT + "SlotLink$ReceiveEnd";
  private static final String END = TRANSPORT + "SlotLink$End";
  private static final String BOARD = TRANSPORT + "Board";
  private static final ClassDesc HANDLE = desc(VarHandle.class);
  private static final ClassDesc SEGMENT = desc(MemorySegment.class);

  static List<Mutant> all() {
    return List.of(
        new Mutant(
            "'sent' is published before length and tag are there",
            SEND_END,
            "send",
            before(Mutant::sent),
            true),
        new Mutant("a sender counts a slot too many", SEND_END, "ready", orEqual(), true),
        new Mutant("a receiver counts a message too many", RECEIVE_END, "ready", orEqual(), true),
        new Mutant(
            "an arrival is published before its digest is there",
            BOARD,
            "arrive",
            before(Mutant::arrived),
            true),
        new Mutant(
            "who is an operation behind counts as arrived", BOARD, "missing", oneLess(), true),
        new Mutant(
            "counters of links are stored without release",
            END,
            "advance",
            plain("setRelease", "set"),
            false),
        new Mutant(
            "counters of links are loaded without acquire",
            END,
            "counter",
            plain("getAcquire", "get"),
            false),
        new Mutant(
            "an arrival is stored without release",
            BOARD,
            "arrive",
            plain("setRelease", "set"),
            false),
        new Mutant(
            "arrivals are loaded without acquire",
            BOARD,
            "missing",
            plain("getAcquire", "get"),
            false));
  }

  private static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  private static ClassDesc named(String file) {
    return ClassDesc.ofInternalName(file);
  }

  /** Names of the tests that look at its class. */
  String tests() {
    return file.equals(BOARD) ? "BoardStress.*" : "LinkStress.*";
  }

  /** Writes the rewritten class. */
  void into(Path folder) throws IOException {
    boolean[] found = {false};
    try (InputStream in = ClassLoader.getSystemResourceAsStream(file + ".class")) {
      if (in == null) {
        throw new IllegalStateException("no class " + file);
      }
      byte[] bytes =
          ClassFile.of()
              .transformClass(
                  ClassFile.of().parse(in.readAllBytes()),
                  ClassTransform.transformingMethods(
                      model -> {
                        boolean it = model.methodName().equalsString(method);
                        found[0] |= it;
                        return it;
                      },
                      MethodTransform.transformingCode(change)));
      Path target = folder.resolve(file + ".class");
      Files.createDirectories(target.getParent());
      Files.write(target, bytes);
    }
    if (!found[0]) {
      throw new IllegalStateException(file + " has no method " + method + " any more");
    }
  }

  /** Does something first. */
  private static CodeTransform before(Consumer<CodeBuilder> first) {
    return new CodeTransform() {
      @Override
      public void atStart(CodeBuilder code) {
        first.accept(code);
      }

      @Override
      public void accept(CodeBuilder code, CodeElement element) {
        code.with(element);
      }
    };
  }

  private static void release(CodeBuilder code) {
    code.invokevirtual(
        HANDLE,
        "setRelease",
        MethodTypeDesc.of(
            ConstantDescs.CD_void, SEGMENT, ConstantDescs.CD_long, ConstantDescs.CD_long));
  }

  /** Stores one more than was sent. */
  private static void sent(CodeBuilder code) {
    code.getstatic(named(TRANSPORT + "SlotLink"), "LONG", HANDLE);
    code.aload(0).getfield(named(SEND_END), "memory", SEGMENT).lconst_0();
    code.aload(0).getfield(named(SEND_END), "done", ConstantDescs.CD_long).lconst_1().ladd();
    release(code);
  }

  private static void arrived(CodeBuilder code) {
    code.getstatic(named(BOARD), "LONG", HANDLE);
    code.aload(0).getfield(named(BOARD), "memory", SEGMENT);
    code.aload(0).iload(1).lload(2);
    code.invokevirtual(
        named(BOARD),
        "front",
        MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_int, ConstantDescs.CD_long));
    code.lload(2);
    release(code);
  }

  /** "Less" becomes "less or equal". */
  private static CodeTransform orEqual() {
    return (code, element) -> {
      if (element instanceof BranchInstruction branch && branch.opcode() == Opcode.IFGE) {
        code.branch(Opcode.IFGT, branch.target());
      } else {
        code.with(element);
      }
    };
  }

  /** Compares with a number that is smaller by one. */
  private static CodeTransform oneLess() {
    return (code, element) -> {
      if (element instanceof OperatorInstruction operator && operator.opcode() == Opcode.LCMP) {
        code.lconst_1().lsub();
      }
      code.with(element);
    };
  }

  /** Another access of the same variable. */
  private static CodeTransform plain(String strong, String weak) {
    return (code, element) -> {
      if (element instanceof InvokeInstruction call && call.name().equalsString(strong)) {
        code.invokevirtual(HANDLE, weak, call.typeSymbol());
      } else {
        code.with(element);
      }
    };
  }
}
