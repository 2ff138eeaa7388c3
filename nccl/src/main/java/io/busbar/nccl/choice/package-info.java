/**
 * What NCCL chooses for a call and why: which combinations are left out by which rule, and the
 * smallest modelled time among the rest.
 */
@NullMarked
package io.busbar.nccl.choice;

import org.jspecify.annotations.NullMarked;
