import de.jplag.JPlag;
import de.jplag.JPlagComparison;
import de.jplag.Language;
import de.jplag.exceptions.ExitException;
import de.jplag.options.JPlagOptions;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Map;
import java.util.Set;

/**
 * Similarities by JPlag with its defaults. Reads lines of a suffix, a tab and a folder of files; for each prints a line a
 * pair (both names and the similarity, with tabs) and an empty line.
 */
public class Rank {
    private static final Map<String, Language> LANGUAGES =
            Map.of(".java", new de.jplag.java.Language(), ".c", new de.jplag.cpp.Language(), ".cpp",
                    new de.jplag.cpp2.CPPLanguage(), ".py", new de.jplag.python3.Language(), ".txt", new de.jplag.text.Language());

    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        System.setOut(System.err); // whatever else is told
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] asked = line.split("\t");
            rank(LANGUAGES.get(asked[0]), new File(asked[1]), out);
            out.println();
            out.flush();
        }
    }

    private static void rank(Language language, File folder, PrintStream out) {
        JPlagOptions all = new JPlagOptions(language, Set.of(folder), Set.of()).withMaximumNumberOfComparisons(0);
        try {
            for (JPlagComparison pair : new JPlag(all).run().getAllComparisons()) {
                out.println(pair.firstSubmission().getName() + "\t" + pair.secondSubmission().getName() + "\t" + pair.similarity());
            }
        } catch (ExitException tooFew) { // that it can parse: nothing is similar
            System.err.println(folder + ": " + tooFew.getMessage());
        }
    }
}
