import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { SecretBox, UnreadableSecret } from './secret-box';

describe('a sealed secret', () => {
  const key = randomBytes(32);
  const box = new SecretBox(key);

  it('is opened again for the context that it was sealed for, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (secret, context) => {
        expect(new SecretBox(key).open(box.seal(secret, context), context)).toBe(secret);
      }),
    );
  });

  it('is never the same twice, and does not show what it holds', () => {
    const [one, other] = [box.seal('whsec_hidden', 'a'), box.seal('whsec_hidden', 'a')];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('whsec_')).toBe(false);
    expect(one).toHaveLength(1 + 4 + 12 + 16 + 'whsec_hidden'.length);
  });

  it('names its key, so that another key can take over', () => {
    const keyIdOf = (sealed: Buffer) => sealed.subarray(1, 5).toString('hex');
    const other = new SecretBox(randomBytes(32));
    expect(keyIdOf(box.seal('one', 'a'))).toBe(keyIdOf(box.seal('two', 'b')));
    expect(keyIdOf(other.seal('one', 'a'))).not.toBe(keyIdOf(box.seal('one', 'a')));
    expect(() => other.open(box.seal('one', 'a'), 'a')).toThrow('sealed with another key');
  });

  it('is opened with the previous key, which seals nothing', () => {
    const next = randomBytes(32);
    const both = new SecretBox(next, key);
    expect(both.open(box.seal('one', 'a'), 'a')).toBe('one');
    expect(new SecretBox(next).open(both.seal('two', 'a'), 'a')).toBe('two');
    expect(() => both.open(new SecretBox(randomBytes(32)).seal('one', 'a'), 'a')).toThrow('sealed with another key');
  });

  it('is not opened for another context', () => {
    expect(() => box.open(box.seal('secret', 'row 1'), 'row 2')).toThrow(UnreadableSecret);
  });

  it('is not opened once a single bit of it has changed, or a byte is missing', () => {
    const sealed = box.seal('a secret', 'row');
    fc.assert(
      fc.property(fc.nat({ max: sealed.length * 8 - 1 }), (bit) => {
        const changed = Buffer.from(sealed);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        expect(() => box.open(changed, 'row')).toThrow(UnreadableSecret);
      }),
    );
    for (let length = 0; length < sealed.length; length++) {
      expect(() => box.open(sealed.subarray(0, length), 'row')).toThrow(UnreadableSecret);
    }
  });

  it('is refused without a word of what it holds', () => {
    const sealed = box.seal('whsec_hidden', 'row');
    const message = (() => {
      try {
        return box.open(sealed, 'whsec_context');
      } catch (error) {
        return JSON.stringify([(error as Error).message, (error as Error).stack, (error as Error).cause]);
      }
    })();
    expect(message).toContain('The secret');
    expect(message).not.toMatch(/whsec_/);
  });
});
