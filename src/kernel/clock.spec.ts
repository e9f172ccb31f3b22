import { SystemClock } from './clock';

describe('the system clock', () => {
  it('gives the time of the machine', () => {
    const before = Date.now();
    const now = new SystemClock().now().getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});
