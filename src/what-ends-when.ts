import { ENDS, type WhatEndsWhen } from './platform/revocation/way-in';
import {
  ACQUAINTANCE,
  ELSEWHERE,
  FACTOR,
  OF_THE_ACCOUNT,
  OTHER_MEANS,
  OWNERS,
  SAME_PERSON,
  SHUT_ANYWAY,
  stays,
  WITH_SESSION,
} from './what-stays';

/**
 * What opens an account or an organization, and what becomes of it at each occasion, in the order in which it ends:
 * memberships, sessions and API keys come first, in the order of locks (ADR 10). A type demands a word about every
 * occasion, the start of the service that whatever ends has code that ends it, and a test that every other table of users
 * and organizations says `@OpensNothing`.
 */
export const WHAT_ENDS_WHEN = {
  /** At a hand-over those of everybody else are suspended, until the owner lets them in again. */
  memberships: {
    opens: 'organization',
    tables: ['memberships'],
    mailed: 'members',
    at: { ...ELSEWHERE, handOver: ENDS, removal: ENDS, erasure: ENDS },
  },
  /** Also those in which operators act as the user, and those in which the user acts as others. */
  sessions: {
    opens: 'account',
    tables: ['sessions'],
    at: {
      handOver: ENDS,
      reset: ENDS,
      passwordChange: ENDS,
      addressChange: ENDS,
      factorChange: stays('another device need not be set up again, and each session is listed and can be ended'),
      sessionsEnd: ENDS,
      suspension: ENDS,
      superAdminGrant: ENDS,
      removal: ENDS,
      erasure: ENDS,
    },
  },
  /** A right password, for five minutes. */
  signInChallenges: {
    opens: 'account',
    withRows: true,
    tables: ['sign_in_challenges'],
    at: {
      handOver: ENDS,
      reset: ENDS,
      passwordChange: ENDS,
      addressChange: ENDS,
      factorChange: stays('it is met by the factors that there are when it is met'),
      sessionsEnd: ENDS,
      suspension: ENDS,
      superAdminGrant: ENDS,
      removal: OF_THE_ACCOUNT,
      erasure: ENDS,
    },
  },
  apiKeys: {
    opens: 'account',
    tables: ['api_keys'],
    mailed: 'apiKeys',
    at: {
      handOver: ENDS,
      reset: OWNERS,
      passwordChange: stays('programs go on, and each key is listed and can be revoked'),
      addressChange: SAME_PERSON,
      factorChange: stays('programs show no factor'),
      sessionsEnd: stays('programs go on; suspending the user stops them'),
      suspension: SHUT_ANYWAY,
      superAdminGrant: stays('a key makes use of the flag only if it was made to'),
      removal: ENDS,
      erasure: ENDS,
    },
  },
  /** Links to calendars. */
  calendarFeeds: {
    opens: 'account',
    tables: ['calendar_feeds'],
    mailed: 'calendarFeeds',
    at: {
      handOver: ENDS,
      reset: OWNERS,
      passwordChange: stays('programs go on, and each feed is listed and can be revoked'),
      addressChange: SAME_PERSON,
      factorChange: stays('programs show no factor'),
      sessionsEnd: stays('programs go on; suspending the user stops them'),
      suspension: SHUT_ANYWAY,
      superAdminGrant: stays('a feed shows events alone, whatever its user may do'),
      removal: ENDS,
      erasure: ENDS,
    },
  },
  passkeys: { opens: 'account', withRows: true, tables: ['passkeys'], mailed: 'passkeys', at: FACTOR },
  authenticatorApps: {
    opens: 'account',
    withRows: true,
    tables: ['totp_factors'],
    mailed: 'authenticatorApps',
    at: FACTOR,
  },
  recoveryCodes: {
    opens: 'account',
    withRows: true,
    tables: ['recovery_codes'],
    mailed: 'recoveryCodes',
    at: FACTOR,
  },
  /** Of passkeys that are being registered. */
  passkeyChallenges: {
    opens: 'account',
    withRows: true,
    tables: ['passkey_challenges'],
    at: {
      ...FACTOR,
      reset: WITH_SESSION,
      passwordChange: stays('it takes a fresh session as well, and only the one of the change goes on'),
      sessionsEnd: WITH_SESSION,
      suspension: WITH_SESSION,
      superAdminGrant: WITH_SESSION,
    },
  },
  /** The count of wrong ones: without it guesses begin again. */
  factorFailures: { opens: 'account', withRows: true, tables: ['factor_failures'], at: FACTOR },
  emailChanges: {
    opens: 'account',
    tables: ['email_confirmations'],
    mailed: 'addressChanges',
    at: {
      handOver: ENDS,
      reset: ENDS,
      passwordChange: ENDS,
      addressChange: ENDS,
      factorChange: ENDS,
      sessionsEnd: ENDS,
      suspension: ENDS,
      superAdminGrant: ENDS,
      removal: OF_THE_ACCOUNT,
      erasure: ENDS,
    },
  },
  /** Links that confirm the account's own address. */
  emailConfirmations: {
    opens: 'account',
    tables: ['email_confirmations'],
    at: {
      handOver: ENDS,
      reset: ENDS,
      passwordChange: stays('it says whose the mailbox is, and opens nothing'),
      addressChange: ENDS,
      factorChange: stays('it says whose the mailbox is, and opens nothing'),
      sessionsEnd: stays('it says whose the mailbox is, and opens nothing'),
      suspension: SHUT_ANYWAY,
      superAdminGrant: stays('it says whose the mailbox is, and opens nothing'),
      removal: OF_THE_ACCOUNT,
      erasure: ENDS,
    },
  },
  passwordResets: {
    opens: 'account',
    withRows: true,
    tables: ['password_resets'],
    at: {
      handOver: ENDS,
      reset: ENDS,
      passwordChange: ENDS,
      addressChange: ENDS,
      factorChange: stays('it is in the owner’s mailbox, and takes no factor away'),
      sessionsEnd: stays('it is in the owner’s mailbox, who may need it to get in again'),
      suspension: SHUT_ANYWAY,
      superAdminGrant: stays('it is in the owner’s mailbox, and takes no factor away'),
      removal: OF_THE_ACCOUNT,
      erasure: ENDS,
    },
  },
  /** By which an organization's identity provider knows who somebody is. */
  providerLinks: {
    opens: 'account',
    withRows: true,
    tables: ['sso_identities'],
    mailed: 'providerConnections',
    at: {
      handOver: ENDS,
      reset: OWNERS,
      passwordChange: OTHER_MEANS,
      addressChange: ENDS,
      factorChange: stays('what the provider asks for is its own affair'),
      sessionsEnd: stays('the provider asks the person again'),
      suspension: SHUT_ANYWAY,
      superAdminGrant: stays('no provider signs in a Super Admin'),
      removal: ENDS,
      erasure: ENDS,
    },
  },
  knownDevices: { opens: 'account', withRows: true, tables: ['known_devices'], at: ACQUAINTANCE },
  knownAddresses: { opens: 'account', withRows: true, tables: ['sign_in_addresses'], at: ACQUAINTANCE },
  /** Of the organization, or of whoever else had one in it. */
  organizationKeys: {
    opens: 'organization',
    tables: ['api_keys'],
    mailed: 'apiKeys',
    at: {
      ...ELSEWHERE,
      handOver: ENDS,
      removal: stays('a key of the organization goes on when its maker leaves'),
      erasure: stays('a key of the organization goes on when its maker leaves'),
    },
  },
  webhooks: {
    opens: 'organization',
    tables: ['webhook_endpoints'],
    mailed: 'webhooks',
    at: {
      ...ELSEWHERE,
      handOver: ENDS,
      removal: stays('an endpoint gets what its maker may see, and nothing guarded any more'),
      erasure: stays('an endpoint gets what its maker may see, and nothing guarded any more'),
    },
  },
  invitations: {
    opens: 'organization',
    tables: ['invitations'],
    mailed: 'invitations',
    at: {
      ...ELSEWHERE,
      handOver: ENDS,
      removal: stays('an invitation opens nothing while its sender may not invite'),
      erasure: stays('those to the user are revoked as the organization forgets them, the others as at a removal'),
    },
  },
  identityProvider: {
    opens: 'organization',
    tables: ['sso_connections'],
    mailed: 'providers',
    at: {
      ...ELSEWHERE,
      handOver: ENDS,
      removal: stays('the provider signs in others too'),
      erasure: stays('the provider signs in others too'),
    },
  },
  /** Where guests' replies go. */
  replyTo: {
    opens: 'organization',
    tables: ['organization_settings'],
    mailed: 'replyTo',
    at: {
      ...ELSEWHERE,
      handOver: ENDS,
      removal: stays('it is the organization’s address, whoever has typed it'),
      erasure: stays('it is the organization’s address, whoever has typed it'),
    },
  },
  /** At a host that learns who looks at it. */
  logo: {
    opens: 'organization',
    tables: ['organizations'],
    mailed: 'logos',
    at: {
      ...ELSEWHERE,
      handOver: ENDS,
      removal: stays('it is the organization’s picture, whoever has set it'),
      erasure: stays('it is the organization’s picture, whoever has set it'),
    },
  },
} as const satisfies WhatEndsWhen;
