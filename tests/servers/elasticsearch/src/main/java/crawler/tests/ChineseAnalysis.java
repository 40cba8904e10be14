package crawler.tests;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.AbstractIndexAnalyzerProvider;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * What Chinese text needs of the analysis-common module and the analysis-smartcn plugin, under their names and over
 * the same Lucene classes: neither is published as a package, and index settings must be those of a stock server.
 */
public final class ChineseAnalysis extends Plugin implements AnalysisPlugin {
    private static final int ALL_SCRIPTS =
        CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA | CJKBigramFilter.KATAKANA | CJKBigramFilter.HANGUL;

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(
            "lowercase", (index, environment, name, settings) -> new Filter(name, settings, LowerCaseFilter::new),
            "cjk_width", (index, environment, name, settings) -> new Filter(name, settings, CJKWidthFilter::new),
            "cjk_bigram", (index, environment, name, settings) -> new Filter(name, settings, bigrams(settings)));
    }

    @Override
    public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
        return Map.of("smartcn", (index, environment, name, settings) -> new SmartChinese(name, settings));
    }

    private static UnaryOperator<TokenStream> bigrams(Settings settings) {
        boolean unigrams = settings.getAsBoolean("output_unigrams", false);
        return tokens -> new CJKBigramFilter(tokens, ALL_SCRIPTS, unigrams);
    }

    private static final class Filter extends AbstractTokenFilterFactory {
        private final UnaryOperator<TokenStream> wrap;

        Filter(String name, Settings settings, UnaryOperator<TokenStream> wrap) {
            super(name, settings);
            this.wrap = wrap;
        }

        @Override
        public TokenStream create(TokenStream tokens) {
            return wrap.apply(tokens);
        }
    }

    private static final class SmartChinese extends AbstractIndexAnalyzerProvider<Analyzer> {
        private final Analyzer analyzer = new SmartChineseAnalyzer();

        SmartChinese(String name, Settings settings) {
            super(name, settings);
        }

        @Override
        public Analyzer get() {
            return analyzer;
        }
    }
}
