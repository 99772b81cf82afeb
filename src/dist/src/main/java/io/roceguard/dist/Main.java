// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

/** x. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.out.println(
                "hi " + picocli.CommandLine.VERSION + Main.class.getPackage().getImplementationVersion());
    }
}
