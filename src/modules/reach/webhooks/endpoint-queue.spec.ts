import type { ClaimedDelivery, EndpointKey } from './delivery-claims.repository';
import { EndpointQueue } from './endpoint-queue';

/** Those of the first organization have names of one letter, others say whose they are. */
const endpoint = (webhookId: string): EndpointKey => ({ organizationId: webhookId.split('/').at(-2) ?? '', webhookId });
const deliveries = (webhookId: string, count: number, free = 5) =>
  Array.from({ length: count }, () => ({ endpoint: endpoint(webhookId), free }) as ClaimedDelivery);
const idsOf = (endpoints: readonly EndpointKey[]) => endpoints.map(({ webhookId }) => webhookId);
const PLENTY = { unproven: 100, slow: 100, slowPerOrganization: 100 };
const took = (durationMs: number) => ({ durationMs, error: null });

/** An attempt to each, which took so long. */
function attempt(queue: EndpointQueue, webhookIds: readonly string[], durationMs: number | null): void {
  const begun = hang(queue, webhookIds);
  for (const delivery of begun) queue.ended(delivery, durationMs === null ? null : took(durationMs));
}

/** An attempt to each, which has not ended. */
function hang(queue: EndpointQueue, webhookIds: readonly string[]): ClaimedDelivery[] {
  const begun = webhookIds.flatMap((id) => deliveries(id, 1));
  queue.claimed(webhookIds.map(endpoint), begun, 64);
  return begun;
}

