package io.busbar.formats.ncclxml;

import io.busbar.base.problem.Position;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An element of a file as it is written, with attributes and children that nobody knows. Immutable.
 *
 * @param name {@code system}, {@code cpu}, {@code pci}, …
 * @param attributes by name, in written order
 * @param children in written order
 * @param at where its tag starts
 */
public record Element(
    String name, Map<String, String> attributes, List<Element> children, Position at) {
  public Element {
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    children = List.copyOf(children);
  }

  /** The value of an attribute, empty when it is not written. */
  public String text(String attribute) {
    return attributes.getOrDefault(attribute, "");
  }

  /** Whether an attribute is written, be it empty. */
  public boolean has(String attribute) {
    return attributes.containsKey(attribute);
  }

  /** The children of a name. */
  public List<Element> children(String childName) {
    return children.stream().filter(child -> child.name().equals(childName)).toList();
  }

  /** This element and all below it. */
  public int count() {
    return 1 + children.stream().mapToInt(Element::count).sum();
  }
}
