'use strict';
const OWN_STATEMENT = 'the test itself changes or locks rows by a statement that Citus does not take';

/** Files that are not run on a cluster, or single tests of them (a part of the full name), each with its reason. */
const EXCEPTIONS = [
  {
    file: 'test/api/audit-log-chain.spec.ts',
    reason: 'its tests forge records with the triggers switched off for a session, which Citus does not pass on',
  },
  {
    file: 'test/api/audit-log-export.spec.ts',
    test: 'shows that a record was changed, and that one is gone',
    reason: 'forges records with the triggers switched off for a session, which Citus does not pass on',
  },
  {
    file: 'test/api/outage.spec.ts',
    test: 'is 503, readiness says so, and the background says it once',
    reason: 'takes the database away on the server of one machine, by its administrator there',
  },
  {
    file: 'test/flows/stale-rights.spec.ts',
    test: 'are gone for a change that has waited for another one until then',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/flows/journal-of-erasures.spec.ts',
    test: 'forgets everybody again when an older database is restored, before anything is served',
    reason: 'copies and restores the database of one machine',
  },
  {
    file: 'test/api/organizations.spec.ts',
    test: 'carries on where it was cut off, and keeps no other organization waiting',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/api/check-in.spec.ts',
    test: 'does not wait for whoever has locked the event',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/api/guests-import.spec.ts',
    test: 'is unavailable, and undone as a whole, when it waits for too long',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/api/seating.spec.ts',
    test: 'never seats in another vehicle than was named, when the assignment gets another',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/api/vehicle-assignments.spec.ts',
    test: 'leaves a record of each of very many guests',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/api/vehicles.spec.ts',
    test: 'is refused when a past event gets the vehicle meanwhile',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/api/vehicles.spec.ts',
    test: 'leaves nothing of an event that gets the vehicle at the same moment',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/api/vehicles.spec.ts',
    test: 'asks the database no more often for many past events than for one',
    reason: 'statements are counted where PostgreSQL counts those on its own tables',
  },
  {
    file: 'test/flows/expense-days.spec.ts',
    test: 'knows of rows that come or go behind the service',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/flows/expense-days.spec.ts',
    test: 'is not delayed by rows of an organization that does not exist',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/flows/expense-days.spec.ts',
    test: 'leaves nothing of a purged organization',
    reason: 'the test deletes the organization alone: no key of the coordinator deletes rows of workers along with it',
  },
  {
    file: 'test/flows/pipelined-reads.spec.ts',
    reason: 'ends connections by a function of PostgreSQL that has a namesake of Citus',
  },
  {
    file: 'test/flows/guest-retention.spec.ts',
    test: 'goes on with others when one organization fails',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/flows/guest-retention.spec.ts',
    test: 'erases each guest once when two replicas are at it',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/flows/guest-retention.spec.ts',
    test: 'is continued by another replica where one that stops has ended',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/flows/guest-retention.spec.ts',
    test: 'ends at once when the retention is lifted meanwhile',
    reason: OWN_STATEMENT,
  },
  {
    file: 'test/flows/guest-retention.spec.ts',
    test: 'keeps a guest who is put on an event at that moment',
    reason: 'looks on the coordinator for a wait that is on a worker',
  },
  {
    file: 'test/architecture/walls.spec.ts',
    test: 'with a superuser as DATABASE_URL refuses to hand a row over to another organization',
    reason: 'Citus refuses it before the policies see it, whichever organization it is',
  },
];
module.exports = { EXCEPTIONS };
