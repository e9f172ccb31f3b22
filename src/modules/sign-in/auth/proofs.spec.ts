import { demandOf, isOwnProof, type Proof } from './proofs';

const NO_FACTOR = null;
const IN_FORCE = '2027-01-01T00:00:00.000Z';

/** What is demanded, by who the account's user is and what they have shown. */
const CASES: [superAdmin: boolean, secondFactorSince: string | null, shown: Proof[], demanded: string | null][] = [
  [false, NO_FACTOR, [], 'password'],
  [false, NO_FACTOR, ['password'], null],
  [false, NO_FACTOR, ['mail'], null],
  [false, NO_FACTOR, ['provider'], null],
  [false, IN_FORCE, [], 'secondFactor'],
  [false, IN_FORCE, ['password'], 'secondFactor'],
  [false, IN_FORCE, ['mail'], 'secondFactor'],
  [false, IN_FORCE, ['mail', 'password'], 'secondFactor'],
  [false, IN_FORCE, ['mail', 'factor'], null],
  [false, IN_FORCE, ['password', 'factor'], null],
  [false, IN_FORCE, ['verifiedPasskey'], null],
  [false, IN_FORCE, ['provider'], null],
  [true, NO_FACTOR, ['password'], null],
  [true, NO_FACTOR, ['mail'], 'password'],
  [true, NO_FACTOR, ['provider'], 'password'],
  [true, NO_FACTOR, ['mail', 'password'], null],
  [true, IN_FORCE, ['password'], 'secondFactor'],
  [true, IN_FORCE, ['mail'], 'secondFactor'],
  [true, IN_FORCE, ['provider'], 'secondFactor'],
  [true, IN_FORCE, ['mail', 'factor'], null],
  [true, IN_FORCE, ['verifiedPasskey'], null],
];

it.each(CASES)(
  'a session (Super Admin: %s, factor since %s) for %j demands %s',
  (superAdmin, since, shown, demanded) => {
    expect(demandOf({ superAdmin, secondFactorSince: since }, new Set(shown))).toBe(demanded);
  },
);

it("a provider's sign-in shows nothing of the account's own", () => {
  const plain = { superAdmin: false, secondFactorSince: NO_FACTOR };
  expect(isOwnProof(plain, new Set(['provider']))).toBe(false);
  expect(isOwnProof(plain, new Set(['provider', 'password']))).toBe(true);
  const strong = { superAdmin: false, secondFactorSince: IN_FORCE };
  expect(isOwnProof(strong, new Set(['provider', 'password']))).toBe(false);
  expect(isOwnProof(strong, new Set(['provider', 'factor']))).toBe(true);
});
