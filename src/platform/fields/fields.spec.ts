import 'reflect-metadata';
import * as fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { fieldErrorOf } from './field-definitions';
import { Integer, OneOf, Phone, Text, TextList, withNulls } from './fields';

class Shape {
  @Text({ min: 1, max: 200 }) name: string;
  @Text({ max: 200, lines: true }) notes: string;
  @TextList({ maxEntries: 10, max: 50 }) tags: string[];
  @Phone() phone: string;
}

// What the Unicode database calls blank, control, format or ignorable, spelled out instead of taken from the rule.
const RANGES: [number, number][] = [
  [0x01, 0x20],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x1d173, 0x1d17a],
  [0xe0001, 0xe0001],
  [0xe0020, 0xe007f],
  [0xe0100, 0xe01ef],
];
const invisible = fc
  .constantFrom(...RANGES)
  .chain(([first, last]) => fc.integer({ min: first, max: last }))
  .map((codePoint) => String.fromCodePoint(codePoint));
const nothing = fc.array(invisible, { maxLength: 20 }).map((characters) => characters.join('').trim());
/** Without controls, other ends of lines, and what turns the direction of writing. */
const isOneLine = (text: string): boolean =>
  [...text].every((character) => {
    const point = character.codePointAt(0)!;
    const control = point < 0x20 || (point >= 0x7f && point < 0xa0);
    return !control && !(point >= 0x2028 && point <= 0x202e) && !(point >= 0x2066 && point <= 0x2069);
  });
const visible = fc.constantFrom('a', 'Ω', '字', '🚌', '-', '0', 'é', 'ß', 'ا', 'ก');

describe('a text of at least one character', () => {
  it('is empty when it shows nothing, however long it is', () => {
    fc.assert(
      fc.property(nothing, (text) => {
        expect(fieldErrorOf(Shape, 'name', text)).toMatchObject({ code: 'too_short', message: 'must not be empty.' });
      }),
    );
  });

  it('may hold invisible characters beside one that shows, if it stays one line from one side to the other', () => {
    fc.assert(
      fc.property(nothing, visible, nothing, (before, shown, after) => {
        const text = before + shown + after;
        expect(fieldErrorOf(Shape, 'name', text)?.code).toBe(isOneLine(text) ? undefined : 'invalid_characters');
        expect(fieldErrorOf(Shape, 'tags', ['another', text])?.code).toBe(
          isOneLine(text) ? undefined : 'invalid_characters',
        );
        expect(fieldErrorOf(Shape, 'notes', text)).toBeNull();
      }),
    );
  });

  it.each(['Family 👨‍👩‍👧‍👦 Tours', 'دستور می‌دهم', 'שלום \u200FAda', 'A\u00A0B', 'Rock ’n’ Roll 🏳️‍🌈'])('may be %j', (text) =>
    expect(fieldErrorOf(Shape, 'name', text)).toBeNull(),
  );
});

describe('a text that may be empty', () => {
  it('may show nothing', () => {
    fc.assert(fc.property(nothing, (text) => expect(fieldErrorOf(Shape, 'notes', text)).toBeNull()));
  });
});

describe('a list of texts', () => {
  it('has no entry that shows nothing', () => {
    fc.assert(
      fc.property(nothing, (text) => expect(fieldErrorOf(Shape, 'tags', ['another', text])?.code).toBe('too_short')),
    );
  });
});

describe('a phone number', () => {
  const digits = fc.stringMatching(/^[1-9]\d{1,14}$/);

  it('is one of a country that there is, whichever came before it', () => {
    fc.assert(
      fc.property(digits, digits, (first, second) => {
        for (const number of [`+${first}`, `+${second}`, `+${first.slice(0, 3)}${second}`.slice(0, 16)])
          expect(fieldErrorOf(Shape, 'phone', number) === null).toBe(parsePhoneNumberFromString(number) !== undefined);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a new record', () => {
  class CreateThing {
    @Text({ max: 10 }) name: string;
    @Text({ max: 10, presence: 'nullable' }) notes?: string | null;
    @Integer({ min: 0, max: 9, presence: 'nullable' }) count?: number | null;
    @OneOf(['old', 'new'], { presence: 'optional' }) state?: 'old' | 'new';
  }

  it('has null where a nullable field was not sent, and what was sent', () => {
    expect(withNulls(CreateThing, { name: 'Box', count: 0 })).toEqual({ name: 'Box', notes: null, count: 0 });
    expect(withNulls(CreateThing, { name: 'Box', notes: 'Red', state: 'new' })).toEqual({
      name: 'Box',
      notes: 'Red',
      count: null,
      state: 'new',
    });
  });
});
