import { enumeration } from './enumeration';

/**
 * Every `code` that an error response can have, with its statuses and what it means to a caller: the page that a problem's
 * `type` leads to shows them. A code that was published stays.
 */
export const PROBLEMS = {
  access_link_revoked: { statuses: [409], meaning: 'The access link was revoked. Make a new one.' },
  already_accepted: { statuses: [409], meaning: 'The guest has accepted, so they wait for no place.' },
  already_impersonating: { statuses: [409], meaning: 'The session acts as another user already. End that first.' },
  already_in_party: { statuses: [409], meaning: 'A guest is in another party of the event.' },
  already_invited: {
    statuses: [409],
    meaning: 'The guest is on the event already, or the address was invited to the organization before.',
  },
  already_member: { statuses: [409], meaning: 'The user is a member of the organization already.' },
  already_on_team: { statuses: [409], meaning: "The user is on the event's team already." },
  already_on_trip: { statuses: [409], meaning: 'The guest is on the trip already.' },
  already_paid: { statuses: [409], meaning: 'The invoice is paid already.' },
  already_sent: {
    statuses: [409],
    meaning:
      'The time of the notification has come, or it was never scheduled: it cannot be changed or deleted any more.',
  },
  challenge_gone: { statuses: [410], meaning: 'The sign-in took too long, or is over. Begin again with the password.' },
  channel_not_configured: {
    statuses: [409],
    meaning: 'The service is not set up to send messages this way. Its operator has to do that.',
  },
  code_taken: {
    statuses: [409],
    meaning: 'The code is in use already, in whatever case of the letters. Choose another.',
  },
  connect_required: {
    statuses: [409],
    meaning:
      "The identity provider signed in somebody who has an account already. Show the account's own password or second " +
      'factor once, with the `challenge`, at `POST /api/auth/login/factor`.',
  },
  confirmation_gone: {
    statuses: [410],
    meaning: 'The link was used, replaced by a newer one, or never existed. Ask for a new one.',
  },
  conflict: {
    statuses: [409],
    meaning: 'The request contradicts the current state, or another request changed the same thing at that moment.',
  },
  coupon_redeemed: { statuses: [409], meaning: 'The coupon was redeemed: what it takes off can no longer be changed.' },
  cross_site: {
    statuses: [403],
    meaning: "A browser session was used from another site's page, which is not allowed.",
  },
  cursor_expired: {
    statuses: [410],
    meaning:
      'The cursor is older than the changes that are kept. Ask without one first, then read the records again, and go on from the `next` of that response.',
  },
  delivery_pending: {
    statuses: [409],
    meaning: 'The delivery is still being tried. Wait until it is delivered or has failed.',
  },
  domain_taken: {
    statuses: [409],
    meaning: 'The domain is in the list already, or another organization has proven that it is its own.',
  },
  domain_unproven: { statuses: [409], meaning: 'The DNS record that proves the domain is not there, or not seen yet.' },
  email_taken: {
    statuses: [409],
    meaning: 'There is an account with this e-mail address. Sign in, or use another address.',
  },
  event_cancelled: { statuses: [409], meaning: 'The event is cancelled.' },
  event_full: { statuses: [409], meaning: 'The event has no place left for the guest and their plus-ones.' },
  event_over: { statuses: [409], meaning: 'The event is over.' },
  external_id_taken: { statuses: [409], meaning: 'Another record of this kind has the externalId.' },
  forbidden: { statuses: [403], meaning: 'The caller is known, but their role or permissions do not allow this.' },
  contact_erased: { statuses: [409], meaning: 'The contact was erased, so nothing can be known of them again.' },
  guest_erased: { statuses: [409], meaning: 'The guest was erased, so nothing can be known of them again.' },
  guest_in_use: {
    statuses: [409],
    meaning: 'The guest is on an event that is not over. Erase them with `force`, which takes them off it.',
  },
  not_a_contact: {
    statuses: [409],
    meaning: 'The member of the team is a member of the organization, who is erased as a user.',
  },
  guest_declined: { statuses: [409], meaning: 'The guest has declined, so they cannot have a seat.' },
  headers_too_large: { statuses: [431], meaning: 'The request line and the header fields are too large.' },
  idempotency_in_progress: {
    statuses: [409],
    meaning: 'A request with this Idempotency-Key is still being processed. Repeat it a little later.',
  },
  idempotency_mismatch: {
    statuses: [422],
    meaning: 'The Idempotency-Key was used with another request. Use a new key for a new request.',
  },
  impersonating: { statuses: [403], meaning: 'This is not possible while acting as another user.' },
  internal_error: {
    statuses: [500],
    meaning: 'A defect of the service. The request id helps its operator to find the cause.',
  },
  invalid_credentials: { statuses: [401], meaning: 'E-mail address or password is wrong.' },
  invitation_gone: { statuses: [410], meaning: 'The invitation was accepted, revoked, has expired, or never existed.' },
  invitation_not_pending: { statuses: [409], meaning: 'The invitation is not pending any more.' },
  invitation_pending: { statuses: [409], meaning: 'An invitation is pending.' },
  invoice_void: { statuses: [409], meaning: 'The invoice is void: nothing is to be paid.' },
  key_required: { statuses: [403], meaning: 'Only an API key can do this, not a session.' },
  key_expired: { statuses: [409], meaning: 'The API key has expired. Make a new one.' },
  last_admin: { statuses: [409], meaning: 'The organization would be left without an active Admin.' },
  last_organization: { statuses: [409], meaning: 'There is no other active organization.' },
  last_super_admin: { statuses: [409], meaning: 'The platform would be left without an active Super Admin.' },
  limit_reached: { statuses: [409], meaning: 'There are as many as there may be. Delete one that is not needed.' },
  mail_limit_reached: {
    statuses: [429],
    meaning: "The day's limit of recipients is reached. Nothing of the request was sent.",
  },
  mail_paused: {
    statuses: [429],
    meaning: 'Servers refused too many messages of the organization today. Nothing of the request was sent.',
  },
  membership_required: { statuses: [409], meaning: 'The user is not an active member of any organization.' },
  method_not_allowed: {
    statuses: [405],
    meaning: 'The resource does not know the method; `Allow` lists those it knows.',
  },
  name_reserved: { statuses: [409], meaning: 'The name is too much like that of a system role.' },
  name_taken: { statuses: [409], meaning: 'The name is in use already. Choose another.' },
  no_organization: { statuses: [409, 403], meaning: 'The user is not an active member of an active organization.' },
  no_second_factor: { statuses: [409], meaning: 'There is no second factor that this could be done with.' },
  nobody_to_retry: {
    statuses: [409],
    meaning: 'No recipient of the message failed: there is nobody to send it to again.',
  },
  not_acceptable: {
    statuses: [406],
    meaning: 'The resource is not available in a type that the `Accept` header allows.',
  },
  not_found: {
    statuses: [404],
    meaning:
      "There is no such record: the id is malformed, unknown or another organization's. `errors` names the field when the request's body referred to it.",
  },
  not_impersonating: { statuses: [409], meaning: 'The session does not act as another user.' },
  organization_changed: {
    statuses: [409],
    meaning: 'The credential is in another organization than `X-TE-Organization` names. Nothing was done.',
  },
  organization_deleted: {
    statuses: [403],
    meaning: "The user's organization was deleted, and can be restored for 30 days.",
  },
  organization_suspended: { statuses: [403], meaning: 'The organization is suspended.' },
  out_of_scope: { statuses: [403], meaning: 'The API key has scopes, and none that includes this.' },
  over_capacity: { statuses: [409], meaning: 'The vehicle has too few seats, for those who sit in it or for a trip.' },
  own_user: { statuses: [409], meaning: 'This cannot be done with your own user.' },
  passkey_taken: { statuses: [409], meaning: 'The passkey is registered already.' },
  passkeys_unavailable: {
    statuses: [409],
    meaning: 'Passkeys need a name: the service is open under an address, or its operator has not set `BASE_URL`.',
  },
  passengers_unaccounted: {
    statuses: [409],
    meaning:
      'Somebody is still expected on the trip: `params.missing` says how many people. With `force` they count as not there.',
  },
  payload_too_large: { statuses: [413], meaning: 'The body is larger than the operation reads.' },
  pin_required: { statuses: [401], meaning: 'The access link has a PIN: send it in `X-TE-Pin`.' },
  pin_wrong: {
    statuses: [401],
    meaning: "It is not the access link's PIN. After a few wrong ones it takes none for a while.",
  },
  plan_in_use: { statuses: [409], meaning: 'The plan is in use. Make it inactive to stop offering it.' },
  plan_inactive: { statuses: [409], meaning: 'The plan is not offered any more.' },
  precondition_failed: {
    statuses: [412],
    meaning:
      'The record has changed since it was read: `If-Match` does not name its version. Read it again. Weak tags (`W/"…"`) never match.',
  },
  question_in_use: {
    statuses: [409],
    meaning: 'Guests have answered the question, so its kind cannot change. Remove it, and ask a new one.',
  },
  rate_limited: { statuses: [429], meaning: 'Too many requests. Wait as long as `Retry-After` says.' },
  reauthentication_required: {
    statuses: [403],
    meaning: 'The session signed in more than 15 minutes ago: `POST /api/auth/reauthenticate`.',
  },
  registration_limit_reached: {
    statuses: [429],
    meaning: 'Too many organizations were registered today from this address, or with this mail domain.',
  },
  request_timeout: { statuses: [408], meaning: 'The request did not arrive in time.' },
  reset_gone: {
    statuses: [410],
    meaning: 'The link was used, replaced by a newer one, has expired, or never existed.',
  },
  role_in_use: { statuses: [409], meaning: 'Members or invitations have the role. Give them another one first.' },
  rsvp_closed: {
    statuses: [409],
    meaning: 'The time to answer is over. Who has accepted can still decline; planners can still change it.',
  },
  second_factor_required: {
    statuses: [403, 409],
    meaning: 'A second factor is required here: set one up, and keep at least one.',
  },
  session_required: { statuses: [403], meaning: 'Only a session of a signed-in user can do this, not an API key.' },
  sso_failed: { statuses: [409], meaning: 'The identity provider cannot be used, or did not sign the person in.' },
  sso_refused: {
    statuses: [403],
    meaning: 'The identity provider signed in somebody whom the organization cannot let in this way.',
  },
  sso_required: {
    statuses: [403],
    meaning: 'The organization lets in only whom its identity provider signs in: `POST /api/auth/sso`.',
  },
  sso_unavailable: { statuses: [409], meaning: 'No organization signs in e-mail addresses of this domain.' },
  sso_untested: {
    statuses: [409],
    meaning: 'Nobody has signed in by the identity provider yet, so it cannot be required.',
  },
  super_admin: { statuses: [409], meaning: 'The user is a Super Admin.' },
  system_role: { statuses: [409], meaning: 'System roles cannot be changed or deleted.' },
  too_many_guests: { statuses: [409], meaning: 'The event has more guests than a manifest holds. List them instead.' },
  totp_enabled: { statuses: [409], meaning: 'There is an authenticator app already. Remove it first.' },
  totp_not_started: { statuses: [409], meaning: 'No secret for an authenticator app was asked for.' },
  tour_in_use: { statuses: [409], meaning: 'Events belong to the tour. Delete them, or move them to another tour.' },
  trip_departed: { statuses: [409], meaning: 'The trip has departed, so this cannot be changed any more.' },
  trip_over: { statuses: [409], meaning: 'The trip has arrived, or is cancelled.' },
  unauthenticated: { statuses: [401], meaning: 'There is no credential, or one that is not valid (any more).' },
  unavailable: {
    statuses: [503],
    meaning: 'The database is away or busy for the moment. Repeat the request after `Retry-After`.',
  },
  unsupported_media_type: {
    statuses: [415],
    meaning: 'The content type of the body is not one that the operation reads.',
  },
  user_erased: { statuses: [409], meaning: 'The user was erased, so nothing can be known of them again.' },
  user_suspended: { statuses: [409, 403], meaning: 'The user is suspended.' },
  validation_failed: {
    statuses: [400],
    meaning: 'Fields of the request are wrong, missing or unknown; `errors` names all of them.',
  },
  vehicle_already_assigned: { statuses: [409], meaning: 'The event has the vehicle already.' },
  vehicle_in_use: { statuses: [409], meaning: 'An event that is not over has the vehicle.' },
  vehicle_retired: { statuses: [409], meaning: 'The vehicle is retired.' },
  waitlist_in_use: {
    statuses: [409],
    meaning: 'Guests are on the waiting list of the event. Accept them, or take them off it.',
  },
  waitlist_off: { statuses: [409], meaning: 'The event has no waiting list.' },
  webhook_disabled: { statuses: [409], meaning: 'The webhook is disabled. Enable it first.' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = enumeration('ProblemCode', Object.keys(PROBLEMS) as ProblemCode[]);
