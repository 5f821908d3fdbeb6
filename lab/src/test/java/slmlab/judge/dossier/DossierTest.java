package slmlab.judge.dossier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// A small report, letter by letter.
class DossierTest {
    private static final Dossier DOSSIER = new Dossier(
            "PPO on A<B",
            "ppo",
            List.of(
                    Chapter.of("The run", List.of("One & two.", "Three."))
                            .table(List.of(List.of("Key", "Value"), List.of("a|b", "1"), List.of("c", "<2>")))
                            .notes(List.of("\"first\"", "second"))
                            .figure("learning.png", "return over frames"),
                    Chapter.none("Attacks", "it has no weights")));

    @Test
    void markdownHasTextTableNotesAndFigures() {
        assertThat(DOSSIER.markdown()).isEqualTo("""
                # PPO on A<B

                ppo

                ## The run

                One & two.

                Three.

                | Key | Value |
                |---|---|
                | a\\|b | 1 |
                | c | <2> |

                - "first"
                - second

                ![return over frames](learning.png)

                ## Attacks

                Not shown: it has no weights
                """);
    }

    @Test
    void thePageHasTheSameAndEscapesIt() {
        String page = DOSSIER.html();
        assertThat(page).contains("<title>PPO on A&lt;B</title>");
        assertThat(page.substring(page.indexOf("<body>"))).isEqualTo("""
                <body>
                <h1>PPO on A&lt;B</h1>
                <p class="dim">ppo</p>
                <nav><a href="#the-run">The run</a> <a href="#attacks">Attacks</a> </nav>
                <h2 id="the-run">The run</h2>
                <p>One &amp; two.</p>
                <p>Three.</p>
                <div class="wide"><table>
                <tr><th>Key</th><th>Value</th></tr>
                <tr><td>a|b</td><td>1</td></tr>
                <tr><td>c</td><td>&lt;2&gt;</td></tr>
                </table></div>
                <ul>
                <li>&quot;first&quot;</li>
                <li>second</li>
                </ul>
                <figure><img src="learning.png" alt="return over frames"><figcaption>return over frames</figcaption></figure>
                <h2 id="attacks">Attacks</h2>
                <p>Not shown: it has no weights</p>
                </body>
                </html>
                """);
    }
}
