import { isPermission, type Permission } from '../../src/kernel/permissions';

/**
 * Who is calling: nobody; an API key of an Admin; and with a session each: a plain Member, somebody whose role has only
 * the route's permission (or none at all, where it asks for none), somebody whose role has all others, an Admin, and a
 * Super Admin who stands in the organization without being a member.
 */
export const CALLERS = ['anonymous', 'key', 'member', 'only', 'others', 'admin', 'superAdmin'] as const;
export type Caller = (typeof CALLERS)[number];

/** Let in; 401 `unauthenticated`; 403 `forbidden`; `session`: 403 `session_required`; or `key`: 403 `key_required`. */
export type Outcome = 'ok' | '401' | '403' | 'session' | 'key';

export interface Row {
  name: string;
  method: string;
  path: string;
  /** Null for a route that asks for none. */
  permission: Permission | null;
  outcomes: Record<Caller, Outcome>;
}

const WORDS: readonly string[] = ['ok', '401', '403', 'session', 'key'];

const TABLE = `
#      path                                            permission          anonymous key     member  only    others  admin   superAdmin

# Outside of the API
GET    /health/live                                    -                   ok        ok      ok      ok      ok      ok      ok
GET    /health/ready                                   -                   ok        ok      ok      ok      ok      ok      ok
GET    /metrics                                        -                   ok        ok      ok      ok      ok      ok      ok
GET    /invitations/accept                             -                   ok        ok      ok      ok      ok      ok      ok
GET    /email/confirm                                  -                   ok        ok      ok      ok      ok      ok      ok
GET    /email/cancel                                   -                   ok        ok      ok      ok      ok      ok      ok
GET    /password/reset                                 -                   ok        ok      ok      ok      ok      ok      ok
GET    /calendar/:token.ics                            -                   ok        ok      ok      ok      ok      ok      ok

# Signing in, and what a session does with itself
POST   /api/auth/email/confirm                         -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/auth/email                                 -                   401       session ok      ok      ok      ok      ok
POST   /api/auth/email/confirm/resend                  -                   401       session ok      ok      ok      ok      ok
POST   /api/auth/email/cancel                          -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/auth/login                                 -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/auth/login/factor                          -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/auth/login/passkey                         -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/auth/login/passkey/options                 -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/auth/sso                                   -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/auth/sso/callback                          -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/auth/reauthenticate                        -                   401       session ok      ok      ok      ok      ok
GET    /api/auth/factors                               -                   401       session ok      ok      ok      ok      ok
POST   /api/auth/factors/totp                          -                   401       session ok      ok      ok      ok      ok
POST   /api/auth/factors/totp/verify                   -                   401       session ok      ok      ok      ok      ok
DELETE /api/auth/factors/totp                          -                   401       session ok      ok      ok      ok      ok
POST   /api/auth/factors/recovery-codes                -                   401       session ok      ok      ok      ok      ok
POST   /api/auth/factors/passkeys/options              -                   401       session ok      ok      ok      ok      ok
POST   /api/auth/factors/passkeys                      -                   401       session ok      ok      ok      ok      ok
DELETE /api/auth/factors/passkeys/:id                  -                   401       session ok      ok      ok      ok      ok
DELETE /api/auth/factors/providers/:id                 -                   401       session ok      ok      ok      ok      ok
POST   /api/auth/logout                                -                   401       session ok      ok      ok      ok      ok
POST   /api/auth/password                              -                   401       session ok      ok      ok      ok      ok
POST   /api/auth/password/forgot                       -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/auth/password/reset                        -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/auth/register                              -                   ok        ok      ok      ok      ok      ok      ok
GET    /api/auth/session                               -                   401       session ok      ok      ok      ok      ok
PUT    /api/auth/session/organization                  -                   401       session ok      ok      ok      ok      ok
GET    /api/auth/sessions                              -                   401       session ok      ok      ok      ok      ok
DELETE /api/auth/sessions/:id                          -                   401       session ok      ok      ok      ok      ok
POST   /api/invitations/accept                         -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/impersonation/end                          -                   401       session ok      ok      ok      ok      ok

# Organizations, members, roles, invitations
GET    /api/organizations                              -                   401       session 403     403     403     403     ok
GET    /api/organizations/:id                          -                   401       session 403     403     403     403     ok
PATCH  /api/organizations/:id                          -                   401       session 403     403     403     403     ok
DELETE /api/organizations/:id                          -                   401       session 403     403     403     403     ok
POST   /api/organizations/:id/restore                  -                   401       session 403     403     403     403     ok
GET    /api/organizations/:id/users                    -                   401       session 403     403     403     403     ok
GET    /api/organizations/invitations                  users.read          401       ok      ok      ok      403     ok      ok
POST   /api/organizations/invitations                  users.invite        401       ok      403     ok      403     ok      ok
GET    /api/organizations/invitations/:id              users.read          401       ok      ok      ok      403     ok      ok
POST   /api/organizations/invitations/:id              users.invite        401       ok      403     ok      403     ok      ok
DELETE /api/organizations/invitations/:id              users.invite        401       ok      403     ok      403     ok      ok
GET    /api/organizations/me                           -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/organizations/me                           -                   401       ok      403     403     403     ok      ok
GET    /api/organizations/me/permissions               -                   401       ok      ok      ok      ok      ok      ok
GET    /api/organizations/members                      users.read          401       ok      ok      ok      403     ok      ok
GET    /api/organizations/members/:memberId            users.read          401       ok      ok      ok      403     ok      ok
PATCH  /api/organizations/members/:memberId            users.update        401       ok      403     ok      403     ok      ok
DELETE /api/organizations/members/:memberId            users.delete        401       ok      403     ok      403     ok      ok
GET    /api/organizations/roles                        roles.read          401       ok      ok      ok      403     ok      ok
POST   /api/organizations/roles                        roles.create        401       ok      403     ok      403     ok      ok
GET    /api/organizations/roles/:id                    roles.read          401       ok      ok      ok      403     ok      ok
PATCH  /api/organizations/roles/:id                    roles.update        401       ok      403     ok      403     ok      ok
DELETE /api/organizations/roles/:id                    roles.delete        401       ok      403     ok      403     ok      ok

# Users and acting as them
GET    /api/users                                      -                   401       403     403     403     403     403     ok
GET    /api/users/:id                                  -                   401       403     403     403     403     403     ok
PATCH  /api/users/:id                                  -                   401       403     403     403     403     403     ok
DELETE /api/users/:id/factors                          -                   401       session 403     403     403     403     ok
POST   /api/users/:id/impersonate                      -                   401       session 403     403     403     403     ok
GET    /api/platform/announcements                     -                   401       session 403     403     403     403     ok
GET    /api/platform/announcements/:id/readers         -                   401       session 403     403     403     403     ok
GET    /api/platform/health                            -                   401       session 403     403     403     403     ok
GET    /api/platform/organizations/:id/usage           -                   401       session 403     403     403     403     ok
DELETE /api/platform/organizations/:id/mail-pause      -                   401       session 403     403     403     403     ok
GET    /api/platform/users                             -                   401       session 403     403     403     403     ok
GET    /api/platform/users/:id                         -                   401       session 403     403     403     403     ok
PATCH  /api/platform/users/:id                         -                   401       session 403     403     403     403     ok
DELETE /api/users/:id/sessions                         -                   401       session 403     403     403     403     ok
POST   /api/users/:id/erase                            -                   401       403     403     403     403     403     ok
PUT    /api/users/:id/super-admin                      -                   401       session 403     403     403     403     ok
DELETE /api/users/:id/super-admin                      -                   401       session 403     403     403     403     ok
GET    /api/users/me                                   -                   401       ok      ok      ok      ok      ok      ok
GET    /api/users/me/organizations                     -                   401       session ok      ok      ok      ok      ok
PATCH  /api/users/me                                   -                   401       ok      ok      ok      ok      ok      ok

# API keys
GET    /api/api-keys                                   apiKeys.read        401       ok      403     ok      403     ok      ok
POST   /api/api-keys                                   apiKeys.create      401       session 403     ok      403     ok      ok
GET    /api/api-keys/me                                -                   401       ok      key     key     key     key     key
GET    /api/api-keys/:id                               apiKeys.read        401       ok      403     ok      403     ok      ok
PATCH  /api/api-keys/:id                               apiKeys.update      401       ok      403     ok      403     ok      ok
DELETE /api/api-keys/:id                               apiKeys.delete      401       ok      403     ok      403     ok      ok

# Tours, events, expenses
GET    /api/tours                                      -                   401       ok      ok      ok      ok      ok      ok
POST   /api/tours                                      -                   401       ok      ok      ok      ok      ok      ok
GET    /api/tours/:id                                  -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/tours/:id                                  -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/tours/:id                                  -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events                                     -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events                                     -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id                                 -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/events/:id                                 -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/events/:id                                 -                   401       ok      ok      ok      ok      ok      ok
GET    /api/search                                     -                   401       ok      ok      ok      ok      ok      ok
GET    /api/overview                                   -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id/summary                         -                   401       ok      ok      ok      ok      ok      ok
GET    /api/tours/:id/summary                          -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id/calendar.ics                    -                   401       ok      ok      ok      ok      ok      ok
GET    /api/tours/:id/calendar.ics                     -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id/expenses                        -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:id/expenses                        -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id/guests                          -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:id/guests                          -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:eventId/guests/:eventGuestId       -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/events/:eventId/guests/:eventGuestId       -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/events/:eventId/guests/:eventGuestId       -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:eventId/guests/:eventGuestId/check-in -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/events/:eventId/guests/:eventGuestId/check-in -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id/waitlist                        -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:id/waitlist                        -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:eventId/waitlist/:eventGuestId/promote -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/events/:eventId/waitlist/:eventGuestId     -                   401       ok      ok      ok      ok      ok      ok
GET    /api/guests/:id/events                          -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id/needs                           -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id/guests/export                   -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id/parties                         -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:eventId/parties/:partyId/check-in -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:id/parties                         -                   401       ok      ok      ok      ok      ok      ok
GET    /api/parties/:id                                -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/parties/:id                                -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/parties/:id                                -                   401       ok      ok      ok      ok      ok      ok
GET    /api/vehicles/:id/assignments                   -                   401       ok      ok      ok      ok      ok      ok
GET    /api/tours/:id/expenses                         -                   401       ok      ok      ok      ok      ok      ok
POST   /api/guests/batch                               -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:id/duplicate                       -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:id/guests/batch                    -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:id/expenses/batch                  -                   401       ok      ok      ok      ok      ok      ok
GET    /api/calendar-feeds                             -                   401       ok      ok      ok      ok      ok      ok
POST   /api/calendar-feeds                             -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/calendar-feeds/:id                         -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:id/preview                         -                   401       ok      ok      ok      ok      ok      ok
GET    /api/conflicts                                  -                   401       ok      ok      ok      ok      ok      ok
POST   /api/conflicts/acknowledge                      -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/conflicts/acknowledge                      -                   401       ok      ok      ok      ok      ok      ok
GET    /api/vehicles                                   -                   401       ok      ok      ok      ok      ok      ok
POST   /api/vehicles                                   -                   401       ok      ok      ok      ok      ok      ok
GET    /api/vehicles/:id                               -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/vehicles/:id                               -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/vehicles/:id                               -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id/vehicles                        -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:id/vehicles                        -                   401       ok      ok      ok      ok      ok      ok
GET    /api/vehicle-assignments/:id                    -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/vehicle-assignments/:id                    -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/vehicle-assignments/:id                    -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:eventId/guests/:eventGuestId/vehicle -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id/trips                           -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:id/trips                           -                   401       ok      ok      ok      ok      ok      ok
GET    /api/trips                                      -                   401       ok      ok      ok      ok      ok      ok
GET    /api/trips/:id                                  -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/trips/:id                                  -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/trips/:id                                  -                   401       ok      ok      ok      ok      ok      ok
POST   /api/trips/:id/depart                           -                   401       ok      ok      ok      ok      ok      ok
POST   /api/trips/:id/arrive                           -                   401       ok      ok      ok      ok      ok      ok
GET    /api/trips/:id/passengers                       -                   401       ok      ok      ok      ok      ok      ok
POST   /api/trips/:id/passengers                       -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/trips/:tripId/passengers/:eventGuestId     -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/trips/:tripId/passengers/:eventGuestId     -                   401       ok      ok      ok      ok      ok      ok
GET    /api/trips/:id/manifest                         -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:id/manifest                        -                   401       ok      ok      ok      ok      ok      ok
GET    /api/rsvp/:token                                -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/rsvp/:token                                -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/rsvp/:token/form                           -                   ok        ok      ok      ok      ok      ok      ok
GET    /api/events/:id/access-links                    accessLinks.manage  401       ok      403     ok      403     ok      ok
POST   /api/events/:id/access-links                    accessLinks.manage  401       ok      403     ok      403     ok      ok
GET    /api/access-links/:id                           accessLinks.manage  401       ok      403     ok      403     ok      ok
PATCH  /api/access-links/:id                           accessLinks.manage  401       ok      403     ok      403     ok      ok
DELETE /api/access-links/:id                           accessLinks.manage  401       ok      403     ok      403     ok      ok
GET    /api/access-links/:id/scans                     accessLinks.manage  401       ok      403     ok      403     ok      ok
GET    /api/field                                      -                   401       403     403     403     403     403     403
GET    /api/field/guests                               -                   401       403     403     403     403     403     403
POST   /api/field/scans                                -                   401       403     403     403     403     403     403
GET    /rsvp/:token/calendar.ics                       -                   ok        ok      ok      ok      ok      ok      ok
GET    /rsvp/:token/pass                               -                   ok        ok      ok      ok      ok      ok      ok
GET    /api/events/:id/team                            -                   401       ok      ok      ok      ok      ok      ok
POST   /api/events/:id/team                            -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:eventId/team/:teamMemberId         -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/events/:eventId/team/:teamMemberId         -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/events/:eventId/team/:teamMemberId         -                   401       ok      ok      ok      ok      ok      ok
GET    /api/events/:eventId/team/:teamMemberId/personal-data personalData.erase  401       ok      403     ok      403     ok      ok
POST   /api/events/:eventId/team/:teamMemberId/erase   personalData.erase  401       ok      403     ok      403     ok      ok
GET    /api/expenses/:id                               -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/expenses/:id                               -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/expenses/:id                               -                   401       ok      ok      ok      ok      ok      ok
GET    /api/expenses/reports                           -                   401       ok      ok      ok      ok      ok      ok

# Guests
GET    /api/guests                                     -                   401       ok      ok      ok      ok      ok      ok
POST   /api/guests                                     -                   401       ok      ok      ok      ok      ok      ok
GET    /api/guests/:id                                 -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/guests/:id                                 -                   401       ok      ok      ok      ok      ok      ok
DELETE /api/guests/:id                                 -                   401       ok      ok      ok      ok      ok      ok
GET    /api/guests/:id/personal-data                   personalData.erase  401       ok      403     ok      403     ok      ok
POST   /api/guests/:id/erase                           personalData.erase  401       ok      403     ok      403     ok      ok
GET    /api/guests/export                              -                   401       ok      ok      ok      ok      ok      ok
POST   /api/guests/import                              -                   401       ok      ok      ok      ok      ok      ok

# Webhooks
GET    /api/webhooks                                   webhooks.read       401       ok      403     ok      403     ok      ok
POST   /api/webhooks                                   webhooks.create     401       ok      403     ok      403     ok      ok
GET    /api/webhooks/event-types                       webhooks.read       401       ok      403     ok      403     ok      ok
GET    /api/webhooks/deliveries                        webhooks.read       401       ok      403     ok      403     ok      ok
GET    /api/webhooks/test-inbox                        webhooks.read       401       ok      403     ok      403     ok      ok
POST   /api/webhooks/test-inbox                        webhooks.create     401       ok      403     ok      403     ok      ok
DELETE /api/webhooks/test-inbox                        webhooks.delete     401       ok      403     ok      403     ok      ok
GET    /api/webhooks/test-inbox/requests               webhooks.read       401       ok      403     ok      403     ok      ok
GET    /api/webhooks/:id                               webhooks.read       401       ok      403     ok      403     ok      ok
PATCH  /api/webhooks/:id                               webhooks.update     401       ok      403     ok      403     ok      ok
DELETE /api/webhooks/:id                               webhooks.delete     401       ok      403     ok      403     ok      ok
POST   /api/webhooks/:id/rotate-secret                 webhooks.update     401       ok      403     ok      403     ok      ok
POST   /api/webhooks/:id/test                          webhooks.update     401       ok      403     ok      403     ok      ok
POST   /api/webhooks/:id/recover                       webhooks.update     401       ok      403     ok      403     ok      ok
GET    /api/webhooks/:id/hours                         webhooks.read       401       ok      403     ok      403     ok      ok
GET    /api/webhooks/:id/deliveries                    webhooks.read       401       ok      403     ok      403     ok      ok
GET    /api/webhooks/:id/deliveries/:deliveryId        webhooks.read       401       ok      403     ok      403     ok      ok
POST   /api/webhooks/:id/deliveries/:deliveryId/redeliver webhooks.update  401       ok      403     ok      403     ok      ok

# Referrals
GET    /api/referrals                                  -                   401       ok      ok      ok      ok      ok      ok
POST   /api/referrals                                  -                   401       ok      ok      ok      ok      ok      ok
GET    /api/referrals/:id                              -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/referrals/:id                              -                   401       ok      ok      ok      ok      ok      ok
POST   /api/referrals/click                            -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/referrals/track                            -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/referrals/validate                         -                   ok        ok      ok      ok      ok      ok      ok

# Plans and coupons
GET    /api/plans                                      -                   401       session 403     403     403     403     ok
POST   /api/plans                                      -                   401       session 403     403     403     403     ok
GET    /api/plans/:id                                  -                   401       session 403     403     403     403     ok
PATCH  /api/plans/:id                                  -                   401       session 403     403     403     403     ok
DELETE /api/plans/:id                                  -                   401       session 403     403     403     403     ok
GET    /api/plans/public                               -                   ok        ok      ok      ok      ok      ok      ok
GET    /api/coupons                                    -                   401       session 403     403     403     403     ok
POST   /api/coupons                                    -                   401       session 403     403     403     403     ok
GET    /api/coupons/:id                                -                   401       session 403     403     403     403     ok
PATCH  /api/coupons/:id                                -                   401       session 403     403     403     403     ok
DELETE /api/coupons/:id                                -                   401       session 403     403     403     403     ok
POST   /api/coupons/validate                           -                   401       ok      ok      ok      ok      ok      ok

# Billing
GET    /api/billing                                    billing.read        401       ok      403     ok      403     ok      ok
PUT    /api/billing/subscription                       billing.update      401       ok      403     ok      403     ok      ok
DELETE /api/billing/subscription                       billing.update      401       ok      403     ok      403     ok      ok
POST   /api/billing/subscription/preview               billing.update      401       ok      403     ok      403     ok      ok
GET    /api/billing/invoices                           billing.read        401       ok      403     ok      403     ok      ok
GET    /api/billing/invoices/:id                       billing.read        401       ok      403     ok      403     ok      ok
POST   /api/billing/invoices/:id/pay                   -                   401       session 403     403     403     403     ok

# Announcements
GET    /api/announcements                              -                   401       ok      ok      ok      ok      ok      ok
POST   /api/announcements                              -                   401       session 403     403     403     403     ok
GET    /api/announcements/stream                       -                   401       ok      ok      ok      ok      ok      ok
GET    /api/announcements/:id                          -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/announcements/:id                          -                   401       session 403     403     403     403     ok
DELETE /api/announcements/:id                          -                   401       session 403     403     403     403     ok
POST   /api/announcements/:id/read                     -                   401       ok      ok      ok      ok      ok      ok

# Message rules
GET    /api/events/:id/message-rules                  notifications.send  401       ok      403     ok      403     ok      ok
POST   /api/events/:id/message-rules                  notifications.send  401       ok      403     ok      403     ok      ok
GET    /api/tours/:id/message-rules                   notifications.send  401       ok      403     ok      403     ok      ok
POST   /api/tours/:id/message-rules                   notifications.send  401       ok      403     ok      403     ok      ok
GET    /api/message-rules/:id                         notifications.send  401       ok      403     ok      403     ok      ok
GET    /api/message-rules/:id/upcoming                notifications.send  401       ok      403     ok      403     ok      ok
PATCH  /api/message-rules/:id                         notifications.send  401       ok      403     ok      403     ok      ok
DELETE /api/message-rules/:id                         notifications.send  401       ok      403     ok      403     ok      ok

# Notifications
GET    /api/notifications                              -                   401       ok      ok      ok      ok      ok      ok
POST   /api/notifications/email                        notifications.send  401       ok      403     ok      403     ok      ok
POST   /api/notifications/whatsapp                     notifications.send  401       ok      403     ok      403     ok      ok
POST   /api/notifications/bulk                         notifications.send  401       ok      403     ok      403     ok      ok
GET    /api/notifications/audience                     notifications.send  401       ok      403     ok      403     ok      ok
POST   /api/notifications/preview                      notifications.send  401       ok      403     ok      403     ok      ok
GET    /api/notifications/:id                          -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/notifications/:id                          notifications.send  401       ok      403     ok      403     ok      ok
DELETE /api/notifications/:id                          notifications.send  401       ok      403     ok      403     ok      ok
GET    /api/notifications/:id/recipients               -                   401       ok      ok      ok      ok      ok      ok
GET    /api/notifications/:id/failures                 -                   401       ok      ok      ok      ok      ok      ok
POST   /api/notifications/:id/retry                    notifications.send  401       ok      403     ok      403     ok      ok
GET    /api/suppressions                 -                   401       ok      403     403     403     ok      ok
GET    /api/suppressions/:id             -                   401       ok      403     403     403     ok      ok
DELETE /api/suppressions/:id             -                   401       ok      403     403     403     ok      ok
GET    /api/unsubscribe/:token                         -                   ok        ok      ok      ok      ok      ok      ok
POST   /api/unsubscribe/:token                         -                   ok        ok      ok      ok      ok      ok      ok

# What has changed
GET    /api/changes                                    -                   401       ok      ok      ok      ok      ok      ok
GET    /api/changes/stream                             -                   401       ok      ok      ok      ok      ok      ok

# Settings and the audit log
GET    /api/settings                                   -                   401       ok      ok      ok      ok      ok      ok
PATCH  /api/settings                                   settings.update     401       ok      403     ok      403     ok      ok
GET    /api/privacy/report                             personalData.erase  401       ok      403     ok      403     ok      ok
GET    /api/privacy/due-guests                         personalData.erase  401       ok      403     ok      403     ok      ok
GET    /api/settings/sso                               -                   401       session 403     403     403     ok      ok
PUT    /api/settings/sso                               -                   401       session 403     403     403     ok      ok
DELETE /api/settings/sso                               -                   401       session 403     403     403     ok      ok
POST   /api/settings/sso/domains                       -                   401       session 403     403     403     ok      ok
POST   /api/settings/sso/domains/:id/verify            -                   401       session 403     403     403     ok      ok
DELETE /api/settings/sso/domains/:id                   -                   401       session 403     403     403     ok      ok
GET    /api/settings/platform                          -                   401       session 403     403     403     403     ok
PATCH  /api/settings/platform                          -                   401       session 403     403     403     403     ok
GET    /api/audit-logs                                 auditLogs.read      401       ok      403     ok      403     ok      ok
GET    /api/audit-logs/:id                             auditLogs.read      401       ok      403     ok      403     ok      ok
GET    /api/audit-logs/export                          auditLogs.read      401       ok      403     ok      403     ok      ok
GET    /api/audit-logs/platform                        -                   401       session 403     403     403     403     ok
GET    /api/audit-logs/verify                          auditLogs.read      401       ok      403     ok      403     ok      ok
`;

