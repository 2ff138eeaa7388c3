package io.busbar.fleet.spark;

import io.busbar.app.fleet.Site;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * A running Spark. One at a time in a process; whatever it writes for itself lies in a folder of
 * its own, which is gone after {@link #close}.
 */
public final class Context implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final JavaSparkContext spark;
  private final Path scratch;

  private Context(JavaSparkContext spark, Path scratch) {
    this.spark = spark;
    this.scratch = scratch;
  }

  /**
   * Starts it. On this machine it listens on loopback only, and on no port for people.
   *
   * @throws InputException when the master does not answer
   */
  public static Context start(Site site, String name) {
    Path scratch = scratch();
    SparkConf conf = new SparkConf().setAppName("busbar fleet " + name);
    if (!site.master().isEmpty()) {
      conf.setMaster(site.master());
    } else {
      conf.setIfMissing("spark.master", "local[" + site.threads() + "]");
    }
    conf.setIfMissing("spark.ui.enabled", "false");
    conf.setIfMissing("spark.local.dir", scratch.toString());
    conf.setIfMissing("spark.sql.warehouse.dir", scratch.resolve("warehouse").toString());
    conf.setIfMissing("spark.hadoop.fs.permissions.umask-mode", "022");
    conf.setIfMissing("spark.hadoop.fs.automatic.close", "false");
    // Tables are small: compiling code for each query costs more than interpreting it.
    conf.setIfMissing("spark.sql.codegen.wholeStage", "false");
    String master = conf.get("spark.master");
    if (master.startsWith("local")) {
      conf.setIfMissing("spark.sql.shuffle.partitions", Integer.toString(2 * site.threads()));
    }
    if (master.startsWith("local") || master.contains("//" + LOOPBACK + ":")) {
      conf.setIfMissing("spark.driver.bindAddress", LOOPBACK);
      conf.setIfMissing("spark.driver.host", LOOPBACK);
    }
    Path jar = Build.jar();
    if (!master.startsWith("local") && jar != null && !conf.contains("spark.jars")) {
      conf.setJars(new String[] {jar.toString()});
    }
    site.settings().forEach(conf::set);
    try {
      JavaSparkContext spark = new JavaSparkContext(conf);
      // On Ctrl-C and SIGTERM Spark would stop itself while finished tasks are put together; what
      // its hooks would do is done by close().
      ShutdownHookManager.get().clearShutdownHooks();
      return new Context(spark, scratch);
    } catch (RuntimeException e) {
      delete(scratch);
      throw refused(master, e);
    } catch (Error e) {
      delete(scratch);
      throw e;
    }
  }

  private static InputException refused(String master, RuntimeException why) {
    String told = String.valueOf(why.getMessage()).lines().findFirst().orElse("");
    return new InputException(
        new Problem(Position.of("--master"), "", master, "a master that answers", told));
  }

  /** To give out work. */
  public JavaSparkContext spark() {
    return spark;
  }

  /** Whether all work is done in this process. */
  public boolean isLocal() {
    return spark.isLocal();
  }

  @Override
  public void close() {
    spark.stop();
    delete(scratch);
  }

  private static Path scratch() {
    try {
      return Files.createTempDirectory("busbar-fleet-");
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for temporary files", e);
    }
  }

  private static void delete(Path folder) {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException why)
                throws IOException {
              Files.deleteIfExists(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      // Spark's own hooks may delete the same files; what is left is in the folder for temporary
      // ones.
      return;
    }
  }
}
