import { hashToken } from '../../kernel/ids';
import { CredentialLookups } from './credential-lookups';

/** Lookups among the given secrets, and the statements that they came to. */
function lookupsAmong(...known: string[]) {
  const asked: string[][] = [];
  const seen = new Map<string, string>();
  const lookups = new CredentialLookups<{ name: string; hash: Buffer }>(
    (hashes) => {
      const names = hashes.map((hash) => seen.get(hash.toString('hex'))!);
      asked.push(names);
      if (names.includes('broken')) return Promise.reject(new Error('away'));
      // In another order than asked for.
      return Promise.resolve(
        known.filter((name) => names.includes(name)).map((name) => ({ name, hash: hashToken(name) })),
      );
    },
    ({ hash }) => hash,
  );
  const one = async (name: string) => {
    seen.set(hashToken(name).toString('hex'), name);
    return (await lookups.one(name))?.name ?? null;
  };
  return { one, asked };
}

describe('CredentialLookups', () => {
  it('looks for those of one tick together, and gives each caller their own', async () => {
    const { one, asked } = lookupsAmong('c', 'a', 'b');
    const found = await Promise.all(['a', 'x', 'b', 'a', 'c'].map(one));
    expect(found).toEqual(['a', null, 'b', 'a', 'c']);
    expect(asked).toEqual([['a', 'x', 'b', 'c']]);
  });

  it('looks again for what is asked for while the statement before is under way', async () => {
    const { one, asked } = lookupsAmong('a');
    const first = one('a');
    await new Promise(setImmediate);
    expect(asked).toEqual([['a']]);
    expect(await Promise.all([first, one('a')])).toEqual(['a', 'a']);
    expect(asked).toEqual([['a'], ['a']]);
  });

  it('looks for 100 at once at most', async () => {
    const { one, asked } = lookupsAmong('n99', 'n100', 'n249');
    const found = await Promise.all(Array.from({ length: 250 }, (_, index) => one(`n${index}`)));
    expect(found.filter((name) => name !== null)).toEqual(['n99', 'n100', 'n249']);
    expect(asked.map((names) => names.length)).toEqual([100, 100, 50]);
  });

  it('fails for those who asked together, and goes on', async () => {
    const { one } = lookupsAmong('a');
    const responses = await Promise.allSettled(['a', 'broken'].map(one));
    expect(responses.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await one('a')).toBe('a');
  });
});
