// SPDX-License-Identifier: Apache-2.0
package io.roceguard.register;

/** Collects the rows of a listing of one form. */
interface ListingRows {

    /** Takes a row of this form; a {@link io.roceguard.text.TextException} when it says nothing sensible. */
    void add(ListingRow row);

    boolean isEmpty();

    /** What all rows together say; a {@link io.roceguard.text.TextException} when that is no register. */
    RegisterReading reading();
}
