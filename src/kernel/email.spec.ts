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

it.each([
  'mi\u212Ae@example.com',
  '\uFF4Dike@example.com',
  'adm\u0130n@example.com',
  'mike@e\uFB01.example',
  'mike@a\u3002example.com',
  'mike@\u00FC\u0338%.com',
])('takes %j for one that passes for another', (address) => expect(isUnmistakable(address)).toBe(false));

it.each([...'\u200B\u200D\u00AD\u202E\u2066\u2060\uFEFF\u034F\u115F\u3164\uFE0F\u2800\u0085\u007F\u{E0041}'])(
  'takes an address with %j, which does not show, for one that passes for another',
  (character) => {
    for (const address of [`mi${character}ke@example.com`, `mike@exam${character}ple.com`]) {
      expect(isUnmistakable(address)).toBe(false);
    }
  },
);

it.each(['Mike+tag@Example.com', '\u00C5sa@example.com', '\u738B@example.com'])(
  'takes %j for unmistakable',
  (address) => expect(isUnmistakable(address)).toBe(true),
);

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
