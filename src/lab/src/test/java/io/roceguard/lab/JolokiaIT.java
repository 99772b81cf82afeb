// SPDX-License-Identifier: Apache-2.0
package io.roceguard.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The register over HTTP, as an operator's {@code curl} sees it. */
class JolokiaIT {

    private static final String MBEAN = "\"mbean\":\"io.roceguard:type=RoceAccl,nic=mlx5_0\"";

    @TempDir
    private static Path directory;

    private static PackagedDaemon daemon;

    @BeforeAll
    static void start() throws Exception {
        daemon = PackagedDaemon.simulated(directory);
    }

    @AfterAll
    static void stop() throws Exception {
        daemon.close();
    }

    private static String post(String token, String json) throws Exception {
        return daemon.jolokia(token, json).body();
    }

    private static String write(String attribute, String value) {
        return "{\"type\":\"write\"," + MBEAN + ",\"attribute\":\"" + attribute + "\",\"value\":" + value + "}";
    }

    @Test
    void oneFieldIsReadWithoutLoggingIn() throws Exception {
        String answer = post("", "{\"type\":\"read\"," + MBEAN + ",\"attribute\":\"adp_retx_base_timeout_min\"}");

        assertThat(answer).contains("\"value\":4000", "\"status\":200");
    }

    @Test
    void allFieldsComeInOneRequest() throws Exception {
        String answer = post(daemon.viewerToken(), "{\"type\":\"read\"," + MBEAN + "}");

        assertThat(answer)
                .contains("\"adp_retx_profile_select\":1", "\"adp_retx_profile_max_range_num\":4")
                .contains("\"prev_range_index_3\":0", "\"Status\":\"ok\"");
    }

    @Test
    void aBulkAnswersItemByItemThoughOneIsWrong() throws Exception {
        String answer = post(
                daemon.operatorToken(),
                "[{\"type\":\"read\"," + MBEAN + ",\"attribute\":\"time_unit\"},"
                        + write("roce_tx_window_en", "\"abc\"") + ",{\"type\":\"read\"," + MBEAN
                        + ",\"attribute\":\"adp_retx_profile_max_id\"}]");

        assertThat(answer).startsWith("[").contains("\"status\":400", "\"value\":1,\"status\":200");
    }

    @Test
    void theOperatorWritesAField() throws Exception {
        assertThat(post(daemon.operatorToken(), write("roce_slow_restart_idle_en", "1")))
                .contains("\"status\":200");
        assertThat(post("", "{\"type\":\"read\"," + MBEAN + ",\"attribute\":\"roce_slow_restart_idle_en\"}"))
                .contains("\"value\":1");
    }

    @Test
    void viewersAndStrangersMayNotWrite() throws Exception {
        for (String token : new String[] {daemon.viewerToken(), ""}) {
            assertThat(post(token, write("roce_tx_window_en", "1")))
                    .contains("\"status\":403", "needs the role operator");
            assertThat(post(
                            token,
                            "{\"type\":\"exec\"," + MBEAN
                                    + ",\"operation\":\"apply\",\"arguments\":[\"roce_tx_window_en=1\"]}"))
                    .contains("\"status\":403", "needs the role operator");
        }
    }

    @Test
    void refusalsSayWhyAFieldCannotBeWritten() throws Exception {
        String operator = daemon.operatorToken();

        assertThat(post(operator, write("adp_retx_profile_max_id", "2"))).contains("read-only", "\"status\":400");
        assertThat(post(operator, write("cc_per_plane_en", "1")))
                .contains("cc_per_plane_en_field_select reads 0", "\"status\":400");
        assertThat(post(operator, write("roce_adp_retrans_enn", "1"))).contains("Did you mean roce_adp_retrans_en?");
        assertThat(post(operator, write("roce_adp_retrans_en", "2"))).contains("0..1");
    }

    @Test
    void aNumberThatIsNotWholeIsRefusedAndNotCut() throws Exception {
        for (String value : new String[] {"0.9", "1e300", "1e19", "true", "null", "\"on\""}) {
            assertThat(post(daemon.operatorToken(), write("roce_adp_retrans_en", value)))
                    .as(value)
                    .contains("\"status\":400");
        }
        assertThat(post("", "{\"type\":\"read\"," + MBEAN + ",\"attribute\":\"roce_adp_retrans_en\"}"))
                .contains("\"value\":1");
    }

    @Test
    void garbageOnEveryPathIsAnsweredShortly() throws Exception {
        String garbage = "\u0001\u00ff{[".repeat(1 << 18);
        for (String path : new String[] {"/", "/jolokia/", "/metrics", "/health/live", "/health/ready", "/nowhere"}) {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(daemon.httpUrl() + path))
                                    .POST(HttpRequest.BodyPublishers.ofString(garbage))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(path).isBetween(400, 499);
            assertThat(answer.body()).as(path).hasSizeBetween(10, 600).matches("(?s)\\p{ASCII}+");
        }
        assertThat(daemon.get("/health/live").statusCode()).isEqualTo(200);
    }

    @Test
    void descriptionsCarryUnitsAndRanges() throws Exception {
        String answer = post("", "{\"type\":\"list\",\"path\":\"io.roceguard/type=RoceAccl,nic=mlx5_0/attr\"}");

        assertThat(answer).contains("us, 0..65535, RW, 0x10.0:16");
    }
}
