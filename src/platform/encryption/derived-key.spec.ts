import { derivedKey } from './derived-key';

it('derives a key as RFC 5869 does without a salt (test case 3)', () => {
  expect(derivedKey(Buffer.alloc(22, 0x0b), '', 42).toString('hex')).toBe(
    '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
  );
});

it('derives another key for each purpose, and keeps deriving those that stored secrets were sealed with', () => {
  const encryptionKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
  expect(derivedKey(encryptionKey, 'tour-events secret box').toString('hex')).toBe(
    'f4ec6829cdeb240c57976c586b1b3ebb98525a4c9714d20b644ea86f311bdf4e',
  );
  expect(derivedKey(encryptionKey, 'tour-events secret box key id', 4).toString('hex')).toBe('214cd823');
});
