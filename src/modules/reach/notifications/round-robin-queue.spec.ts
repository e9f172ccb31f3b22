import { RoundRobinQueue } from './round-robin-queue';

const of = (organizationId: string, notificationId: string) => ({ organizationId, notificationId });

describe('a round-robin queue', () => {
  it('gives everything to one notification where there is no other', () => {
    const queue = new RoundRobinQueue();
    expect(queue.take(5)).toEqual([]);
    queue.add([of('a', 'a1')]);
    expect(queue.take(5)).toEqual([{ ...of('a', 'a1'), limit: 5 }]);
    queue.remove(of('a', 'a1'));
    expect(queue.take(5)).toEqual([]);
  });

  it('goes round the organizations, and then round their notifications', () => {
    const queue = new RoundRobinQueue();
    queue.add([of('a', 'a1'), of('a', 'a2'), of('a', 'a3'), of('b', 'b1')]);
    expect(queue.take(4)).toEqual([
      { ...of('a', 'a1'), limit: 1 },
      { ...of('b', 'b1'), limit: 2 },
      { ...of('a', 'a2'), limit: 1 },
    ]);
    expect(queue.take(1)).toEqual([{ ...of('a', 'a3'), limit: 1 }]);
    expect(queue.take(1)).toEqual([{ ...of('b', 'b1'), limit: 1 }]);
    expect(queue.take(1)).toEqual([{ ...of('a', 'a1'), limit: 1 }]);
  });
});
