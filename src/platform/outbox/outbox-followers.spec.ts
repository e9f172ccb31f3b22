import type { OutboxFollower } from './outbox-follower';
import { OutboxFollowers } from './outbox-followers';

const follower: OutboxFollower = { expressions: 'follow AS (SELECT 1)', committed: () => undefined };

describe('the outbox', () => {
  it('writes nothing before somebody follows, who would miss it', () => {
    const followers = new OutboxFollowers();
    expect(() => followers.get()).toThrow('No OutboxFollower is registered.');
    followers.follow(follower);
    expect(followers.get().follower).toBe(follower);
  });

  it('has one follower, whom nobody replaces in silence', () => {
    const followers = new OutboxFollowers();
    followers.follow(follower);
    expect(() => followers.follow(follower)).toThrow('OutboxFollower is already registered.');
  });
});
