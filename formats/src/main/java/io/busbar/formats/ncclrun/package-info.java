/**
 * What a job's logs and commands tell of NCCL: its settings, NICs, connections and communicators,
 * in the forms of all versions. Messages of failures are signals of the artefact package.
 */
@NullMarked
package io.busbar.formats.ncclrun;

import org.jspecify.annotations.NullMarked;
