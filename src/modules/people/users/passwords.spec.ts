import { runInContext, systemContext } from '../../../platform/context/request-context';
import { hashPassword, matchesPassword } from './passwords';

describe('passwords', () => {
  it('match their hash, and no other', async () => {
    const hashed = await hashPassword('correct horse battery');
    expect(hashed).toMatch(/^\$argon2id\$/);
    expect(await matchesPassword(hashed, 'correct horse battery')).toBe(true);
    expect(await matchesPassword(hashed, 'correct horse batterY')).toBe(false);
  });

  it('of one network do not wait behind all that another one tries', async () => {
    const hashed = await hashPassword('correct horse battery');
    const order: string[] = [];
    const tryFrom = (ip: string) =>
      runInContext({ ...systemContext('test'), ip }, async () => {
        await matchesPassword(hashed, 'a guess');
        order.push(ip);
      });
    const guesses = Array.from({ length: 30 }, () => tryFrom('192.0.2.1'));
    await Promise.all([...guesses, tryFrom('192.0.2.2')]);
    // Besides those that were being checked already, and as many that may have been done at the same time.
    expect(order.indexOf('192.0.2.2')).toBeLessThan(15);
  });
});
