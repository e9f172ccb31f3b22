import { ENDS, type Stays } from './platform/revocation/way-in';

/** Says why something stays at an occasion. See what-ends-when.ts. */
export const stays = (reason: string): Stays => ({ stays: reason });

export const OWNERS = stays('whoever set it up had proven that the mailbox is theirs');
export const SAME_PERSON = stays('the same person has another address');
export const OTHER_MEANS = stays('the password is no part of it, and each is listed and can be removed');
const ON_ITS_OWN = stays('each factor is added and removed on its own');
export const SHUT_ANYWAY = stays('nothing opens an account that is suspended, and it comes back with it');
export const OF_THE_ACCOUNT = stays('it is of the account, in whichever organizations that is a member');
const APART = stays('operators reset factors apart from the sessions, where somebody has lost theirs');
export const WITH_SESSION = stays('it takes a session as well, and those end');

/** What is an organization's is not taken from it by what one of its people does with their own account. */
export const ELSEWHERE = {
  reset: OWNERS,
  passwordChange: stays('it is the organization’s, whatever a member’s password is'),
  addressChange: stays('it is the organization’s, whatever a member’s address is'),
  factorChange: stays('it is the organization’s, whatever factors a member has'),
  sessionsEnd: stays('it is the organization’s, and no session'),
  suspension: stays('it is the organization’s, which goes on without a user'),
  superAdminGrant: stays('it is the organization’s, and no way to the platform'),
} as const;

export const FACTOR = {
  handOver: ENDS,
  reset: OWNERS,
  passwordChange: OTHER_MEANS,
  addressChange: SAME_PERSON,
  factorChange: ON_ITS_OWN,
  sessionsEnd: APART,
  suspension: SHUT_ANYWAY,
  superAdminGrant: stays('it is what the account of a Super Admin is to be opened with'),
  removal: OF_THE_ACCOUNT,
  erasure: ENDS,
} as const;

/** By which a sign-in is noticed less, or limited less: it was seen before. */
export const ACQUAINTANCE = {
  handOver: ENDS,
  reset: ENDS,
  passwordChange: stays('people go on using their devices, and a stranger’s sign-in from one needs the new password'),
  addressChange: SAME_PERSON,
  factorChange: stays('it opens nothing, and a sign-in from there needs the new factor'),
  sessionsEnd: stays('it opens nothing, and a sign-in from there needs the password again'),
  suspension: SHUT_ANYWAY,
  superAdminGrant: stays('it opens nothing, and a sign-in from there shows what the account demands'),
  removal: OF_THE_ACCOUNT,
  erasure: ENDS,
} as const;
