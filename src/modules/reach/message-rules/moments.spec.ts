import fc from 'fast-check';
import { isStillSo, triggersOf, type ChangedEvent } from './changes';
import { decisionAt, invitedWithin, momentOf, plus, sendingTime, type TimedRule } from './moments';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const NEVER_OVER = new Date(0);
const START = new Date('2027-05-14T18:00:00.000Z');
const EVENT = { startsAt: START, endsAt: plus(START, 4 * 60 * MINUTE_MS), timezone: 'Europe/Berlin' };

const rule = (fields: Partial<TimedRule>): TimedRule => ({
  trigger: 'before_start',
  offsetMinutes: 2 * DAY_MINUTES,
  window: null,
  late: 'skip',
  ...fields,
});
const offsets = fc.integer({ min: 0, max: 60 * DAY_MINUTES });
const minutes = fc.integer({ min: -90 * DAY_MINUTES, max: 90 * DAY_MINUTES });
const windows = fc.constantFrom(null, { from: '08:00', to: '21:00' }, { from: '22:00', to: '02:00' });
const triggers = fc.constantFrom('before_start' as const, 'after_end' as const);
const lates = fc.constantFrom('skip' as const, 'send' as const);

describe('the moment of a rule', () => {
  it('is never after the start, unless it is meant to be', () => {
    fc.assert(
      fc.property(offsets, windows, (offsetMinutes, window) => {
        const moment = momentOf(rule({ offsetMinutes }), EVENT)!;
        const at = sendingTime(moment, window, EVENT);
        expect(at >= moment && at <= START).toBe(true);
      }),
    );
  });

  it('comes once: a rule waits, then it is due, then it is over', () => {
    const rank = { wait: 0, due: 1, over: 2 };
    fc.assert(
      fc.property(
        triggers,
        offsets,
        windows,
        lates,
        minutes,
        minutes,
        (trigger, offsetMinutes, window, late, one, other) => {
          const now = (minute: number) => plus(START, minute * MINUTE_MS);
          const kindAt = (minute: number) =>
            decisionAt(rule({ trigger, offsetMinutes, window, late }), EVENT, NEVER_OVER, now(minute)).kind;
          const [first, second] = [kindAt(Math.min(one, other)), kindAt(Math.max(one, other))];
          expect(rank[first]).toBeLessThanOrEqual(rank[second]);
        },
      ),
    );
  });

  it('is over once it is served or skipped', () => {
    fc.assert(
      fc.property(triggers, offsets, windows, minutes, (trigger, offsetMinutes, window, minute) => {
        const now = plus(START, minute * MINUTE_MS);
        const decision = decisionAt(rule({ trigger, offsetMinutes, window }), EVENT, now, now);
        expect(decision.kind).not.toBe('due');
      }),
    );
  });

  it('needs the time that it goes by', () => {
    const bare = { startsAt: null, endsAt: null, timezone: 'UTC' };
    expect(decisionAt(rule({}), bare, NEVER_OVER, START).kind).toBe('over');
    expect(decisionAt(rule({ trigger: 'after_end' }), bare, NEVER_OVER, START).kind).toBe('over');
  });

  it('is not made up for after the start, nor more than a day after an end', () => {
    const reminder = rule({ offsetMinutes: 60 });
    expect(decisionAt(reminder, EVENT, NEVER_OVER, plus(START, -MINUTE_MS)).kind).toBe('due');
    expect(decisionAt(reminder, EVENT, NEVER_OVER, plus(START, 2 * MINUTE_MS)).kind).toBe('over');
    const thanks = rule({ trigger: 'after_end', offsetMinutes: 0 });
    expect(decisionAt(thanks, EVENT, NEVER_OVER, plus(EVENT.endsAt, 23 * 60 * MINUTE_MS)).kind).toBe('due');
    expect(decisionAt(thanks, EVENT, NEVER_OVER, plus(EVENT.endsAt, 25 * 60 * MINUTE_MS)).kind).toBe('over');
  });
});

describe('a rule about missing answers', () => {
  const ago = (days: number) => fc.integer({ min: 0, max: days * DAY_MINUTES - 1 }).map((minute) => minute * MINUTE_MS);

  it('takes exactly those whose own time has come and was not over', () => {
    fc.assert(
      fc.property(offsets, windows, ago(90), ago(1), ago(4), (offsetMinutes, window, left, over, ripe) => {
        const now = plus(START, -left);
        const overUntil = plus(now, -over);
        const invitedAt = plus(now, DAY_MINUTES * MINUTE_MS - ripe - offsetMinutes * MINUTE_MS);
        const moment = plus(invitedAt, offsetMinutes * MINUTE_MS);
        const time = sendingTime(moment, window, EVENT);
        const within = invitedWithin(rule({ offsetMinutes, window }), EVENT, overUntil, now);
        const isTaken = within !== null && invitedAt > within.after && invitedAt <= within.until;
        if (isTaken) expect(time <= now).toBe(true);
        // What is missed at one moment is taken at a later one, when the window is open.
        if (time <= now && time > overUntil && within !== null && moment > overUntil) expect(isTaken).toBe(true);
        if (moment <= START && time <= overUntil && window === null) expect(isTaken).toBe(false);
      }),
    );
  });

  it('asks nobody after the start, and is not held up where there is none', () => {
    const asking = rule({ trigger: 'no_answer' });
    expect(invitedWithin(asking, EVENT, NEVER_OVER, plus(START, 2 * MINUTE_MS))).toBeNull();
    const open = { ...EVENT, startsAt: null };
    expect(invitedWithin(asking, open, NEVER_OVER, START)!.until).toEqual(
      plus(START, -asking.offsetMinutes * MINUTE_MS),
    );
  });
});

describe('changes of an event', () => {
  const times = fc.constantFrom(null, '2027-05-14T18:00:00.000Z', '2027-05-15T18:00:00.000Z');
  const statuses = fc.constantFrom<ChangedEvent['status']>('draft', 'confirmed', 'completed', 'cancelled');
  const events: fc.Arbitrary<ChangedEvent> = fc.record({ status: statuses, startsAt: times, endsAt: times });

  it('end in one message at most, which says how it is', () => {
    fc.assert(
      fc.property(fc.array(events, { minLength: 2, maxLength: 6 }), (versions) => {
        const last = versions.at(-1)!;
        const found = new Map<'moved' | 'cancelled', ChangedEvent>();
        versions.slice(1).forEach((after, index) => {
          const before = versions[index]!;
          for (const trigger of triggersOf(before, after)) if (!found.has(trigger)) found.set(trigger, before);
        });
        const sent = [...found]
          .filter(([trigger, before]) => isStillSo(trigger, before, last))
          .map(([trigger]) => trigger);
        expect(sent.length).toBeLessThanOrEqual(1);
        if (last.status === 'cancelled') expect(sent).not.toContain('moved');
        if (last.status === 'draft') expect(sent).toEqual([]);
      }),
    );
  });

  it('are none where all is as it was before', () => {
    const event: ChangedEvent = { status: 'confirmed', startsAt: START.toISOString(), endsAt: null };
    expect(isStillSo('moved', event, event)).toBe(false);
  });
});
