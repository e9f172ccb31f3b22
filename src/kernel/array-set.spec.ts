import fc from 'fast-check';
import { ArraySet } from './array-set';

describe('a set of a few', () => {
  it('has the members of a Set, in its order, whatever comes and goes', () => {
    const member = fc.integer({ min: 0, max: 9 });
    const step = fc.oneof(
      fc.record({ add: member }),
      fc.record({ delete: member }),
      fc.record({ clear: fc.constant(true) }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const few = new ArraySet<number>();
        const set = new Set<number>();
        for (const each of steps) {
          if ('clear' in each) {
            few.clear();
            set.clear();
          } else if ('delete' in each) {
            few.delete(each.delete);
            set.delete(each.delete);
          } else if (!set.has(each.add)) {
            few.add(each.add);
            set.add(each.add);
          }
          expect([...few]).toEqual([...set]);
          expect(few.size).toBe(set.size);
          for (let number = 0; number < 10; number++) expect(few.has(number)).toBe(set.has(number));
        }
      }),
    );
  });
});
