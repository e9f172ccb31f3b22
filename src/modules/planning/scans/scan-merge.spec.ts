import fc from 'fast-check';
import { checkedInAtOf, type OccurredScan } from './scan-merge';

/** Few moments and nonces, so that scans often coincide. */
const scan = fc.record({
  nonce: fc.integer({ min: 0, max: 30 }).map((number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
  action: fc.constantFrom('check_in' as const, 'undo' as const),
  occurredAt: fc.integer({ min: 0, max: 9 }).map((minute) => `2027-05-14T18:0${minute}:00.000Z`),
});
const scans = fc.uniqueArray(scan, { selector: ({ nonce }) => nonce, maxLength: 12 });
const withShuffled = scans.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
);

const at = (minute: number, action: OccurredScan['action'], nonce = `${minute}`): OccurredScan => ({
  nonce,
  action,
  occurredAt: `2027-05-14T18:0${minute}:00.000Z`,
});

describe('merging the scans of one guest', () => {
  it('is the same in whatever order they arrive', () => {
    fc.assert(fc.property(withShuffled, ([all, shuffled]) => expect(checkedInAtOf(shuffled)).toBe(checkedInAtOf(all))));
  });

  it('is the same when some of them, or all, arrive again', () => {
    fc.assert(
      fc.property(scans, fc.func(fc.boolean()), (all, again) => {
        expect(checkedInAtOf([...all, ...all.filter(again)])).toBe(checkedInAtOf(all));
      }),
    );
  });

  it('is the earliest check-in after the last undo, or none', () => {
    fc.assert(
      fc.property(scans, (all) => {
        const key = ({ occurredAt, nonce }: OccurredScan) => `${occurredAt} ${nonce}`;
        const lastUndo = all
          .filter(({ action }) => action === 'undo')
          .map(key)
          .reduce((last, each) => (each > last ? each : last), '');
        const [first] = all
          .filter((each) => each.action === 'check_in' && key(each) > lastUndo)
          .sort((a, b) => (key(a) < key(b) ? -1 : 1));
        expect(checkedInAtOf(all)).toBe(first?.occurredAt ?? null);
      }),
    );
  });

  it('an undo takes back nothing that happened after it', () => {
    fc.assert(
      fc.property(scans, (all) => {
        const before = all.map((each) => ({ ...each, occurredAt: each.occurredAt.replace('T18', 'T17') }));
        const late = at(0, 'check_in', 'z');
        expect(checkedInAtOf([...before, at(0, 'undo', 'a'), late])).toBe(late.occurredAt);
      }),
    );
  });

  it('says who is in', () => {
    expect(checkedInAtOf([])).toBeNull();
    expect(checkedInAtOf([at(3, 'check_in'), at(1, 'check_in')])).toBe(at(1, 'check_in').occurredAt);
    expect(checkedInAtOf([at(3, 'undo'), at(1, 'check_in')])).toBeNull();
    expect(checkedInAtOf([at(3, 'undo'), at(1, 'check_in'), at(5, 'check_in')])).toBe(at(5, 'check_in').occurredAt);
    expect(checkedInAtOf([at(3, 'undo', 'a'), at(3, 'check_in', 'b')])).toBe(at(3, 'check_in').occurredAt);
    expect(checkedInAtOf([at(3, 'undo', 'b'), at(3, 'check_in', 'a')])).toBeNull();
  });
});
