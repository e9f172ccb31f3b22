import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { contentLines, textValue } from './content-lines';

const ASCII = ['a', ' ', ';', ',', '\\', ':', '"', '\n', '\t', 'n'];
const of = (characters: string[]) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 300 });
const text = fc.oneof(of(ASCII), of([...ASCII, 'é', '字', '🚌']));

describe('a content line', () => {
  it('has at most 75 octets, none of them a cut character, and ends with CRLF', () => {
    fc.assert(
      fc.property(text, (value) => {
        const lines = Buffer.from(contentLines([`DESCRIPTION:${textValue(value)}`]))
          .toString('latin1')
          .split('\r\n');
        expect(lines.pop()).toBe('');
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(75);
          expect(Buffer.from(line, 'latin1').toString()).not.toContain('\ufffd');
        }
        expect(lines.slice(1).every((line) => line.startsWith(' '))).toBe(true);
      }),
    );
  });

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(text, (value) => {
        const lines = ['BEGIN:VEVENT', `DESCRIPTION:${textValue(value)}`, 'END:VEVENT'];
        const event = ICAL.Component.fromString(contentLines(lines));
        expect(event.getFirstPropertyValue('description')).toBe(value);
        expect(event.getAllProperties()).toHaveLength(1);
      }),
    );
  });

  it('has every line break in its own notation, and no control characters', () => {
    expect(textValue('a\r\nb\rc\nd')).toBe('a\\nb\\nc\\nd');
    expect(textValue('\u0007a\u001b\u007f\tb')).toBe('a\tb');
  });
});
