import { RoundRobinQueue } from './round-robin-queue';

const of = (organizationId: string, notificationId: string) => ({ organizationId, notificationId });

describe('turns', () => {
  it('are all of one notification where there is no other', () => {
    const queue = new RoundRobinQueue();
    expect(queue.take(5)).toEqual([]);
    queue.add([of('a', 'a1')]);
    expect(queue.take(5)).toEqual([{ ...of('a', 'a1'), most: 5 }]);
    queue.remove(of('a', 'a1'));
    expect(queue.take(5)).toEqual([]);
  });

  it('go round the organizations, and then round their notifications', () => {
    const queue = new RoundRobinQueue();
    queue.add([of('a', 'a1'), of('a', 'a2'), of('a', 'a3'), of('b', 'b1')]);
    expect(queue.take(4)).toEqual([
      { ...of('a', 'a1'), most: 1 },
      { ...of('b', 'b1'), most: 2 },
      { ...of('a', 'a2'), most: 1 },
    ]);
    expect(queue.take(1)).toEqual([{ ...of('a', 'a3'), most: 1 }]);
    expect(queue.take(1)).toEqual([{ ...of('b', 'b1'), most: 1 }]);
    expect(queue.take(1)).toEqual([{ ...of('a', 'a1'), most: 1 }]);
  });
});
