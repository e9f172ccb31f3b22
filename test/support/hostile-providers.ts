const TEXTS = {
  'a line break': 'Grace\r\nBcc: x@y.example',
  'a NUL': 'Grace\u0000Hopper',
  'a lone surrogate': 'Grace\ud800',
  'a mark of writing direction': 'Grace\u202eHopper',
  'a bell': 'Grace\u0007',
  'a line separator': 'Grace\u2028Hopper',
  'nothing that is seen': '\u200b\u2800',
  megabytes: 'x'.repeat(3_000_000),
  'many letters': 'x'.repeat(3_000),
  'many marks': `e${'\u0301'.repeat(20_000)}`,
  'digits of another writing': '１２３４５６',
};
/** Values that a provider's JSON can have, by what they are. */
export const HOSTILE_CLAIMS: Record<string, unknown> = {
  ...TEXTS,
  'an empty text': '',
  null: null,
  true: true,
  'a negative fraction': -0.5,
  'an array of everything': [null, 1, 'x', [], {}, '\u0000'],
  'an object with a length': { length: 1e9, toString: 'x', then: true },
  'a deep object': Array.from({ length: 2_000 }).reduce((inner) => ({ inner }), {}),
  'an object with __proto__': JSON.parse('{"__proto__":{"email":"x"}}'),
};

/** Addresses that no form takes, and some that look as if they were of the domain. */
export const hostileAddresses = (domain: string): string[] => [
  ...[`a\r\nBcc: x@${domain}`, `victim@v.example, b@${domain}`, `@${domain}`, `a b@${domain}`, `a@b@${domain}`],
  ...[`"a"@${domain}`, `<a@${domain}>`, `a@${domain}\u0000`, `a@${domain}.`, `a@[127.0.0.1]`, `a@${domain}\u202e`],
  ...[
    `.a@${domain}`,
    `a..b@${domain}`,
    `\u212aelvin@${domain}`,
    `${'a'.repeat(65)}@${domain}`,
    `a@ex%61mple.com`,
    'a',
    '',
  ],
  ...[
    `a@${domain.replace('.', '。')}`,
    `a@${domain.replace('.', '%2e')}`,
    `a@${domain}/`,
    `a\ud800@${domain}`,
    `a@sub.${domain}`,
  ],
];
