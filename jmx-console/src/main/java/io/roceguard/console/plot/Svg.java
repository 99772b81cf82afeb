// SPDX-License-Identifier: Apache-2.0
package io.roceguard.console.plot;

import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A drawing of lines, areas and texts. Lengths are pixels from the upper left corner. */
final class Svg {

    private static final String FONT = "font-family:sans-serif;font-size:12px";

    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter writer;

    /** A point. */
    record Point(double x, double y) {}

    Svg(int width, int height) {
        try {
            writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            writer.writeStartElement("svg");
            writer.writeDefaultNamespace("http://www.w3.org/2000/svg");
            writer.writeAttribute("viewBox", "0 0 " + width + " " + height);
            writer.writeAttribute("width", String.valueOf(width));
            writer.writeAttribute("height", String.valueOf(height));
            writer.writeAttribute("style", FONT);
        } catch (XMLStreamException failed) {
            throw new IllegalStateException(failed);
        }
        element(
                "rect",
                "x",
                "0",
                "y",
                "0",
                "width",
                String.valueOf(width),
                "height",
                String.valueOf(height),
                "fill",
                "white");
    }

    void line(Point from, Point to, String colour) {
        element(
                "line",
                "x1",
                number(from.x()),
                "y1",
                number(from.y()),
                "x2",
                number(to.x()),
                "y2",
                number(to.y()),
                "stroke",
                colour);
    }

    void path(List<Point> points, String colour) {
        element("polyline", "points", points(points), "fill", "none", "stroke", colour, "stroke-width", "2");
    }

    void area(List<Point> points, String colour) {
        element("polygon", "points", points(points), "fill", colour, "fill-opacity", "0.3", "stroke", "none");
    }

    /** @param anchor {@code start}, {@code middle} or {@code end}: which part of the text is at the point */
    void text(Point at, String anchor, String words) {
        text(words, Map.of("x", number(at.x()), "y", number(at.y()), "text-anchor", anchor));
    }

    /** Upwards along a vertical axis. */
    void textUp(Point at, String words) {
        String turn = "rotate(-90 " + number(at.x()) + " " + number(at.y()) + ")";
        text(words, Map.of("x", number(at.x()), "y", number(at.y()), "text-anchor", "middle", "transform", turn));
    }

    private void text(String words, Map<String, String> attributes) {
        try {
            writer.writeStartElement("text");
            for (Map.Entry<String, String> attribute : new TreeMap<>(attributes).entrySet()) {
                writer.writeAttribute(attribute.getKey(), attribute.getValue());
            }
            writer.writeCharacters(words);
            writer.writeEndElement();
        } catch (XMLStreamException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void element(String name, String... attributes) {
        try {
            writer.writeEmptyElement(name);
            for (int i = 0; i < attributes.length; i += 2) {
                writer.writeAttribute(attributes[i], attributes[i + 1]);
            }
        } catch (XMLStreamException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static String points(List<Point> points) {
        StringBuilder list = new StringBuilder();
        points.forEach(point -> list.append(number(point.x()))
                .append(',')
                .append(number(point.y()))
                .append(' '));
        return list.toString().strip();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** The whole drawing; nothing can be drawn afterwards. */
    String end() {
        try {
            writer.writeEndElement();
            writer.writeEndDocument();
            writer.close();
        } catch (XMLStreamException failed) {
            throw new IllegalStateException(failed);
        }
        return text + "\n";
    }
}
