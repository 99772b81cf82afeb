// SPDX-License-Identifier: Apache-2.0
package io.roceguard.dist;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which part of the house may know which; the picture is in {@code src/docs/architecture.md}. */
class HouseRulesTest {
    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("io.roceguard");

    private static final String[] CORE = {
        "io.roceguard.register..",
        "io.roceguard.counter..",
        "io.roceguard.device..",
        "io.roceguard.text..",
        "io.roceguard.adp..",
        "io.roceguard.mad..",
        "io.roceguard.diagnosis.."
    };

    private static final DescribedPredicate<JavaClass> OURS = resideInAPackage("io.roceguard..");

    private static DescribedPredicate<JavaClass> oursExceptCoreAnd(String... packages) {
        return OURS.and(resideOutsideOfPackages(CORE)).and(resideOutsideOfPackages(packages));
    }

    @Test
    void coreImportsNothingOfOurs() {
        noClasses()
                .that()
                .resideInAnyPackage(CORE)
                .should()
                .dependOnClassesThat(oursExceptCoreAnd())
                .check(HOUSE);
    }

    @ParameterizedTest
    @CsvSource({"io.roceguard.sim..", "io.roceguard.bridge..", "io.roceguard.console.."})
    void nicsAndConsoleImportOnlyCore(String module) {
        noClasses()
                .that()
                .resideInAPackage(module)
                .should()
                .dependOnClassesThat(oursExceptCoreAnd(module))
                .check(HOUSE);
    }

    @Test
    void agentImportsOnlyCoreAndTheNicsBelowIt() {
        noClasses()
                .that()
                .resideInAPackage("io.roceguard.agent..")
                .should()
                .dependOnClassesThat(
                        oursExceptCoreAnd("io.roceguard.agent..", "io.roceguard.sim..", "io.roceguard.bridge.."))
                .check(HOUSE);
    }

    @Test
    void agentIsLayered() {
        Architectures.layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.roceguard.agent..")
                .layer("daemon")
                .definedBy("io.roceguard.agent")
                .layer("faces")
                .definedBy(
                        "io.roceguard.agent.mbean..",
                        "io.roceguard.agent.http..",
                        "io.roceguard.agent.metrics..",
                        "io.roceguard.agent.remote..",
                        "io.roceguard.agent.sink..")
                .layer("work")
                .definedBy(
                        "io.roceguard.agent.alarm..",
                        "io.roceguard.agent.control..",
                        "io.roceguard.agent.epoch..",
                        "io.roceguard.agent.evidence..",
                        "io.roceguard.agent.poll..")
                .layer("ground")
                .definedBy(
                        "io.roceguard.agent.inventory..",
                        "io.roceguard.agent.store..",
                        "io.roceguard.agent.config..",
                        "io.roceguard.agent.access..")
                .whereLayer("daemon")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("faces")
                .mayOnlyBeAccessedByLayers("daemon")
                .whereLayer("work")
                .mayOnlyBeAccessedByLayers("daemon", "faces")
                .ensureAllClassesAreContainedInArchitectureIgnoring(resideOutsideOfPackages("io.roceguard.agent.."))
                .withOptionalLayers(true)
                .check(HOUSE);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.roceguard.(**)").should().beFreeOfCycles().check(HOUSE);
    }

    @ParameterizedTest
    @CsvSource({
        "com.sun.jna..,                            io.roceguard.bridge..",
        "org.jolokia..,                            io.roceguard.agent.http..",
        "net.bytebuddy..,                          io.roceguard.agent.instrument..",
        "io.micrometer..,                          io.roceguard.agent.metrics..",
        "io.prometheus..,                          io.roceguard.agent.metrics..",
        "java.sql..,                               io.roceguard.agent.store..",
        "org.sqlite..,                             io.roceguard.agent.store..",
    })
    void aLibraryIsKnownInOnePlace(String library, String place) {
        noClasses()
                .that(OURS.and(resideOutsideOfPackages(place)))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(HOUSE);
    }

    @Test
    void onlyTheDaemonSetsUpLogging() {
        noClasses()
                .that(OURS.and(DescribedPredicate.not(resideInAnyPackage("io.roceguard.agent", "io.roceguard.dist"))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.logging..")
                .because("modules log through System.Logger and leave its back end to the program")
                .check(HOUSE);
    }

    @Test
    void everyPackageIsNullMarked() {
        TreeSet<String> unmarked = new TreeSet<>();
        for (JavaClass ours : HOUSE) {
            JavaPackage home = ours.getPackage();
            if (!home.isAnnotatedWith(NullMarked.class)) {
                unmarked.add(home.getName());
            }
        }
        assertThat(unmarked).isEmpty();
    }

    @Test
    void namesSayWhatAClassIs() {
        classes()
                .that(OURS)
                .should()
                .haveSimpleNameNotEndingWith("Util")
                .andShould()
                .haveSimpleNameNotEndingWith("Utils")
                .andShould()
                .haveSimpleNameNotEndingWith("Helper")
                .andShould()
                .haveSimpleNameNotEndingWith("Manager")
                .check(HOUSE);
    }
}
