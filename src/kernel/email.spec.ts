import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { emailKey, isUnmistakable } from './email';

it('takes addresses that differ only in case for the same', () => {
  expect(emailKey('Ada@Example.COM')).toBe(emailKey('ada@example.com'));
  expect(emailKey('ÅSA@example.com')).toBe(emailKey('åsa@example.com'));
});

it('takes a domain in its own letters and in ASCII for the same', () => {
  expect(emailKey('ada@B\u00FCcher.example')).toBe(emailKey('ada@xn--bcher-kva.example'));
});

it('keeps apart what only looks alike', () => {
  expect(emailKey('admİn@example.com')).not.toBe(emailKey('admin@example.com'));
});

const at = (domain: string) => `mike@${domain}`;

it.each([
  'mi\u212Ae@example.com',
  '\uFF4Dike@example.com',
  'adm\u0130n@example.com',
  'mike@e\uFB01.example',
  'mike@a\u3002example.com',
  'mike@\u00FC\u0338%.com',
  // What writes domains in ASCII reads them as hosts of web addresses: %63 is a c there, and / ends them.
  ...['b\u00FC%63her.example', 'b\u00FCcher.example/x', 'b\u00FCcher.example#x', 'b\u00FCcher.example?x'].map(at),
  ...['b\u00FCcher.example:80', 'x%40b\u00FCcher.example', 'bucher.example/x', 'a_b.example', '-a.example'].map(at),
  // The small letter of a capital sigma is another one at the end of a word than on its own.
  at('\u039F\u0394\u039F\u03A3.\u4F8B\u3048'),
  at('\u2460.example'),
])('takes %j for one that passes for another', (address) => expect(isUnmistakable(address)).toBe(false));

it.each([...'\u200B\u200D\u00AD\u202E\u2066\u2060\uFEFF\u034F\u115F\u3164\uFE0F\u2800\u0085\u007F\u{E0041}'])(
  'takes an address with %j, which does not show, for one that passes for another',
  (character) => {
    for (const address of [`mi${character}ke@example.com`, `mike@exam${character}ple.com`]) {
      expect(isUnmistakable(address)).toBe(false);
    }
  },
);

it.each([
  'Mike+tag@Example.com',
  '\u00C5sa@example.com',
  '\u738B@example.com',
  ...['B\u00DCCHER.Example', 'XN--BCHER-KVA.example', 'stra\u00DFe.b\u00FCcher.xn--bcher-kva.example'].map(at),
  ...[
    '\u03BF\u03B4\u03BF\u03C2.gr',
    '\u4F8B\u3048.jp',
    '\u0645\u062B\u0627\u0644.example',
    '3com.example',
    'a--b.example',
  ].map(at),
])('takes %j for unmistakable', (address) => expect(isUnmistakable(address)).toBe(true));

it('lets no two characters have the same key that differ in more than case', () => {
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const address = `a${String.fromCodePoint(point)}b@example.com`;
    if (!isUnmistakable(address)) continue;
    const key = emailKey(address);
    if (key === address) continue;
    // Equal keys leave two spellings at most: the key's own, and the one capital of its character.
    const folded = [...key][1]!;
    const ascii = (text: string) => text.codePointAt(0)! < 0x80;
    if (`a${folded.toUpperCase()}b@example.com` !== address || ascii(folded) !== point < 0x80) {
      throw new Error(`U+${point.toString(16)} passes for ${folded}`);
    }
  }
});

it('gives two domains one key only if they are one domain (RFC 5890)', () => {
  const letters = [...'abc\u00FC\u00DCuss\u00DF\u03C3\u03C2\u03A3x.-_%/#?:@&=~!'];
  const pieces = [
    '%63',
    '%2e',
    'xn--',
    'bcher-kva',
    'b\u00FCcher',
    '\uFF05',
    '\uFF0F',
    '\u2460',
    '\u3002',
    '\u0308',
    '\u1E9E',
  ];
  const domain = fc
    .array(fc.constantFrom(...letters, ...pieces), { minLength: 1, maxLength: 8 })
    .map((parts) => `${parts.join('')}.\u4F8B\u3048`);
  const meant = (text: string) =>
    // What stands before another @ belongs to the mailbox.
    text
      .slice(text.lastIndexOf('@') + 1)
      .split('.')
      .map((label) =>
        /^xn--/i.test(label)
          ? domainToUnicode(label)
          : [...label.normalize('NFKC')].map((letter) => letter.toLowerCase()).join(''),
      )
      .join('.');
  const byKey = new Map<string, string>();
  fc.assert(
    fc.property(domain, (text) => {
      const address = at(text);
      if (!isUnmistakable(address)) return;
      const known = byKey.get(emailKey(address));
      if (known === undefined) byKey.set(emailKey(address), meant(text));
      else expect(meant(text)).toBe(known);
    }),
    {
      numRuns: 20_000,
      examples: ['b\u00FCcher', 'b\u00FC%63her', 'B\u00DCCHER', 'xn--bcher-kva', '\u03C2', '\u03A3']
        .flatMap((label) => [label, `@${label}`])
        .map((label) => [`${label}.\u4F8B\u3048`]),
    },
  );
});
