import * as fc from 'fast-check';
import { linksIn } from '../../test/support/links';
import { fill, parseTemplate } from './message-template';
import { unlinked } from './unlinked';

describe('what people chose', () => {
  it.each([
    ['https://evil.example/x', 'https: / /evil. example/x'],
    ['//evil.example', '/ /evil. example'],
    ['\\\\evil\\share', '\\ \\evil\\share'],
    ['WWW.evil.example', 'WWW. evil. example'],
    ['evil.com/reset', 'evil. com/reset'],
    ['evil。com', 'evil。 com'],
    ['evil．com evil｡com evil․com', 'evil． com evil｡ com evil․ com'],
    ['evil.\u200bcom', 'evil. \u200bcom'],
    ['पत्र.भारत', 'पत्र. भारत'],
    ['203.0.113.9/x', '203. 0. 113. 9/x'],
    ['1.203.0.113.9', '1. 203. 0. 113. 9'],
    ['me@evil.com', 'me @ evil. com'],
    ['mailto:me', 'mailto: me'],
    ['tel:+491234', 'tel: +491234'],
    ['javascript:alert(1)', 'javascript: alert(1)'],
  ])('%s is broken up', (text, expected) => {
    expect(unlinked(text)).toBe(expected);
    expect(linksIn(expected)).toEqual([]);
  });

  it.each([
    'Dr. Müller-Lüdenscheidt',
    'J.R.R. Tolkien',
    'z.B. a.b',
    'Smith & Sons, Inc., Dept. 4',
    '19.30',
    '19:30 Uhr, UTC+05:30',
    '24.12.2027',
    'EUR 1.000,50 / 3.5 %',
    'Hall 3/4',
    'Well… maybe...',
    'She said: "come @ 8"',
    'O’Neill; 東京。',
  ])('%s stays as it is', (text) => expect(unlinked(text)).toBe(text));

  it('keeps the names of towns readable', () => expect(unlinked('St.Gallen')).toBe('St. Gallen'));
});

const piece = fc.constantFrom(
  ...[
    'https://',
    'http:',
    '//',
    '/',
    '\\\\',
    '\\',
    'www',
    'www.',
    'evil',
    'evil.com',
    'com',
    'it',
    'om',
    'c',
    'li',
    'xn--p1ai',
  ],
  ...[
    '.',
    '。',
    '．',
    '․',
    '@',
    '＠',
    ':',
    '?',
    '#',
    '%2e',
    '%2f',
    '-',
    '_',
    ',',
    '(',
    ')',
    '<',
    '>',
    '"',
    "'",
    ' ',
    '\n',
    '\u200b',
  ],
  ...[
    '1',
    '127.0.0.1',
    '203.0',
    'localhost',
    'mailto:',
    'tel:',
    'javascript:',
    'ftp:',
    'file:',
    'рф',
    '公司',
    'भारत',
    '🚌',
    '{{a}}',
  ],
);
const hostile = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary' }),
);
/** Words as planners type them, without a link of their own. */
const words = fc.constantFrom(
  ...[
    '',
    ' ',
    ', ',
    '.',
    '. ',
    '.It',
    '.it is',
    ':',
    '://',
    '/',
    '//',
    '@',
    '@example.com',
    ' (',
    ') ',
    '-',
    's ',
    'Dr.',
    'Dear ',
  ],
  ...['x', 'om', 'com', '.com', 'www', 'www.', 'http://', 'https://', 'mailto:', '\\\\', '?q=', '#', '\n'],
);

describe('no value, however hostile,', () => {
  it('is a link', () => {
    fc.assert(
      fc.property(hostile, (text) => expect(linksIn(unlinked(text))).toEqual([])),
      { numRuns: 3_000 },
    );
  });

  it('makes a link with the words and values around it', () => {
    fc.assert(
      fc.property(words, hostile, words, hostile, words, (before, a, between, b, after) => {
        const own = [`${before} ${between}${after}`, `${before}${between} ${after}`, before + between + after];
        fc.pre(own.every((text) => linksIn(text).length === 0));
        const text = fill(parseTemplate(`${before}{{a}}${between}{{b}}${after}`), { values: { a, b } });
        expect(linksIn(text)).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  });

  it('changes where a link of the service or of the words leads', () => {
    const link = 'https://tours.test/rsvp/abc';
    const hosts = (text: string) =>
      linksIn(text)
        .filter((each) => /^https?:/.test(each))
        .map((each) => new URL(each).host);
    const template = fc.constantFrom(
      '{{a}}{{link}}',
      '{{link}}{{a}}',
      '{{a}} {{link}} {{b}}',
      '{{link}}/{{a}}',
      '{{link}}?q={{a}}&r={{b}}',
      `${link}?q={{a}}`,
      `${link}/{{a}}/{{b}}`,
      `{{a}}${link}`,
      `{{a}}: ${link}#{{b}}`,
      `(${link}),{{a}}`,
    );
    fc.assert(
      fc.property(template, hostile, hostile, (text, a, b) => {
        fc.pre(!a.includes('{{') && !b.includes('{{'));
        const filled = fill(parseTemplate(text), { values: { a, b }, own: { link } });
        expect(new Set(hosts(filled))).toEqual(new Set(['tours.test']));
        expect(linksIn(filled.replaceAll(/https:\/\/tours\.test\/\S*/g, ' '))).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('a value inside of a web address', () => {
  it('is escaped, so that the address stays whole', () => {
    const text = fill(parseTemplate('https://shop.example/?name={{a}}&mail={{b}}.'), {
      values: { a: 'Ada Lovelace', b: 'ada@example.com' },
    });
    expect(text).toBe('https://shop.example/?name=Ada%20Lovelace&mail=ada%40example.com.');
  });

  it('cannot replace its host', () => {
    const filled = (text: string, a: string) => fill(parseTemplate(text), { values: { a } });
    expect(filled('https://{{a}}', 'evil')).toBe('https:// evil');
    expect(filled('https://shop.example{{a}}', '.evil.com')).toBe('https://shop.example. evil. com');
    expect(filled('https://shop.example{{a}}', '@evil.com')).toBe('https://shop.example @evil. com');
    expect(filled('{{a}}shop.example', 'evil-')).toBe('evil-shop. example');
  });
});
