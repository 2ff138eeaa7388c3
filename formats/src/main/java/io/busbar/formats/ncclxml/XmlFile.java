package io.busbar.formats.ncclxml;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import java.util.ArrayList;
import java.util.List;

/**
 * A topology or graph file of NCCL, whole or cut out.
 *
 * @param lines of the file, to quote from
 */
public record XmlFile(NcclXmlReader.Document document, Place at, TextLines lines) implements Entry {
  /** All elements of a name, at whatever depth, in the order of the file. */
  public List<Element> all(String name) {
    List<Element> found = new ArrayList<>();
    document.roots().forEach(root -> walk(root, name, found));
    return found;
  }

  private static void walk(Element element, String name, List<Element> found) {
    if (element.name().equals(name)) {
      found.add(element);
    }
    element.children().forEach(child -> walk(child, name, found));
  }

  public Place place(Element element) {
    return lines.place(element.at().line());
  }
}
