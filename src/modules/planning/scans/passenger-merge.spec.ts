import fc from 'fast-check';
import { rideStateOf, type ReceivedScan } from './passenger-merge';

const moment = (minute: number) => `2027-05-14T18:${String(minute).padStart(2, '0')}:00.000Z`;
const scan = fc
  .record({
    number: fc.integer({ min: 0, max: 30 }),
    action: fc.constantFrom('board' as const, 'alight' as const, 'no_show' as const, 'undo' as const),
    occurred: fc.integer({ min: 0, max: 9 }),
    delay: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ number, action, occurred, delay }): ReceivedScan => ({
    nonce: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    action,
    occurredAt: moment(occurred),
    receivedAt: moment(occurred + delay),
  }));
const scans = fc.uniqueArray(scan, { selector: ({ nonce }) => nonce, maxLength: 10 });
const minute = fc.option(fc.integer({ min: 0, max: 9 }));
const ride = fc.tuple(minute, minute).map(([departed, arrived]) => {
  const [first, second] = [departed, arrived === null || departed === null ? null : Math.max(departed, arrived)];
  return {
    departedAt: first === null ? null : moment(first),
    arrivedAt: second === null ? null : moment(second),
  };
});

const at = (
  occurred: number,
  action: ReceivedScan['action'],
  { received = occurred, nonce = `${occurred}` } = {},
): ReceivedScan => ({ nonce, action, occurredAt: moment(occurred), receivedAt: moment(received) });
const NEVER = { departedAt: null, arrivedAt: null };

describe('merging the scans of one passenger', () => {
  it('is the same in whatever order they arrive, and however often', () => {
    const shuffled = scans.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ride, ([all, other], moments) => {
        expect(rideStateOf([...other, ...all], moments)).toEqual(rideStateOf(all, moments));
      }),
    );
  });

  it('is what the latest says before a departure', () => {
    fc.assert(
      fc.property(scans, (all) => {
        const last = { ...at(59, 'board'), nonce: 'z' };
        expect(rideStateOf([...all, last], NEVER).status).toBe('boarded');
        expect(rideStateOf([...all, { ...last, action: 'undo' }], NEVER).status).toBe('expected');
      }),
    );
  });

  it('leaves nobody expected after a departure, nor on board after an arrival, unless a later scan says so', () => {
    fc.assert(
      fc.property(scans, ride, (all, moments) => {
        const { status } = rideStateOf(all, moments);
        const after = (limit: string) => all.some(({ occurredAt }) => occurredAt > limit);
        if (moments.departedAt !== null && !after(moments.departedAt)) expect(status).not.toBe('expected');
        if (moments.arrivedAt !== null && !after(moments.arrivedAt)) expect(status).not.toBe('boarded');
      }),
    );
  });

  it('knows who is on the bus, also if that is heard of only after the departure', () => {
    const departed = { departedAt: moment(5), arrivedAt: null };
    expect(rideStateOf([], departed)).toEqual({ status: 'no_show', at: moment(5) });
    expect(rideStateOf([at(3, 'board', { received: 8 })], departed)).toEqual({ status: 'boarded', at: moment(3) });
    const onBoard = at(3, 'board');
    for (const action of ['undo', 'no_show'] as const)
      expect(rideStateOf([onBoard, at(4, action, { received: 8 })], departed).status).toBe('boarded');
    expect(rideStateOf([onBoard, at(4, 'undo')], departed).status).toBe('no_show');
    expect(rideStateOf([onBoard, at(6, 'undo')], departed).status).toBe('expected');
  });

  it('counts what was scanned before an arrival also after it', () => {
    const arrived = { departedAt: moment(5), arrivedAt: moment(8) };
    expect(rideStateOf([at(3, 'board', { received: 9 })], arrived)).toEqual({ status: 'alighted', at: moment(8) });
    expect(rideStateOf([at(6, 'board'), at(7, 'alight', { received: 9 })], arrived).at).toBe(moment(7));
  });
});
