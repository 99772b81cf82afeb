// SPDX-License-Identifier: Apache-2.0
package io.roceguard.text;

/** What may be repeated of a stranger's input in an error message: short, one line, printable ASCII. */
public final class Excerpt {

    private static final int LONGEST = 40;
    private static final String CUT = "...";

    private Excerpt() {}

    /** At most 40 characters of the text, each character that is not printable ASCII replaced with {@code ?}. */
    public static String of(String text) {
        return of(text, LONGEST);
    }

    static String of(String text, int longest) {
        boolean cut = text.length() > longest;
        int kept = cut ? longest - CUT.length() : text.length();
        StringBuilder excerpt = new StringBuilder(longest);
        for (int i = 0; i < kept; i++) {
            char c = text.charAt(i);
            excerpt.append(c >= ' ' && c <= '~' ? c : '?');
        }
        return cut ? excerpt.append(CUT).toString() : excerpt.toString();
    }
}
