// SPDX-License-Identifier: Apache-2.0
package io.roceguard.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.roceguard.agent.store.Confirmation.State;
import io.roceguard.register.RegisterImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeJournalTest {

    private static final String BOOT = "boot-1";

    @TempDir
    private Path directory;

    private Database database;
    private ChangeJournal journal;

    @BeforeEach
    void open() throws Exception {
        database = Database.open(directory.resolve("state.db"), Database::connect);
        journal = new ChangeJournal(database, BOOT);
    }

    @AfterEach
    void close() throws Exception {
        database.close();
    }

    private ChangeRecord begun(String stableId) throws IOException {
        return journal.begin(Changes.of(stableId));
    }

    private ChangeRecord ended(ChangeRecord change, ChangeOutcome outcome) throws IOException {
        return journal.end(change, outcome, null, "It ended.", 2_000);
    }

    private Confirmation waiting(String stableId) throws IOException {
        return journal.begin(Changes.of(stableId), 60_000, "", "");
    }

    private List<Long> waitingIds() throws IOException {
        return journal.waiting().stream()
                .map(confirmation -> confirmation.change().id())
                .toList();
    }

    private State stateOf(Confirmation confirmation) throws IOException {
        return database.read(sql -> {
            try (var rows = sql.createStatement()
                    .executeQuery("SELECT state FROM confirmation WHERE change_id = "
                            + confirmation.change().id())) {
                rows.next();
                return State.of(rows.getString(1));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {RegisterImage.SHORT_DWORDS, RegisterImage.LONG_DWORDS})
    void everyColumnIsReadAsItWasWritten(int dwords) throws Exception {
        ChangeIntent intent = new ChangeIntent(
                "request-1",
                ChangeKind.ROLLBACK,
                17L,
                "mlx5_0",
                Changes.NIC,
                "28.46.1006",
                "alice",
                "jmx",
                "roceguard-cli uid=1000",
                "it's \"ticket\" 7;\nßü 🙂",
                "time_base=4",
                Changes.image(dwords, 1),
                Changes.image(dwords, 2),
                1_764_547_200_123L);

        ChangeRecord begun = journal.begin(intent);
        assertThat(begun).isEqualTo(new ChangeRecord(1, intent, BOOT, ChangeOutcome.INTENT, null, null, ""));
        assertThat(journal.find(1)).contains(begun);

        RegisterImage after = Changes.image(dwords, 3);
        ChangeRecord ended = journal.end(begun, ChangeOutcome.VERIFIED, after, "Verified.", 1_764_547_201_456L);
        assertThat(ended)
                .isEqualTo(new ChangeRecord(
                        1, intent, BOOT, ChangeOutcome.VERIFIED, after, 1_764_547_201_456L, "Verified."));
        assertThat(journal.find(1)).contains(ended);
    }

    @Test
    void whatIsNotGivenStaysAway() throws Exception {
        ChangeRecord ended = ended(begun(Changes.NIC), ChangeOutcome.UNKNOWN);

        ChangeRecord read = journal.find(ended.id()).orElseThrow();
        assertThat(read).isEqualTo(ended);
        assertThat(read.intent().request()).isNull();
        assertThat(read.intent().undoes()).isNull();
        assertThat(read.after()).isNull();
    }

    @ParameterizedTest
    @EnumSource(ChangeKind.class)
    void everyKindIsReadAsItWasWritten(ChangeKind kind) throws Exception {
        ChangeRecord begun = journal.begin(Changes.of(Changes.NIC, kind, null));

        assertThat(journal.find(begun.id())).contains(begun);
    }

    @ParameterizedTest
    @EnumSource(ChangeOutcome.class)
    void everyOutcomeIsReadAsItWasWritten(ChangeOutcome outcome) throws Exception {
        ChangeRecord ended = ended(begun(Changes.NIC), outcome);

        assertThat(journal.find(ended.id())).contains(ended);
    }

    @Test
    void whatIsNotThereIsNotFound() throws Exception {
        begun(Changes.NIC);

        assertThat(journal.find(2)).isEmpty();
        assertThat(journal.byRequest(Changes.NIC, "request-1")).isEmpty();
        assertThat(journal.latest(Changes.OTHER_NIC, 10)).isEmpty();
    }

    @Test
    void aRequestIsMadeOncePerNic() throws Exception {
        ChangeRecord first = journal.begin(Changes.requested(Changes.NIC, "request-1"));
        ChangeRecord onOther = journal.begin(Changes.requested(Changes.OTHER_NIC, "request-1"));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> journal.begin(Changes.requested(Changes.NIC, "request-1")))
                .withMessageContaining("state.db");

        assertThat(journal.byRequest(Changes.NIC, "request-1")).contains(first);
        assertThat(journal.byRequest(Changes.OTHER_NIC, "request-1")).contains(onOther);
        assertThat(journal.latest(10)).containsExactly(onOther, first);
    }

    @Test
    void anyNumberOfChangesHasNoRequest() throws Exception {
        begun(Changes.NIC);
        begun(Changes.NIC);

        assertThat(journal.latest(10)).hasSize(2);
    }

    @Test
    void aRefusedRequestLeavesNoConfirmationBehind() throws Exception {
        journal.begin(Changes.requested(Changes.NIC, "request-1"));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> journal.begin(Changes.requested(Changes.NIC, "request-1"), 60_000, "", ""));

        assertThat(journal.waiting()).isEmpty();
        assertThat(journal.latest(10)).hasSize(1);
    }

    @Test
    void aChangeWaitsFromItsBeginningUntilItIsConfirmed() throws Exception {
        Confirmation begun = journal.begin(Changes.of(Changes.NIC), 60_000, "retry_exc", "retry_exc=3");
        assertThat(begun.deadlineMillis()).isEqualTo(61_000);
        assertThat(journal.waiting()).containsExactly(begun);

        ChangeRecord ended = journal.end(begun.change(), ChangeOutcome.VERIFIED, Changes.BEFORE, "Verified.", 2_000);
        assertThat(journal.waiting())
                .containsExactly(new Confirmation(ended, 60_000, 61_000, "retry_exc", "retry_exc=3", State.WAITING));

        assertThat(journal.endConfirmation(ended.id(), State.CONFIRMED, "alice", 3_000))
                .isTrue();
        assertThat(journal.waiting()).isEmpty();
        assertThat(stateOf(begun)).isEqualTo(State.CONFIRMED);
    }

    @Test
    void aConfirmationEndsOnce() throws Exception {
        Confirmation begun = waiting(Changes.NIC);
        long id = begun.change().id();

        assertThat(journal.endConfirmation(id, State.REVERTED, "its deadline", 3_000))
                .isTrue();
        assertThat(journal.endConfirmation(id, State.CONFIRMED, "alice", 3_001)).isFalse();
        assertThat(journal.endConfirmation(begun(Changes.NIC).id(), State.CONFIRMED, "alice", 3_002))
                .isFalse();
        assertThat(stateOf(begun)).isEqualTo(State.REVERTED);
    }

    @ParameterizedTest
    @EnumSource(
            value = ChangeOutcome.class,
            names = {"FAILED", "NOT_SENT", "LOST"})
    void aChangeThatDidNotHappenWaitsForNothing(ChangeOutcome outcome) throws Exception {
        Confirmation others = waiting(Changes.NIC);
        Confirmation begun = waiting(Changes.NIC);

        ended(begun.change(), outcome);

        assertThat(waitingIds()).containsExactly(others.change().id());
        assertThat(stateOf(begun)).isEqualTo(State.VOID);
    }

    @ParameterizedTest
    @EnumSource(
            value = ChangeOutcome.class,
            names = {"VERIFIED", "NOT_TAKEN", "UNVERIFIED", "UNKNOWN"})
    void aChangeThatMayHaveHappenedGoesOnWaiting(ChangeOutcome outcome) throws Exception {
        Confirmation begun = waiting(Changes.NIC);

        ended(begun.change(), outcome);

        assertThat(waitingIds()).containsExactly(begun.change().id());
    }

    @ParameterizedTest
    @EnumSource(
            value = ChangeKind.class,
            names = {"REVERT", "ROLLBACK"})
    void aVerifiedWayBackEndsTheEarlierWaitsOfItsNicOnly(ChangeKind kind) throws Exception {
        Confirmation earlier = waiting(Changes.NIC);
        Confirmation onOther = waiting(Changes.OTHER_NIC);
        ChangeRecord back =
                journal.begin(Changes.of(Changes.NIC, kind, earlier.change().id()));
        Confirmation later = waiting(Changes.NIC);
        assertThat(journal.waiting()).hasSize(3);

        ended(back, ChangeOutcome.VERIFIED);

        assertThat(waitingIds())
                .containsExactly(onOther.change().id(), later.change().id());
        assertThat(stateOf(earlier)).isEqualTo(State.REVERTED);
    }

    @Test
    void aRollbackThatWaitsItselfGoesOnWaiting() throws Exception {
        waiting(Changes.NIC);
        Confirmation rollback = journal.begin(Changes.of(Changes.NIC, ChangeKind.ROLLBACK, 1L), 60_000, "", "");

        ended(rollback.change(), ChangeOutcome.VERIFIED);

        assertThat(waitingIds()).containsExactly(rollback.change().id());
    }

    @ParameterizedTest
    @EnumSource(
            value = ChangeOutcome.class,
            names = {"NOT_TAKEN", "UNVERIFIED", "UNKNOWN", "FAILED", "NOT_SENT"})
    void aWayBackThatIsNotVerifiedEndsNoOtherWait(ChangeOutcome outcome) throws Exception {
        Confirmation earlier = waiting(Changes.NIC);

        ended(
                journal.begin(Changes.of(
                        Changes.NIC, ChangeKind.REVERT, earlier.change().id())),
                outcome);

        assertThat(waitingIds()).containsExactly(earlier.change().id());
    }

    @ParameterizedTest
    @EnumSource(
            value = ChangeKind.class,
            names = {"APPLY", "ENFORCE"})
    void anotherChangeEndsNoWait(ChangeKind kind) throws Exception {
        Confirmation earlier = waiting(Changes.NIC);

        ended(journal.begin(Changes.of(Changes.NIC, kind, null)), ChangeOutcome.VERIFIED);

        assertThat(waitingIds()).containsExactly(earlier.change().id());
    }

    @Test
    void openAreThoseOfWhichOnlyAReadingCanTell() throws Exception {
        ChangeRecord intent = begun(Changes.NIC);
        ChangeRecord unverified = ended(begun(Changes.NIC), ChangeOutcome.UNVERIFIED);
        ChangeRecord unknown = ended(begun(Changes.NIC), ChangeOutcome.UNKNOWN);
        for (ChangeOutcome outcome : ChangeOutcome.values()) {
            if (!outcome.isOpen()) {
                ended(begun(Changes.NIC), outcome);
            }
        }
        begun(Changes.OTHER_NIC);

        assertThat(journal.open(Changes.NIC)).containsExactly(intent, unverified, unknown);

        ended(unknown, ChangeOutcome.NOT_SENT);
        assertThat(journal.open(Changes.NIC)).containsExactly(intent, unverified);
    }

    @Test
    void latestAreNewestFirstOfAllNicsOrOfOne() throws Exception {
        ChangeRecord first = begun(Changes.NIC);
        ChangeRecord second = begun(Changes.OTHER_NIC);
        ChangeRecord third = begun(Changes.NIC);
        ChangeRecord fourth = begun(Changes.OTHER_NIC);

        assertThat(journal.latest(3)).containsExactly(fourth, third, second);
        assertThat(journal.latest(Changes.NIC, 10)).containsExactly(third, first);
        assertThat(journal.latest(Changes.OTHER_NIC, 1)).containsExactly(fourth);
        assertThat(journal.after(Changes.NIC, first.id())).containsExactly(third);
        assertThat(journal.after(Changes.OTHER_NIC, first.id())).containsExactly(second, fourth);
    }

    @Test
    void theOldestAreDroppedExceptThoseThatStillMatter() throws Exception {
        journal = new ChangeJournal(database, BOOT, 3);
        ChangeRecord intent = begun(Changes.NIC);
        ChangeRecord unknown = ended(begun(Changes.NIC), ChangeOutcome.UNKNOWN);
        Confirmation waiting = waiting(Changes.NIC);
        ChangeRecord waitedFor = ended(waiting.change(), ChangeOutcome.VERIFIED);
        Confirmation confirmed = waiting(Changes.NIC);
        ended(confirmed.change(), ChangeOutcome.VERIFIED);
        journal.endConfirmation(confirmed.change().id(), State.CONFIRMED, "alice", 3_000);
        for (int i = 0; i < 5; i++) {
            ended(begun(Changes.NIC), ChangeOutcome.VERIFIED);
        }

        assertThat(journal.latest(100))
                .extracting(ChangeRecord::id)
                .containsExactly(9L, 8L, 7L, waitedFor.id(), unknown.id(), intent.id());
        assertThat(waitingIds()).containsExactly(waitedFor.id());

        journal.endConfirmation(waitedFor.id(), State.CONFIRMED, "alice", 3_000);
        ended(unknown, ChangeOutcome.LOST);
        ended(begun(Changes.NIC), ChangeOutcome.VERIFIED);

        assertThat(journal.latest(100)).extracting(ChangeRecord::id).containsExactly(10L, 9L, 8L, intent.id());
    }

    @Test
    void theNewestTwentyThousandAreKept() throws Exception {
        ended(begun(Changes.NIC), ChangeOutcome.VERIFIED);
        database.write(sql -> sql.createStatement()
                .executeUpdate("WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 20001)"
                        + " INSERT INTO change (kind, nic, stable_id, firmware, boot, caller, channel, client, reason,"
                        + " assignments, words, before, begun_ms, outcome, message) SELECT kind, nic, stable_id,"
                        + " firmware, boot, caller, channel, client, reason, assignments, words, before, begun_ms,"
                        + " outcome, message FROM change, more WHERE id = 1"));

        ChangeRecord newest = begun(Changes.NIC);

        assertThat(newest.id()).isEqualTo(20_003);
        assertThat(journal.find(3)).isEmpty();
        assertThat(journal.find(4)).isPresent();
        assertThat(journal.latest(30_000)).hasSize(ChangeJournal.MOST);
    }

    @Test
    void anIdIsNeverUsedAgain() throws Exception {
        begun(Changes.NIC);
        ChangeRecord deleted = begun(Changes.NIC);
        database.write(sql -> sql.createStatement().executeUpdate("DELETE FROM change"));
        database.close();
        open();

        assertThat(begun(Changes.NIC).id()).isEqualTo(deleted.id() + 1);
    }

    @Test
    void aValueThatNobodyKnowsIsSaidAndLeavesTheRestUsable() throws Exception {
        begun(Changes.NIC);
        database.write(sql -> sql.createStatement().executeUpdate("UPDATE change SET outcome = 'perhaps'"));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> journal.latest(1))
                .withMessageContaining("Cannot read " + directory.resolve("state.db"))
                .withMessageContaining("PERHAPS");

        ChangeRecord next = begun(Changes.NIC);
        assertThat(journal.find(next.id())).contains(next);
    }

    @Test
    void aFailureBetweenTwoStatementsLeavesNothing() throws Exception {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> database.write(sql -> {
                    sql.createStatement().executeUpdate("DELETE FROM change");
                    sql.createStatement()
                            .executeUpdate("INSERT INTO epoch (stable_id, nic, firmware, boot, mode, words, cause,"
                                    + " begun_ms) VALUES ('', '', '', '', '', '', '', 0)");
                    throw new IllegalStateException("a bug");
                }));

        assertThat(new EpochLog(database, BOOT).present("")).isEmpty();
    }
}
