/** A screen of the design that does not exist yet: to be removed with it, which the reporter checks. */
export const SCREEN_MISSING = 'its screen is missing';

const PROGRAMS = 'for programs: people do it one by one, or see it live';
const IN_THE_LIST = 'the list shows all of it';
const IN_THE_SESSION = 'the session says the same';
const MONITORING = 'for monitoring';
const SITES = 'for the sites that send visitors with a code';
const OWN_PAGE = 'a page of the service itself, for people without an account or a session';
const AT_THE_DOOR = 'a page of its own, for phones at the door';
const BY_OTHERS = 'operators use the lists and records of the whole platform';

/** Operations that nobody reaches by clicks in the dashboard, each with the reason. */
export const UNREACHABLE: Readonly<Record<string, string>> = {
  listChanges: PROGRAMS,
  getCurrentApiKey: PROGRAMS,
  getCalendarFeed: 'programs read a feed by its link',
  streamAnnouncements: PROGRAMS,
  batchGuests: PROGRAMS,
  batchEventGuests: PROGRAMS,
  batchExpenses: PROGRAMS,
  getTripManifest: 'the list of passengers is printed',
  updateNotification: 'for programs: people cancel a message that waits, and write another',
  getMessageRule: IN_THE_LIST,
  getUpcomingMessages: 'the list of rules shows what each sends next',
  getAnnouncement: IN_THE_LIST,
  getCoupon: IN_THE_LIST,
  getInvitation: IN_THE_LIST,
  getPlan: IN_THE_LIST,
  getReferral: IN_THE_LIST,
  getSuppression: IN_THE_LIST,
  getEventGuest: IN_THE_LIST,
  listAllWebhookDeliveries: 'each endpoint lists its own',
  getCurrentPermissions: IN_THE_SESSION,
  getCurrentUser: IN_THE_SESSION,
  validateCoupon: 'the preview of a subscription says it, with what the coupon takes off',
  answerRsvpForm: 'browsers without scripts send it',
  sendWhatsAppNotification: 'people write to the guests of an event, by sendBulkNotification',
  recordReferralClick: SITES,
  recordReferralSignup: SITES,
  validateReferralCode: SITES,
  listUsers: BY_OTHERS,
  getUser: BY_OTHERS,
  updateUser: BY_OTHERS,
  getField: AT_THE_DOOR,
  listFieldGuests: AT_THE_DOOR,
  sendScans: AT_THE_DOOR,
  getLiveness: MONITORING,
  getReadiness: MONITORING,
  getMetrics: MONITORING,
  getEmailConfirmationPage: OWN_PAGE,
  getEmailCancellationPage: OWN_PAGE,
  getInvitationPage: OWN_PAGE,
  getPasswordResetPage: OWN_PAGE,
  confirmEmail: OWN_PAGE,
  cancelEmailChange: OWN_PAGE,
  acceptInvitation: OWN_PAGE,
  resetPassword: OWN_PAGE,
  getRsvp: OWN_PAGE,
  answerRsvp: OWN_PAGE,
  getPass: OWN_PAGE,
  getRsvpCalendar: OWN_PAGE,
  getUnsubscription: OWN_PAGE,
  unsubscribe: OWN_PAGE,
};
