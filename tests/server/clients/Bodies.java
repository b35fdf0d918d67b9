import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.io.ByteArrayInputStream;
import java.time.Duration;

/** Posts a body and one that is too long, whole and in chunks; prints the statuses. */
public class Bodies {
    public static void main(String[] arguments) throws Exception {
        byte[] body = arguments[1].getBytes();
        byte[] tooLong = new byte[5_000_000];
        HttpClient client = HttpClient.newHttpClient();
        BodyPublisher[] publishers = {
            BodyPublishers.ofByteArray(body),
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)),
            BodyPublishers.ofByteArray(tooLong),
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(tooLong)),
        };
        for (BodyPublisher publisher : publishers) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(arguments[0]))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .POST(publisher)
                .build();
            System.out.println(client.send(request, BodyHandlers.ofString()).statusCode());
        }
    }
}
