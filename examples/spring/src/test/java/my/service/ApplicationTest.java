package my.service;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.Environment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// The application starts, logs, trains and acts.
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ExtendWith(OutputCaptureExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(600) // only against an endless run
class ApplicationTest {
    @TempDir
    private static Path data;

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
        registry.add("training.data", data::toString);
    }

    @Autowired
    private Environment environment;

    @Autowired
    private Training training;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        URI uri = URI.create("http://localhost:" + environment.getProperty("local.server.port") + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /// The lab brings no binding of its own: Boot's is the only one, and it is the one that logs.
    @Test
    void theLoggingIsTheApplicationsOwn() {
        assertThat(ServiceLoader.load(SLF4JServiceProvider.class)).hasSize(1);
        assertThat(LoggerFactory.getILoggerFactory()).isInstanceOf(LoggerContext.class);
    }

    @Test
    @Order(1) // before any run
    void itStartsLogsTrainsAndActs(CapturedOutput output) throws Exception {
        assertThat(send("POST", "/act", "[0, 0, 0, 0]").body()).contains("no policy is trained yet");
        assertThat(send("GET", "/actuator/health", "").body()).contains("\"training\":\"not started\"");
        assertThat(send("POST", "/train?name=cartpol", "").body()).contains("did you mean cartpole?");

        assertThat(send("POST", "/train?name=cartpole&maxFrame=4000", "").body()).contains(data.toString());
        training.run().await();
        assertThat(send("GET", "/progress", "").body()).contains("\"frame\":4000", "\"maxFrame\":4000");
        assertThat(output).contains("cartpole trains in", "cartpole session 0:", "mean return");

        assertThat(send("POST", "/stop", "").body()).contains("\"frame\":4000");
        assertThat(send("POST", "/act", "[0.01, 0.0, 0.02, 0.0]").body())
                .matches("\\{\"action\":[01],\"frame\":4000}");
        assertThat(send("GET", "/actuator/health", "").body())
                .contains("\"status\":\"UP\"", "\"training\":\"done\"", "\"policyFrame\":4000");
        HttpResponse<String> refused = send("POST", "/act", "[0.01, 0.0]");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("observations of 2 numbers; one has 4");
    }

    /// The newest weights act while the run trains, and change.
    @Test
    void aRunActsWhileItTrainsAndIsStoppedByARequest() throws Exception {
        send("POST", "/train?name=cartpole&maxFrame=1000000000", "");
        assertThat(send("POST", "/train?name=cartpole", "").body()).contains("stop it first");
        Set<String> frames = new TreeSet<>();
        while (frames.size() < 3) {
            HttpResponse<String> answer = send("POST", "/act", "[0.01, 0.0, 0.02, 0.0]");
            if (answer.statusCode() == 200) {
                frames.add(answer.body().replaceFirst(".*\"frame\":(\\d+)}", "$1"));
            }
        }
        assertThat(send("GET", "/actuator/health", "").body()).contains("\"status\":\"UP\"", "\"training\":\"running\"");
        assertThat(send("POST", "/stop", "").body()).contains("\"frame\":");
        assertThat(training.run().isDone()).isTrue();
        assertThat(training.run().folder().lastState(0)).isPresent();
    }
}
