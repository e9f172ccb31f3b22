import type { ClaimedDelivery, EndpointKey } from './delivery-claims.repository';
import { EndpointQueue } from './endpoint-queue';

const endpoint = (webhookId: string): EndpointKey => ({ organizationId: 'organization', webhookId });
const deliveries = (webhookId: string, count: number, free = 5) =>
  Array.from({ length: count }, () => ({ ...endpoint(webhookId), free }) as ClaimedDelivery);
const idsOf = (endpoints: readonly EndpointKey[]) => endpoints.map(({ webhookId }) => webhookId);

describe('the queue of endpoints', () => {
  it('gives each its turn, once however often it was woken', () => {
    const queue = new EndpointQueue(100);
    queue.add(['a', 'b', 'a', 'c'].map(endpoint));
    expect(idsOf(queue.take(2))).toEqual(['a', 'b']);
    queue.add([endpoint('a')]);
    expect(idsOf(queue.take(5))).toEqual(['c', 'a']);
    expect(queue.take(5)).toEqual([]);
  });

  it('looks again into one that gave all it may, when one of its deliveries is done with', () => {
    const queue = new EndpointQueue(100);
    const claimed = deliveries('a', 5);
    queue.claimed([endpoint('a')], claimed, 64);
    expect(queue.take(5)).toEqual([]);
    queue.ended(claimed[0]!, 10);
    expect(idsOf(queue.take(5))).toEqual(['a']);
    // Two were left in flight elsewhere, so three were all it might give.
    const others = deliveries('b', 3, 3);
    queue.claimed([endpoint('b')], others, 64);
    queue.ended(others[0]!, 10);
    expect(idsOf(queue.take(5))).toEqual(['b']);
  });

  it('leaves one alone that had nothing more', () => {
    const queue = new EndpointQueue(100);
    const [delivery] = deliveries('a', 1);
    queue.claimed([endpoint('a')], [delivery!], 64);
    queue.ended(delivery!, 10);
    expect(queue.take(5)).toEqual([]);
  });

  it('keeps in turn those that the end of the room was reached before', () => {
    const queue = new EndpointQueue(100);
    queue.claimed(['a', 'b', 'c'].map(endpoint), [...deliveries('a', 5), ...deliveries('b', 2)], 7);
    expect(idsOf(queue.take(5))).toEqual(['b', 'c']);
  });

  it('keeps a part of the room for those that are known to be quick', () => {
    const queue = new EndpointQueue(10);
    const [first] = deliveries('quick', 1);
    queue.claimed([endpoint('quick')], [first!], 64);
    queue.ended(first!, 10);
    const hanging = ['x', 'y'].flatMap((id) => deliveries(id, 5));
    queue.claimed(['x', 'y'].map(endpoint), hanging, 64);
    queue.add(['z', 'quick'].map(endpoint));
    expect(idsOf(queue.take(5))).toEqual(['quick']);
    for (const delivery of hanging.slice(0, 5)) queue.ended(delivery, 15_000);
    expect(idsOf(queue.take(5))).toEqual(['z']);
  });

  it('takes one for quick no longer that was slow', () => {
    const queue = new EndpointQueue(5);
    const [quick, slow] = deliveries('a', 2);
    queue.claimed([endpoint('a')], [quick!, slow!], 64);
    queue.ended(quick!, 10);
    queue.ended(slow!, 1_000);
    queue.claimed([endpoint('x')], deliveries('x', 1), 64);
    queue.add([endpoint('a')]);
    expect(queue.take(5)).toEqual([]);
  });

  it('learns nothing of one that nothing was sent to', () => {
    const queue = new EndpointQueue(5);
    const [delivery] = deliveries('a', 1);
    queue.claimed([endpoint('a')], [delivery!], 64);
    queue.ended(delivery!, null);
    queue.claimed([endpoint('x')], deliveries('x', 1), 64);
    queue.add([endpoint('a')]);
    expect(queue.take(5)).toEqual([]);
  });
});
