/**
 * Tables of nccl-tests and rccl-tests, as text of every version and as JSON, with the check whether
 * busbw and algbw fit the number of ranks. Odd lines become warnings; the rest is used.
 */
@NullMarked
package io.busbar.formats.nccltests;

import org.jspecify.annotations.NullMarked;
