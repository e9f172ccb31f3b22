import * as fc from 'fast-check';
import { acceptedNext, outcomeOf, type WaitingGroup } from './waiting-rules';

interface Named extends WaitingGroup {
  readonly name: number;
}

const groups = fc
  .array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 })
  .map((sizes) => sizes.map((people, name): Named => ({ name, people })));
const places = fc.integer({ min: -5, max: 60 });

const peopleOf = (accepted: readonly Named[]) => accepted.reduce((sum, { people }) => sum + people, 0);

/** The rule in words: again and again, the first in line whom the places suffice for gets them. */
function oneByOne(free: number, waiting: readonly Named[]): Named[] {
  const accepted: Named[] = [];
  for (;;) {
    const left = free - peopleOf(accepted);
    const next = waiting.find((group) => !accepted.includes(group) && group.people <= left);
    if (next === undefined) return accepted.sort((a, b) => a.name - b.name);
    accepted.push(next);
  }
}

describe('who is accepted next', () => {
  it('is who would be if everybody were asked one by one, the oldest first', () => {
    fc.assert(
      fc.property(places, groups, (free, waiting) => {
        expect(acceptedNext(free, waiting)).toEqual(oneByOne(free, waiting));
      }),
    );
  });

  it('are never more people than places, and no place stays free while somebody fits', () => {
    fc.assert(
      fc.property(places, groups, (free, waiting) => {
        const accepted = acceptedNext(free, waiting);
        const left = free - peopleOf(accepted);
        if (accepted.length > 0) expect(left).toBeGreaterThanOrEqual(0);
        for (const group of waiting) if (!accepted.includes(group)) expect(group.people).toBeGreaterThan(left);
      }),
    );
  });

  it('nobody is passed over by somebody who came later and could not have both', () => {
    fc.assert(
      fc.property(places, groups, (free, waiting) => {
        const accepted = acceptedNext(free, waiting);
        for (const group of waiting.filter((each) => !accepted.includes(each))) {
          const earlier = accepted.filter(({ name }) => name < group.name);
          expect(group.people).toBeGreaterThan(free - peopleOf(earlier));
        }
      }),
    );
  });

  it('is the same when they are looked at a part at a time', () => {
    fc.assert(
      fc.property(places, groups, fc.integer({ min: 1, max: 7 }), (free, waiting, size) => {
        const accepted: Named[] = [];
        for (let start = 0; start < waiting.length; start += size) {
          const left = free - peopleOf(accepted);
          accepted.push(...acceptedNext(left, waiting.slice(start, start + size)));
        }
        expect(accepted).toEqual(acceptedNext(free, waiting));
      }),
    );
  });

  it('is everybody where there is no limit', () => {
    fc.assert(fc.property(groups, (waiting) => expect(acceptedNext(null, waiting)).toEqual(waiting)));
  });
});

it.each([
  ['off', 2, false, 'accepted'],
  ['off', 1, false, 'full'],
  ['automatic', 2, true, 'accepted'],
  ['automatic', 1, false, 'waits'],
  ['manual', 2, false, 'accepted'],
  ['manual', 1, false, 'waits'],
  ['manual', 2, true, 'waits'],
  ['manual', null, true, 'waits'],
  ['automatic', null, true, 'accepted'],
] as const)(
  'two who ask at an event whose list is %s with %s free, somebody waiting: %s, are %s',
  (waitlist, free, isAnyoneWaiting, outcome) => {
    expect(outcomeOf({ waitlist, free, isAnyoneWaiting, people: 2 })).toBe(outcome);
  },
);