describe('the queue of endpoints', () => {
  it('takes each round robin, once however often it was woken', () => {
    const queue = new EndpointQueue(PLENTY);
    queue.add(['a', 'b', 'a', 'c'].map(endpoint));
    expect(idsOf(queue.take(2))).toEqual(['a', 'b']);
    queue.add([endpoint('a')]);
    expect(idsOf(queue.take(5))).toEqual(['c', 'a']);
    expect(queue.take(5)).toEqual([]);
  });

  it('looks again into one that gave all it may, when one of its deliveries is done with', () => {
    const queue = new EndpointQueue(PLENTY);
    const claimed = deliveries('a', 5);
    queue.claimed([endpoint('a')], claimed, 64);
    expect(queue.take(5)).toEqual([]);
    queue.ended(claimed[0]!, took(10));
    expect(idsOf(queue.take(5))).toEqual(['a']);
    // Two were left in flight elsewhere, so three were all it might give.
    const others = deliveries('b', 3, 3);
    queue.claimed([endpoint('b')], others, 64);
    queue.ended(others[0]!, took(10));
    expect(idsOf(queue.take(5))).toEqual(['b']);
  });

  it('leaves one alone that had nothing more', () => {
    const queue = new EndpointQueue(PLENTY);
    const [delivery] = deliveries('a', 1);
    queue.claimed([endpoint('a')], [delivery!], 64);
    queue.ended(delivery!, took(10));
    expect(queue.take(5)).toEqual([]);
  });

  it('keeps those that the limit of a claim was reached before', () => {
    const queue = new EndpointQueue(PLENTY);
    attempt(queue, ['a', 'b'], 10);
    queue.claimed(['a', 'b', 'c'].map(endpoint), [...deliveries('a', 5), ...deliveries('b', 2)], 7);
    expect(idsOf(queue.take(5))).toEqual(['b', 'c']);
  });

  it('gives one that nothing is known of a single attempt, and five when that ended within 5 seconds', () => {
    const queue = new EndpointQueue(PLENTY);
    queue.add([endpoint('a')]);
    expect(queue.take(5)).toEqual([{ ...endpoint('a'), max: 1 }]);
    const [delivery] = deliveries('a', 1, 1);
    queue.claimed([endpoint('a')], [delivery!], 64);
    queue.add([endpoint('a')]);
    expect(queue.take(5)).toEqual([]);
    queue.ended(delivery!, took(4_999));
    expect(queue.take(5)).toEqual([{ ...endpoint('a'), max: 5 }]);
  });

  it('counts one that timed out as slow, however short the time-out is', () => {
    const queue = new EndpointQueue(PLENTY);
    const [delivery] = hang(queue, ['a']);
    expect(queue.ended(delivery!, { durationMs: 1_500, error: 'timeout' })).toBe(true);
    expect(queue.isSlow(endpoint('a'))).toBe(true);
  });

  it('passes over responsive ones that are blocked, and knows them afterwards', () => {
    const queue = new EndpointQueue(PLENTY);
    attempt(queue, ['a', 'b'], 10);
    queue.add(['a', 'b'].map(endpoint));
    expect(idsOf(queue.take(5, ({ webhookId }) => webhookId === 'a'))).toEqual(['b']);
    expect(idsOf(queue.take(5))).toEqual(['a']);
  });

  it('says when one becomes slow, before its attempt has ended too, and when it is slow no more', () => {
    const queue = new EndpointQueue(PLENTY);
    const [first, second, third] = deliveries('a', 3);
    queue.claimed([endpoint('a')], [first!, second!, third!], 64);
    expect(queue.ended(first!, took(10))).toBe(false);
    expect(queue.noteSlow(endpoint('a'))).toBe(true);
    expect(queue.noteSlow(endpoint('a'))).toBe(false);
    expect(queue.isSlow(endpoint('a'))).toBe(true);
    expect(queue.ended(second!, took(15_000))).toBe(false);
    expect(queue.ended(third!, took(4_999))).toBe(true);
    expect(queue.isSlow(endpoint('a'))).toBe(false);
  });

  it('believes others that one is slow, unless it has seen it itself', () => {
    const queue = new EndpointQueue({ ...PLENTY, slow: 0 });
    attempt(queue, ['seen'], 10);
    queue.learnSlow(['seen', 'noted'].map(endpoint));
    queue.add(['seen', 'noted'].map(endpoint));
    expect(idsOf(queue.take(5))).toEqual(['seen']);
  });

  it('gives one that was slow a single attempt again', () => {
    const queue = new EndpointQueue(PLENTY);
    attempt(queue, ['a'], 10);
    attempt(queue, ['a'], 5_000);
    queue.add([endpoint('a')]);
    expect(queue.take(5)).toEqual([{ ...endpoint('a'), max: 1 }]);
  });

  it('learns nothing of one that nothing was sent to', () => {
    const queue = new EndpointQueue(PLENTY);
    attempt(queue, ['a'], null);
    queue.add([endpoint('a')]);
    expect(queue.take(5)).toEqual([{ ...endpoint('a'), max: 1 }]);
  });

  it('keeps slots for those that are known to be responsive', () => {
    const queue = new EndpointQueue({ ...PLENTY, unproven: 2 });
    attempt(queue, ['q'], 10);
    const hanging = hang(queue, ['x', 'y']);
    queue.add(['z', 'q'].map(endpoint));
    expect(idsOf(queue.take(5))).toEqual(['q']);
    queue.ended(hanging[0]!, took(15_000));
    expect(idsOf(queue.take(5))).toEqual(['z']);
  });

  it('always lets an organization have one that nothing is known of', () => {
    const queue = new EndpointQueue({ ...PLENTY, unproven: 2 });
    hang(queue, ['x', 'y']);
    queue.add(['z', 'other/a', 'other/b', 'third/a'].map(endpoint));
    expect(idsOf(queue.take(5))).toEqual(['other/a', 'third/a']);
  });

  it('keeps slots for those that have not been slow', () => {
    const queue = new EndpointQueue({ ...PLENTY, unproven: 3, slow: 2 });
    attempt(queue, ['x', 'y', 'other/z'], 15_000);
    queue.add(['x', 'y', 'other/z', 'n'].map(endpoint));
    expect(idsOf(queue.take(5))).toEqual(['x', 'y', 'n']);
  });

  it('lets one organization have a part only of what slow ones may take', () => {
    const queue = new EndpointQueue({ ...PLENTY, slow: 3, slowPerOrganization: 1 });
    attempt(queue, ['x', 'y', 'other/z'], 15_000);
    const [hanging] = hang(queue, ['x']);
    queue.add(['y', 'other/z'].map(endpoint));
    expect(idsOf(queue.take(5))).toEqual(['other/z']);
    queue.ended(hanging!, took(15_000));
    expect(idsOf(queue.take(5))).toEqual(['y']);
  });
});
