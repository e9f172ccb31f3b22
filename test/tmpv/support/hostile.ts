/** Bodies that fit no operation at all. */
export const BROKEN_BODIES: Record<string, string | Buffer> = {
  'no JSON': '{"name": ',
  'a lone quote': '"',
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-16': Buffer.from('\ufeff{"name":"x"}', 'utf16le'),
  'an array': '[{"name":"x"}]',
  'a string': '"name"',
  'a number': '1e400',
  null: 'null',
  ['__proto__']: '{"__proto__":{"superAdmin":true}}',
  'a nested __proto__': '{"name":{"__proto__":{"superAdmin":true}}}',
  constructor: '{"constructor":{"prototype":{"superAdmin":true}}}',
  'a NUL in a name': '{"na\\u0000me":"x"}',
  'a lone surrogate in a name': '{"\\udc00":"x"}',
  'an unknown field': '{"noSuchField":1}',
};

/** Bodies whose size is what is wrong with them. */
export const HUGE_BODIES: Record<string, string> = {
  'an array nested 5,000 deep': '['.repeat(5000) + ']'.repeat(5000),
  'an object nested 5,000 deep': '{"name":'.repeat(5000) + '1' + '}'.repeat(5000),
  'an array nested 400,000 deep': '['.repeat(400_000),
  '100,000 empty objects': `{"name":[${'{},'.repeat(100_000)}{}]}`,
  'a list of 500,000 numbers': `{"name":[${'1,'.repeat(500_000)}1]}`,
  '50,000 unknown fields': JSON.stringify(
    Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, index])),
  ),
};

/** Values, as JSON text, that a field may not have or may barely have. */
export const HOSTILE_VALUES: Record<string, string> = {
  null: 'null',
  true: 'true',
  zero: '0',
  'a negative number': '-1',
  'a huge number': '1e400',
  'a number of 400 digits': '9'.repeat(400),
  'a fraction': '0.1',
  'an empty string': '""',
  'a NUL': '"a\\u0000b"',
  'a lone high surrogate': '"\\ud800"',
  'a lone low surrogate': '"x\\udfffy"',
  'a number of 400 digits as text': `"${'9'.repeat(400)}"`,
  'an amount of 400 decimals': `"0.${'9'.repeat(400)}"`,
  'a date that does not exist': '"2027-02-30"',
  'a time that does not exist': '"2027-02-30T25:61:00Z"',
  'a year of six digits': '"+275760-09-13T00:00:00.000Z"',
  'a long string': `"${'x'.repeat(200_000)}"`,
  'half a million combining marks': `"e${'\u0301'.repeat(250_000)}"`,
  SQL: `"'; DROP TABLE tours; --"`,
  'an empty array': '[]',
  'an array of everything': '[null, 1, "x", [], {}, "\\u0000"]',
  'an array of 5,000 texts': JSON.stringify(Array.from({ length: 5000 }, (_, index) => `text ${index}`)),
  'an empty object': '{}',
  'an object with a length': '{"length": 1e9}',
  'an object with toString': '{"toString": "x", "valueOf": 1, "then": true}',
  'a nested object': '{"a":{"b":{"c":[{"d":"\\u0000"}]}}}',
};

/** Values of query parameters, as they stand in a URL. */
export const HOSTILE_QUERY_VALUES = [
  ...[
    '',
    '%20',
    '%00',
    'a%00b',
    '%ff',
    '%E0%A4%A',
    '%',
    '%ED%A0%80',
    '%C0%80',
    '-1',
    '1e400',
    '9'.repeat(400),
    `0.${'9'.repeat(50)}`,
  ],
  ...[
    'true',
    '[]',
    '{}',
    '%5B%5D',
    '%25%5C_',
    "'%20OR%201=1--",
    '2027-02-30',
    '0000-00-00',
    '275760-09-13',
    'x'.repeat(5000),
    '%F0%9F%9A%8C',
  ],
];
