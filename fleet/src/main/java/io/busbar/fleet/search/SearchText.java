package io.busbar.fleet.search;

import io.busbar.app.command.plan.Searches;
import io.busbar.base.file.UserFile;
import io.busbar.fleet.wire.RecordReader;
import io.busbar.fleet.wire.RecordWriter;
import io.busbar.formats.tree.Tree;
import io.busbar.plan.space.SearchFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a machine needs to look through a part of a search: the document, and the files that it
 * names, which another machine may not have.
 *
 * @param document as the search was read from
 * @param files content of the files by the text that names them
 */
record SearchText(Tree document, Map<String, byte[]> files) {
  private static final int MAX_BYTES = 16 << 20;

  /** Of a search on this machine. */
  static SearchText of(Tree document) {
    Map<String, byte[]> files = new TreeMap<>();
    collect(document, files);
    return new SearchText(document, files);
  }

  byte[] bytes() {
    return RecordWriter.bytes(this);
  }

  static SearchText of(byte[] bytes) {
    return RecordReader.of(bytes, SearchText.class);
  }

  private static void collect(Tree tree, Map<String, byte[]> files) {
    switch (tree) {
      case Tree.Scalar scalar -> {
        String name = file(scalar.text());
        if (name != null) {
          files.put(name, UserFile.bytes(Path.of(name), MAX_BYTES));
        }
      }
      case Tree.Sequence list -> list.items().forEach(item -> collect(item, files));
      case Tree.Mapping mapping -> mapping.values().forEach(value -> collect(value, files));
    }
  }

  /** The file that a value names, perhaps with counts of nodes behind a colon; else null. */
  private static @Nullable String file(String text) {
    int colon = text.lastIndexOf(':');
    for (String name : new String[] {text, colon > 0 ? text.substring(0, colon) : ""}) {
      try {
        if (!name.isEmpty() && Files.isRegularFile(Path.of(name))) {
          return name;
        }
      } catch (InvalidPathException e) {
        continue; // no file can have that name
      }
    }
    return null;
  }

  /** Reads the search; the files are brought here for as long as that takes. */
  SearchFile search() {
    if (files.isEmpty()) {
      return Searches.of(document);
    }
    Map<String, Path> here = new LinkedHashMap<>();
    try {
      Path folder = Files.createTempDirectory("busbar-search-");
      try {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
          Path own = Files.createDirectory(folder.resolve(Integer.toString(here.size())));
          String name = String.valueOf(Path.of(file.getKey()).getFileName());
          here.put(file.getKey(), Files.write(own.resolve(name), file.getValue()));
        }
        return Searches.of(moved(document, here));
      } finally {
        for (Path file : here.values()) {
          Files.deleteIfExists(file);
        }
        for (int i = 0; i < here.size(); i++) {
          Files.deleteIfExists(folder.resolve(Integer.toString(i)));
        }
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the files of the search here", e);
    }
  }

  private static Tree moved(Tree tree, Map<String, Path> here) {
    return switch (tree) {
      case Tree.Scalar scalar -> {
        String name = file(scalar.text(), here);
        yield name.isEmpty()
            ? scalar
            : new Tree.Scalar(
                scalar.at(),
                here.get(name) + scalar.text().substring(name.length()),
                scalar.quoted());
      }
      case Tree.Sequence list ->
          new Tree.Sequence(
              list.at(), list.items().stream().map(item -> moved(item, here)).toList());
      case Tree.Mapping mapping -> {
        Map<String, Tree.Entry> entries = new LinkedHashMap<>();
        mapping
            .entries()
            .forEach((key, entry) ->
                entries.put(key, new Tree.Entry(entry.keyAt(), moved(entry.value(), here))));
        yield new Tree.Mapping(mapping.at(), entries);
      }
    };
  }

  private static String file(String text, Map<String, Path> here) {
    int colon = text.lastIndexOf(':');
    String before = colon > 0 ? text.substring(0, colon) : "";
    return here.containsKey(text) ? text : here.containsKey(before) ? before : "";
  }
}
