import { passTime, useLockedTimetable } from '../../../../test/support/timetable';
import { ChannelPace } from './channel-pace';

describe('the pace of a channel', () => {
  useLockedTimetable();

  /** How many messages begin within a time, when there are always more and each is taken at once. */
  function takenWithin(pace: ChannelPace, ms: number): number {
    let taken = 0;
    for (let passed = 0; passed < ms; passed += 10) {
      passTime(10);
      for (; pace.isSlow && pace.isOpen; taken++) pace.begin();
    }
    return taken;
  }

  it('has no limit at first', () => {
    const pace = new ChannelPace(() => undefined);
    for (let n = 0; n < 100; n++) pace.begin();
    expect(pace.isOpen).toBe(true);
  });

  it('is the one that the provider names', () => {
    const pace = new ChannelPace(() => undefined);
    pace.deferred(pace.begin(), { intervalMs: 200 });
    expect(pace.isOpen).toBe(false);
    expect(takenWithin(pace, 2_000)).toBe(10);
  });

  it('begins again when the provider said', () => {
    const pace = new ChannelPace(() => undefined);
    pace.deferred(pace.begin(), { waitSeconds: 30 });
    passTime(29_990);
    expect(pace.isOpen).toBe(false);
    passTime(10);
    expect(pace.isOpen).toBe(true);
  });

  it('slows down once for messages that were under way together, and further with each later one', () => {
    const pace = new ChannelPace(() => undefined);
    const together = [pace.begin(), pace.begin(), pace.begin()];
    for (const begun of together) pace.deferred(begun, {});
    expect(takenWithin(pace, 1_000)).toBe(10);
    pace.deferred(pace.begin(), {});
    expect(takenWithin(pace, 1_000)).toBe(5);
  });

  it('is lifted by what is taken', () => {
    let proceeded = 0;
    const pace = new ChannelPace(() => proceeded++);
    pace.deferred(pace.begin(), {});
    for (let taken = 0; pace.isSlow && taken < 1_000; taken++) pace.taken();
    expect(pace.isSlow).toBe(false);
    expect(proceeded).toBe(1);
  });
});
