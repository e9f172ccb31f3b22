import * as fc from 'fast-check';
import { ADMIN, MEMBER, PERMISSIONS } from './permissions';
import { callerOf, holds, isAdmin, requireHeld, type Principal } from './principal';
import { Forbidden } from './problems';

const permission = fc.constantFrom(...PERMISSIONS);
const principal = (fixed: Partial<Principal>): fc.Arbitrary<Principal> =>
  fc
    .record({
      kind: fc.constantFrom('session', 'apiKey'),
      credentialId: fc.uuid(),
      credentialName: fc.constant(null),
      userId: fc.uuid(),
      userName: fc.string(),
      userEmail: fc.emailAddress(),
      organizationId: fc.uuid(),
      organizationStatus: fc.constant('active'),
      rateLimit: fc.constant(null),
      role: fc.constantFrom(ADMIN, MEMBER, 'Planner', null),
      permissions: fc.uniqueArray(permission).map((held) => new Set(held)),
      narrowed: fc.boolean(),
      scopes: fc.constant(null),
      ofOrganization: fc.constant(false),
      superAdmin: fc.boolean(),
      freshUntil: fc.constant(null),
      accountFreshUntil: fc.constant(null),
      byProvider: fc.boolean(),
      secondFactorMissing: fc.constant(false),
      impersonator: fc.constant(null),
      field: fc.constant(null),
    })
    .map((any) => ({ ...any, ...fixed }));

describe('a principal', () => {
  it('who is an ordinary user holds exactly what the credential may do', () => {
    fc.assert(
      fc.property(principal({ superAdmin: false }), permission, (caller, asked) => {
        expect(holds(caller, asked)).toBe(caller.permissions.has(asked));
      }),
    );
  });

  it('who is a Super Admin passes every gate', () => {
    fc.assert(
      fc.property(principal({ superAdmin: true, narrowed: false }), permission, (caller, asked) => {
        expect(holds(caller, asked)).toBe(true);
        expect(isAdmin(caller)).toBe(true);
      }),
    );
  });

  it('with a narrowed key holds what its list names and is no Admin, whoever made it', () => {
    fc.assert(
      fc.property(principal({ narrowed: true }), permission, (caller, asked) => {
        expect(holds(caller, asked)).toBe(caller.permissions.has(asked));
        expect(isAdmin(caller)).toBe(false);
      }),
    );
  });

  it('is an Admin by the name of the role, whatever permissions it carries', () => {
    fc.assert(
      fc.property(principal({ superAdmin: false, narrowed: false }), (caller) => {
        expect(isAdmin(caller)).toBe(caller.role === ADMIN);
      }),
    );
  });

  it('hands on what they hold, and names what they do not', () => {
    fc.assert(
      fc.property(principal({}), fc.uniqueArray(permission), (caller, wanted) => {
        const missing = wanted.filter((asked) => !holds(caller, asked));
        const grant = () => requireHeld(caller, wanted);
        if (missing.length === 0) expect(grant).not.toThrow();
        else
          expect(grant).toThrow(
            new Forbidden(`You cannot grant permissions that you do not hold: ${missing.join(', ')}.`),
          );
      }),
    );
  });

  it('is one caller with all sessions, and another with each key', () => {
    fc.assert(
      fc.property(principal({ kind: 'session' }), fc.uuid(), (caller, credentialId) => {
        expect(callerOf({ ...caller, credentialId })).toBe(callerOf(caller));
        expect(callerOf({ ...caller, credentialId, kind: 'apiKey' })).toBe(`key:${credentialId}`);
      }),
    );
  });

  it('is neither the user nor the operator while one acts as the other', () => {
    fc.assert(
      fc.property(principal({ kind: 'session' }), fc.uuid(), (user, id) => {
        const acting = callerOf({
          ...user,
          impersonator: { id, name: 'Operator', email: 'operator@example.com', since: '2027-05-14T09:30:00.000Z' },
        });
        expect([callerOf(user), callerOf({ ...user, userId: id })]).not.toContain(acting);
      }),
    );
  });
});
