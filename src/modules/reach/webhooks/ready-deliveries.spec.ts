import type { ClaimedDelivery } from './delivery-claims.repository';
import { ReadyDeliveries, type ReadyDelivery } from './ready-deliveries';

const ready = (organizationId: string, responsive = true): ReadyDelivery => ({
  delivery: { endpoint: { organizationId } } as ClaimedDelivery,
  responsive,
  startBefore: Infinity,
});

function waiting(slots: { total: number; reserved: number }, all: readonly ReadyDelivery[]): ReadyDeliveries {
  const deliveries = new ReadyDeliveries(slots);
  for (const each of all) deliveries.add(each);
  return deliveries;
}

/** Begins as many as there are slots for; gives whose they are. */
function beginAll(deliveries: ReadyDeliveries): string[] {
  const begun: string[] = [];
  for (let next = deliveries.begin(); next !== null; next = deliveries.begin())
    begun.push(next.delivery.endpoint.organizationId);
  return begun;
}

const times = (count: number, organizationId: string, responsive?: boolean) =>
  Array.from({ length: count }, () => ready(organizationId, responsive));

describe('deliveries that wait for a slot', () => {
  it('are begun round robin over their organizations, as many as there are slots', () => {
    const deliveries = waiting({ total: 4, reserved: 0 }, [...times(3, 'a'), ...times(2, 'b')]);
    expect(beginAll(deliveries)).toEqual(['a', 'b', 'a', 'b']);
    expect([deliveries.size, deliveries.inFlight]).toEqual([1, 4]);
  });

  it('are begun when a slot is given back', () => {
    const [first, second] = [ready('a'), ready('a')];
    const deliveries = waiting({ total: 1, reserved: 0 }, [first, second]);
    expect(deliveries.begin()).toBe(first);
    expect(deliveries.begin()).toBeNull();
    deliveries.end(first);
    expect(deliveries.begin()).toBe(second);
  });

  it('leave the last slots to organizations that have none under way', () => {
    const slots = { total: 10, reserved: 4 };
    const deliveries = waiting(slots, times(10, 'a'));
    expect(beginAll(deliveries)).toHaveLength(6);
    for (const each of [...times(2, 'b'), ...times(2, 'c')]) deliveries.add(each);
    expect(beginAll(deliveries)).toEqual(['b', 'c']);
  });

  it('have the last slots too when their endpoints are limited already', () => {
    const slots = { total: 10, reserved: 4 };
    const deliveries = waiting(slots, times(10, 'a', false));
    expect(beginAll(deliveries)).toHaveLength(10);
  });

  it('do not count those to other endpoints against the responsive ones of their organization', () => {
    const deliveries = waiting({ total: 10, reserved: 4 }, [...times(6, 'a', false), ...times(2, 'a')]);
    expect(beginAll(deliveries)).toHaveLength(7);
  });

  it('can be taken back while they wait', () => {
    const deliveries = waiting({ total: 1, reserved: 0 }, [...times(3, 'a'), ...times(2, 'b', false)]);
    deliveries.begin();
    expect(deliveries.takeBack(({ responsive }) => !responsive)).toHaveLength(2);
    expect(deliveries.size).toBe(2);
    expect(deliveries.takeBack(() => true)).toHaveLength(2);
    expect([deliveries.size, deliveries.begin()]).toEqual([0, null]);
  });

  it('give those that have been under way for long', () => {
    const [first, second] = [ready('a'), ready('b')];
    const deliveries = waiting({ total: 1, reserved: 0 }, [first, second]);
    deliveries.begin();
    expect(deliveries.underWayLongerThan(60_000)).toEqual([]);
    expect(deliveries.underWayLongerThan(-60_000)).toEqual([first.delivery]);
    deliveries.end(first);
    expect(deliveries.underWayLongerThan(-60_000)).toEqual([]);
  });
});
