package crawler.tests;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.plugins.PluginsLoader;

/**
 * One Elasticsearch node in the foreground, until SIGTERM. Its arguments are settings, name=value; path.home is the
 * folder with config/ and modules/.
 */
public final class Node extends org.elasticsearch.node.Node {
    private Node(Environment environment, PluginsLoader plugins) {
        super(environment, plugins);
    }

    public static void main(String[] arguments) throws Exception {
        Settings settings = parse(arguments);
        Path home = Path.of(settings.get("path.home"));
        Environment environment =
            InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home.resolve("config"), () -> "test");
        LogConfigurator.registerErrorListener();
        LogConfigurator.configure(environment, true);
        Node node = new Node(environment, modules(home.resolve("modules")));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(node)));
        node.start();
        new CountDownLatch(1).await();
    }

    private static Settings parse(String[] arguments) {
        Settings.Builder settings = Settings.builder();
        for (String argument : arguments) {
            String[] pair = argument.split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        return settings.build();
    }

    private static PluginsLoader modules(Path folder) {
        boolean serverIsANamedModule = false; // it stands on the class path
        return PluginsLoader.createPluginsLoader(
            PluginsLoader.loadModulesBundles(folder), Set.of(), Map.of(), serverIsANamedModule);
    }

    private static void stop(Node node) {
        try {
            node.close();
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
