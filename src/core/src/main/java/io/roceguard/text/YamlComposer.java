// SPDX-License-Identifier: Apache-2.0
package io.roceguard.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Makes the tree of {@link YamlNode}s from the parser's events, so that nothing is ever expanded or constructed. */
final class YamlComposer {

    private static final int DEEPEST = 32;
    private static final int LONGEST_PROBLEM = 160;
    private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");

    private final String source;
    private final Iterator<Event> events;

    private YamlComposer(String source, Iterator<Event> events) {
        this.source = source;
        this.events = events;
    }

    static YamlNode compose(String source, String text) {
        if (text.length() > YamlNode.LARGEST) {
            throw new TextException(source, 0, 0, "The text is larger than 1 MiB, which no file of this kind is.");
        }
        LoadSettings settings = LoadSettings.builder().setLabel(source).build();
        try {
            return new YamlComposer(
                            source, new Parse(settings).parseString(text).iterator())
                    .document();
        } catch (MarkedYamlEngineException e) {
            Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
            throw new TextException(source, line(mark), column(mark), malformed(e.getProblem()));
        } catch (ReaderException e) {
            String before = text.substring(0, text.offsetByCodePoints(0, e.getPosition()));
            int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
            int column = before.length() - before.lastIndexOf('\n');
            String problem = String.format("the character U+%04X is not allowed", e.getCodePoint());
            throw new TextException(source, line, column, malformed(problem));
        } catch (YamlEngineException e) {
            throw new TextException(source, 0, 0, malformed(e.getMessage()));
        }
    }

    private static String malformed(@Nullable String problem) {
        return "This is no YAML: " + Excerpt.of(String.valueOf(problem), LONGEST_PROBLEM) + ".";
    }

    private YamlNode document() {
        events.next(); // the start of the stream
        Event start = events.next();
        if (start.getEventId() == Event.ID.StreamEnd) {
            return new YamlNode(source, "", 1, 1, new YamlNode.Nothing());
        }
        YamlNode root = node("", 0, events.next());
        events.next(); // the end of the document
        Event after = events.next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw fail(after, "A second document starts here; put everything into one.");
        }
        return root;
    }

    private YamlNode node(String path, int depth, Event event) {
        if (depth > DEEPEST) {
            throw fail(event, "Nothing here is nested deeper than " + DEEPEST + " levels.");
        }
        YamlNode.Content content;
        if (event instanceof ScalarEvent scalar) {
            refuseTag(event, scalar.getTag());
            boolean nothing = scalar.isPlain() && NOTHING.contains(scalar.getValue());
            content = nothing ? new YamlNode.Nothing() : new YamlNode.Scalar(scalar.getValue());
        } else if (event instanceof CollectionStartEvent start) {
            refuseTag(event, start.getTag());
            content = event instanceof MappingStartEvent ? entries(path, depth) : items(path, depth);
        } else {
            throw fail(event, "Aliases (*name) are not supported; write the value out.");
        }
        return new YamlNode(source, path, line(event.getStartMark()), column(event.getStartMark()), content);
    }

    private YamlNode.Content items(String path, int depth) {
        List<YamlNode> items = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            items.add(node(path + "[" + items.size() + "]", depth + 1, event));
        }
        return new YamlNode.Items(List.copyOf(items));
    }

    private YamlNode.Content entries(String path, int depth) {
        Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            if (!(event instanceof ScalarEvent key)) {
                throw fail(event, "A key must be a plain name.");
            }
            String name = key.getValue();
            String valuePath = (path.isEmpty() ? "" : path + ".") + Excerpt.of(name);
            YamlNode value = node(valuePath, depth + 1, events.next());
            YamlNode.Entry entry = new YamlNode.Entry(line(event.getStartMark()), column(event.getStartMark()), value);
            if (entries.putIfAbsent(name, entry) != null) {
                throw fail(event, "The key " + Excerpt.of(name) + " stands here a second time.");
            }
        }
        return new YamlNode.Entries(Collections.unmodifiableMap(entries));
    }

    private void refuseTag(Event event, Optional<String> tag) {
        if (tag.isPresent()) {
            throw fail(event, "Tags are not supported; leave " + Excerpt.of(tag.get()) + " out.");
        }
    }

    private TextException fail(Event event, String problem) {
        return new TextException(source, line(event.getStartMark()), column(event.getStartMark()), problem);
    }

    private static int line(Optional<Mark> mark) {
        return mark.map(Mark::getLine).orElse(-1) + 1;
    }

    private static int column(Optional<Mark> mark) {
        return mark.map(Mark::getColumn).orElse(-1) + 1;
    }
}
