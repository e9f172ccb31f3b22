import type { UnitOfWork } from '../tenancy/unit-of-work';
import { Revocations } from './revocations';
import { ENDS, type MailedName, type WayIntoAccount, type WayIntoOrganization } from './way-in';

const STAYS = { stays: 'nobody has asked for it' };
const NOWHERE = {
  reset: STAYS,
  passwordChange: STAYS,
  addressChange: STAYS,
  factorChange: STAYS,
  sessionsEnd: STAYS,
  suspension: STAYS,
  superAdminGrant: STAYS,
  handOver: STAYS,
  removal: STAYS,
  erasure: STAYS,
} as const;
const ofAccount = (at: Partial<WayIntoAccount['at']>, mailed?: MailedName): WayIntoAccount => ({
  opens: 'account',
  tables: [],
  ...(mailed && { mailed }),
  at: { ...NOWHERE, ...at },
});
const logo: WayIntoOrganization = { opens: 'organization', tables: [], at: { ...NOWHERE, handOver: ENDS } };
/** Nothing here asks the database for anything. */
const NO_DATABASE = {} as UnitOfWork;

describe('what ends on an occasion', () => {
  it('must have code that ends it, or the service does not start', () => {
    const revocations = new Revocations(
      { sessions: ofAccount({ reset: ENDS }), keys: ofAccount({ removal: ENDS }), logo },
      NO_DATABASE,
    );
    const start = () => revocations.onApplicationBootstrap();
    expect(start).toThrow('No module has bound how sessions end at reset: ofUser is missing.');
    revocations.bind('sessions', { ofUser: async () => 0 });
    expect(start).toThrow('No module has bound how keys end at removal: ofMembership is missing.');
    revocations.bind('keys', { ofUser: async () => 0, ofMembership: async () => 0 });
    expect(start).toThrow('No module has bound how logo end at handOver: ofOrganization is missing.');
    revocations.bind('logo', { ofOrganization: async () => 0 });
    expect(start).not.toThrow();
  });

  it('is in the list, and is bound once', () => {
    const revocations = new Revocations({ sessions: ofAccount({ reset: ENDS }) }, NO_DATABASE);
    expect(() => revocations.bind('cookies', {})).toThrow('what-ends-when.ts does not say when cookies end.');
    revocations.bind('sessions', { ofUser: async () => 0 });
    expect(() => revocations.bind('sessions', {})).toThrow('How sessions end is bound twice.');
  });

  it('ends in the order of the list, and is counted by the words for the mail', async () => {
    const list = {
      sessions: ofAccount({ reset: ENDS }),
      keys: ofAccount({ reset: ENDS }, 'apiKeys'),
      passkeys: ofAccount({ suspension: ENDS }, 'passkeys'),
      moreKeys: ofAccount({ reset: ENDS }, 'apiKeys'),
      links: ofAccount({ reset: ENDS }, 'invitations'),
    };
    const revocations = new Revocations(list, NO_DATABASE);
    const order: string[] = [];
    const counts = { moreKeys: 2, links: 0, passkeys: 9, keys: 1, sessions: 4 };
    for (const [name, count] of Object.entries(counts))
      revocations.bind(name, {
        ofUser: async ({ userId }) => {
          order.push(`${name} of ${userId}`);
          return count;
        },
      });
    const ended = await revocations.run('reset', { userId: 'ada' });
    expect(order).toEqual(['sessions of ada', 'keys of ada', 'moreKeys of ada', 'links of ada']);
    expect([...ended]).toEqual([['apiKeys', 3]]);
  });
});