/**
 * Routes that ask a session to have just shown who it is, whatever is sent to them, after all gates above. Where it depends
 * on what is sent, `api/fresh-sessions` says for what.
 */
export const FRESH_ROUTES: readonly string[] = [
  'POST /api/auth/email',
  'POST /api/auth/factors/totp',
  'DELETE /api/auth/factors/totp',
  'POST /api/auth/factors/recovery-codes',
  'POST /api/auth/factors/passkeys/options',
  'POST /api/auth/factors/passkeys',
  'DELETE /api/auth/factors/passkeys/:id',
  'DELETE /api/auth/factors/providers/:id',
  'PATCH /api/users/:id',
  'DELETE /api/users/:id/factors',
  'POST /api/users/:id/impersonate',
  'PATCH /api/platform/users/:id',
  'DELETE /api/users/:id/sessions',
  'POST /api/users/:id/erase',
  'PUT /api/users/:id/super-admin',
  'DELETE /api/users/:id/super-admin',
  'DELETE /api/organizations/:id',
  'POST /api/organizations/:id/restore',
  'POST /api/api-keys',
  'POST /api/webhooks',
  'POST /api/webhooks/:id/rotate-secret',
  'PUT /api/settings/sso',
  'DELETE /api/settings/sso',
  'POST /api/settings/sso/domains',
  'POST /api/settings/sso/domains/:id/verify',
  'DELETE /api/settings/sso/domains/:id',
];

export const PERMISSION_TABLE: readonly Row[] = TABLE.split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map(read);

function read(line: string): Row {
  const [method = '', path = '', permission = '', ...outcomes] = line.trim().split(/\s+/);
  const isComplete = outcomes.length === CALLERS.length && outcomes.every((word) => WORDS.includes(word));
  if (!isComplete || (permission !== '-' && !isPermission(permission)))
    throw new Error(`Not a row of the permission table: ${line}`);
  return {
    name: `${method} ${path}`,
    method,
    path,
    permission: isPermission(permission) ? permission : null,
    outcomes: Object.fromEntries(CALLERS.map((caller, index) => [caller, outcomes[index]])) as Record<Caller, Outcome>,
  };
}
