import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites the classes of a jar to a class file version that the JVM's AOT cache accepts; what they
 * do stays the same. picocli ships Java 5 classes, which the cache skips, so that every start would
 * load two hundred of them one by one. Run by the launcher after a build: {@code java
 * ModernClasses.java FILE.jar}. A class that cannot be rewritten is kept as it is.
 */
final class ModernClasses {
  private static final int OLDEST_CACHED = 50;
  private static final int WRITTEN = 55;

  private ModernClasses() {}

  public static void main(String[] args) throws IOException {
    Path jar = Path.of(args[0]);
    Path rewritten = Path.of(args[0] + ".new");
    try (URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()});
        ZipInputStream in = new ZipInputStream(Files.newInputStream(jar));
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(rewritten))) {
      ClassFile file = file(classes);
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        byte[] bytes = in.readAllBytes();
        out.putNextEntry(new ZipEntry(entry.getName()));
        out.write(entry.getName().endsWith(".class") ? modern(bytes, file) : bytes);
        out.closeEntry();
      }
    }
    Files.move(rewritten, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Stack maps name the common parents of classes, so that those of the jar must be at hand. */
  private static ClassFile file(ClassLoader classes) {
    return ClassFile.of(
        ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
        ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofResourceParsing(classes)));
  }

  private static byte[] modern(byte[] bytes, ClassFile file) {
    try {
      ClassModel model = file.parse(bytes);
      if (model.majorVersion() >= OLDEST_CACHED) {
        return bytes;
      }
      // Method bodies are built anew, which gives them the stack maps that newer versions need.
      ClassTransform version =
          (builder, element) -> {
            if (element instanceof ClassFileVersion) {
              builder.withVersion(WRITTEN, 0);
            } else {
              builder.with(element);
            }
          };
      ClassTransform bodies =
          ClassTransform.transformingMethodBodies((builder, element) -> builder.with(element));
      return file.transformClass(model, version.andThen(bodies));
    } catch (IllegalArgumentException e) {
      return bytes;
    }
  }
}
