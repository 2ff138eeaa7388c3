/**
 * What all readers of logs and tool outputs share: lines are looked through for keywords first, and
 * only readers whose keyword stands in a line see it. Several readers may take from one file, since
 * people paste several tools' outputs into one.
 */
@NullMarked
package io.busbar.formats.artefact;

import org.jspecify.annotations.NullMarked;
