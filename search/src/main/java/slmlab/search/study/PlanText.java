package slmlab.search.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import slmlab.search.Domain;
import slmlab.search.Parameter;
import slmlab.search.SearchSpace;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// A plan and other values as text in a database. Numbers come back as they were, to the last bit.
final class PlanText {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final List<String> PARTS = List.of("spec", "space", "sampler", "pruner", "seed");

    private static final String SCORE = "mean_return"; // what trials are ranked by

    private PlanText() {}

    static String write(@Nullable Object value) {
        return MAPPER.writeValueAsString(value);
    }

    static String write(StudyPlan plan) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put("spec", plan.spec());
        parts.put(
                "space", plan.space().parameters().stream().map(PlanText::parts).toList());
        parts.put("sampler", plan.sampler());
        parts.put("pruner", plan.pruner());
        parts.put("seed", plan.seed());
        parts.put("trials", plan.trials());
        parts.put("score", SCORE);
        return write(parts);
    }

    private static Map<String, @Nullable Object> parts(Parameter parameter) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put("path", parameter.path());
        switch (parameter.domain()) {
            case Domain.Range(double least, double most, double step, boolean isLog, boolean isWhole) -> {
                parts.put("range", List.of(least, most, step));
                parts.put("log", isLog);
                parts.put("whole", isWhole);
            }
            case Domain.Normal(double mean, double deviation, double step) ->
                parts.put("normal", List.of(mean, deviation, step));
            case Domain.Choice(List<?> options) -> parts.put("choice", options);
        }
        return parts;
    }

    static StudyPlan plan(String name, String text) {
        Map<String, @Nullable Object> parts = map(text);
        List<Parameter> parameters = new ArrayList<>();
        for (Object each : list(parts.get("space"))) {
            parameters.add(parameter(map(each)));
        }
        return new StudyPlan(
                name,
                map(parts.get("spec")),
                new SearchSpace(parameters),
                String.valueOf(parts.get("sampler")),
                map(parts.get("pruner")),
                number(parts.get("seed")).longValue(),
                number(parts.get("trials")).intValue());
    }

    private static Parameter parameter(Map<String, @Nullable Object> parts) {
        Domain domain;
        if (parts.containsKey("choice")) {
            domain = new Domain.Choice(list(parts.get("choice")));
        } else {
            boolean isNormal = parts.containsKey("normal");
            double[] n = list(parts.get(isNormal ? "normal" : "range")).stream()
                    .mapToDouble(each -> number(each).doubleValue())
                    .toArray();
            domain = isNormal
                    ? new Domain.Normal(n[0], n[1], n[2])
                    : new Domain.Range(
                            n[0],
                            n[1],
                            n[2],
                            Boolean.TRUE.equals(parts.get("log")),
                            Boolean.TRUE.equals(parts.get("whole")));
        }
        return new Parameter(String.valueOf(parts.get("path")), domain);
    }

    /// Return the parts in which two plans differ; the number of trials is none of them.
    static List<String> differences(String one, String other) {
        Map<String, @Nullable Object> left = map(one);
        Map<String, @Nullable Object> right = map(other);
        return PARTS.stream()
                .filter(part -> !Objects.equals(left.get(part), right.get(part)))
                .toList();
    }

    static double[] point(@Nullable String text) {
        return text == null ? new double[0] : MAPPER.readValue(text, double[].class);
    }

    static Map<String, Double> metrics(@Nullable String text) {
        return text == null ? Map.of() : MAPPER.readValue(text, new TypeReference<>() {});
    }

    private static Map<String, @Nullable Object> map(String text) {
        return map(MAPPER.readValue(text, Object.class));
    }

    private static Map<String, @Nullable Object> map(@Nullable Object value) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> read) {
            read.forEach((key, each) -> map.put(String.valueOf(key), each));
        }
        return map;
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static Number number(@Nullable Object value) {
        return value instanceof Number number ? number : 0;
    }
}
