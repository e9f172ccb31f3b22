// Written by scripts/write-face.mjs from the OpenAPI document: do not edit.
import type { AddedBy } from '../added-guests.js';
import type { CallOptions, Connection } from '../connection.js';
import type { StreamOptions } from '../event-stream.js';
import { byCursor, byPage } from '../lists.js';
import { followAnnouncements, followChanges } from '../streams.js';
import { acceptInvitation, acknowledgeConflict, addEventGuest, addPassenger, addPasskey, addSsoDomain, addTeamMember, addToEventWaitlist, answerRsvp, answerRsvpForm, arriveTrip, batchEventGuests, batchExpenses, batchGuests, cancelEmailChange, cancelSubscription, changeEmail, changePassword, checkInEventGuest, checkInParty, confirmEmail, createAccessLink, createApiKey, createCalendarFeed, createCoupon, createEvent, createEventMessageRule, createExpense, createGuest, createInvitation, createParty, createPlan, createReferral, createRole, createTestInbox, createTour, createTourMessageRule, createTrip, createVehicle, createVehicleAssignment, createWebhook, deleteAnnouncement, deleteCoupon, deleteEvent, deleteExpense, deleteGuest, deleteMessageRule, deleteNotification, deleteOrganization, deleteParty, deletePlan, deleteRole, deleteTestInbox, deleteTour, deleteTrip, deleteVehicle, deleteVehicleAssignment, deleteWebhook, departTrip, duplicateEvent, endImpersonation, endMailPause, endProviderConnection, endSession, endUserSessions, eraseGuest, eraseTeamMember, eraseUser, exportAuditLogs, exportEventGuests, exportGuests, finishSsoSignIn, getAccessLink, getAnnouncement, getApiKey, getAuditLog, getBilling, getCalendarFeed, getCoupon, getCurrentApiKey, getCurrentOrganization, getCurrentPermissions, getCurrentSession, getCurrentUser, getEmailCancellationPage, getEmailConfirmationPage, getEvent, getEventCalendar, getEventGuest, getEventNeeds, getEventSummary, getExpense, getExpenseReport, getField, getGuest, getGuestPersonalData, getInvitation, getInvitationPage, getInvoice, getLiveness, getManifest, getMember, getMessageRule, getMetrics, getNotification, getNotificationAudience, getOrganization, getOrganizationUsage, getOverview, getParty, getPass, getPasskeyCreationOptions, getPasskeyOptions, getPasswordResetPage, getPlan, getPlatformHealth, getPlatformSettings, getPlatformUser, getPrivacyReport, getReadiness, getReferral, getRole, getRsvp, getRsvpCalendar, getSecondFactors, getSettings, getSingleSignOn, getSuppression, getTeamMember, getTeamMemberPersonalData, getTestInbox, getTour, getTourCalendar, getTourSummary, getTrip, getTripManifest, getUnsubscription, getUpcomingMessages, getUser, getVehicle, getVehicleAssignment, getWebhook, getWebhookDelivery, getWebhookHours, grantSuperAdmin, impersonateUser, importGuests, liftSuppression, listAccessLinks, listAllWebhookDeliveries, listAnnouncementReaders, listAnnouncements, listApiKeys, listAssignmentsOfVehicle, listAuditLogs, listCalendarFeeds, listChanges, listConflicts, listCoupons, listDueGuests, listEventGuests, listEventMessageRules, listEventTrips, listEventWaitlist, listEvents, listExpenses, listFieldGuests, listGuestEvents, listGuests, listInvitations, listInvoices, listMembers, listNotificationFailures, listNotificationRecipients, listNotifications, listOrganizationUsers, listOrganizations, listOwnOrganizations, listParties, listPassengers, listPlans, listPlatformAnnouncements, listPlatformAuditLogs, listPlatformUsers, listPublicPlans, listReferrals, listRoles, listScans, listSessions, listSuppressions, listTeamMembers, listTestInboxRequests, listTourExpenses, listTourMessageRules, listTours, listTrips, listUsers, listVehicleAssignments, listVehicles, listWebhookDeliveries, listWebhookEventTypes, listWebhooks, logIn, logInWithFactor, logInWithPasskey, logOut, markAnnouncementRead, payInvoice, previewEvent, previewNotification, previewSubscription, promoteFromEventWaitlist, publishAnnouncement, reauthenticate, recordReferralClick, recordReferralSignup, recoverWebhookDeliveries, redeliverWebhookDelivery, registerOrganization, removeEventGuest, removeFromEventWaitlist, removeMember, removePassenger, removePasskey, removeSingleSignOn, removeSsoDomain, removeTeamMember, removeTotp, renewRecoveryCodes, reopenConflict, requestPasswordReset, resendEmailConfirmation, resendInvitation, resetPassword, resetSecondFactors, restoreOrganization, retryNotification, revokeAccessLink, revokeApiKey, revokeCalendarFeed, revokeInvitation, revokeSuperAdmin, rotateWebhookSecret, searchRecords, seatEventGuest, sendBulkNotification, sendEmailNotification, sendScans, sendWhatsAppNotification, startSsoSignIn, startTotp, subscribeToPlan, switchOrganization, testWebhook, undoEventGuestCheckIn, unsubscribe, updateAccessLink, updateAnnouncement, updateApiKey, updateCoupon, updateCurrentOrganization, updateCurrentUser, updateEvent, updateEventGuest, updateExpense, updateGuest, updateMember, updateMessageRule, updateNotification, updateOrganization, updateParty, updatePassenger, updatePlan, updatePlatformSettings, updatePlatformUser, updateReferral, updateRole, updateSettings, updateSingleSignOn, updateTeamMember, updateTour, updateTrip, updateUser, updateVehicle, updateVehicleAssignment, updateWebhook, validateCoupon, validateReferralCode, verifyAuditLogs, verifySsoDomain, verifyTotp } from './sdk.gen.js';
import type { AcceptInvitationData, AcceptInvitationResponse, AcknowledgeConflictData, AcknowledgeConflictResponse, AddEventGuestData, AddPassengerData, AddPassengerResponse, AddPasskeyData, AddPasskeyResponse, AddSsoDomainData, AddSsoDomainResponse, AddTeamMemberData, AddTeamMemberResponse, AddToEventWaitlistData, AddToEventWaitlistResponse, AnswerRsvpData, AnswerRsvpFormData, AnswerRsvpFormResponse, AnswerRsvpResponse, ArriveTripData, ArriveTripResponse, BatchEventGuestsData, BatchEventGuestsResponse, BatchExpensesData, BatchExpensesResponse, BatchGuestsData, BatchGuestsResponse, CancelEmailChangeData, CancelSubscriptionResponse, ChangeEmailData, ChangePasswordData, CheckInEventGuestData, CheckInEventGuestResponse, CheckInPartyData, CheckInPartyResponse, ConfirmEmailData, CreateAccessLinkData, CreateAccessLinkResponse, CreateApiKeyData, CreateApiKeyResponse, CreateCalendarFeedData, CreateCalendarFeedResponse, CreateCouponData, CreateCouponResponse, CreateEventData, CreateEventMessageRuleData, CreateEventMessageRuleResponse, CreateEventResponse, CreateExpenseData, CreateExpenseResponse, CreateGuestData, CreateGuestResponse, CreateInvitationData, CreateInvitationResponse, CreatePartyData, CreatePartyResponse, CreatePlanData, CreatePlanResponse, CreateReferralData, CreateReferralResponse, CreateRoleData, CreateRoleResponse, CreateTestInboxResponse, CreateTourData, CreateTourMessageRuleData, CreateTourMessageRuleResponse, CreateTourResponse, CreateTripData, CreateTripResponse, CreateVehicleAssignmentData, CreateVehicleAssignmentResponse, CreateVehicleData, CreateVehicleResponse, CreateWebhookData, CreateWebhookResponse, DepartTripData, DepartTripResponse, DuplicateEventData, DuplicateEventResponse, EndImpersonationResponse, EraseGuestData, EraseGuestResponse, EraseTeamMemberResponse, EraseUserData, EraseUserResponse, ExportAuditLogsData, ExportAuditLogsResponse, ExportEventGuestsResponse, ExportGuestsData, ExportGuestsResponse, FinishSsoSignInData, FinishSsoSignInResponse, GetAccessLinkResponse, GetAnnouncementResponse, GetApiKeyResponse, GetAuditLogResponse, GetBillingResponse, GetCalendarFeedResponse, GetCouponResponse, GetCurrentApiKeyResponse, GetCurrentOrganizationResponse, GetCurrentPermissionsResponse, GetCurrentSessionResponse, GetCurrentUserResponse, GetEmailCancellationPageResponse, GetEmailConfirmationPageResponse, GetEventCalendarResponse, GetEventGuestResponse, GetEventNeedsResponse, GetEventResponse, GetEventSummaryData, GetEventSummaryResponse, GetExpenseReportData, GetExpenseReportResponse, GetExpenseResponse, GetFieldResponse, GetGuestPersonalDataResponse, GetGuestResponse, GetInvitationPageResponse, GetInvitationResponse, GetInvoiceResponse, GetLivenessResponse, GetManifestResponse, GetMemberResponse, GetMessageRuleResponse, GetMetricsResponse, GetNotificationAudienceData, GetNotificationAudienceResponse, GetNotificationResponse, GetOrganizationResponse, GetOrganizationUsageResponse, GetOverviewResponse, GetPartyResponse, GetPassResponse, GetPasskeyCreationOptionsResponse, GetPasskeyOptionsData, GetPasskeyOptionsResponse, GetPasswordResetPageResponse, GetPlanResponse, GetPlatformHealthResponse, GetPlatformSettingsResponse, GetPlatformUserResponse, GetPrivacyReportResponse, GetReadinessResponse, GetReferralResponse, GetRoleResponse, GetRsvpCalendarResponse, GetRsvpResponse, GetSecondFactorsResponse, GetSettingsResponse, GetSingleSignOnResponse, GetSuppressionResponse, GetTeamMemberPersonalDataResponse, GetTeamMemberResponse, GetTestInboxResponse, GetTourCalendarResponse, GetTourResponse, GetTourSummaryResponse, GetTripManifestResponse, GetTripResponse, GetUnsubscriptionResponse, GetUpcomingMessagesResponse, GetUserResponse, GetVehicleAssignmentResponse, GetVehicleResponse, GetWebhookDeliveryResponse, GetWebhookHoursResponse, GetWebhookResponse, ImpersonateUserData, ImpersonateUserResponse, ImportGuestsData, ImportGuestsResponse, ListAccessLinksData, ListAccessLinksResponse, ListAllWebhookDeliveriesData, ListAllWebhookDeliveriesResponse, ListAnnouncementReadersData, ListAnnouncementReadersResponse, ListAnnouncementsData, ListAnnouncementsResponse, ListApiKeysData, ListApiKeysResponse, ListAssignmentsOfVehicleData, ListAssignmentsOfVehicleResponse, ListAuditLogsData, ListAuditLogsResponse, ListCalendarFeedsData, ListCalendarFeedsResponse, ListChangesData, ListChangesResponse, ListConflictsData, ListConflictsResponse, ListCouponsData, ListCouponsResponse, ListDueGuestsData, ListDueGuestsResponse, ListEventGuestsData, ListEventGuestsResponse, ListEventMessageRulesData, ListEventMessageRulesResponse, ListEventTripsData, ListEventTripsResponse, ListEventWaitlistData, ListEventWaitlistResponse, ListEventsData, ListEventsResponse, ListExpensesData, ListExpensesResponse, ListFieldGuestsResponse, ListGuestEventsData, ListGuestEventsResponse, ListGuestsData, ListGuestsResponse, ListInvitationsData, ListInvitationsResponse, ListInvoicesData, ListInvoicesResponse, ListMembersData, ListMembersResponse, ListNotificationFailuresResponse, ListNotificationRecipientsData, ListNotificationRecipientsResponse, ListNotificationsData, ListNotificationsResponse, ListOrganizationUsersData, ListOrganizationUsersResponse, ListOrganizationsData, ListOrganizationsResponse, ListOwnOrganizationsResponse, ListPartiesData, ListPartiesResponse, ListPassengersData, ListPassengersResponse, ListPlansData, ListPlansResponse, ListPlatformAnnouncementsData, ListPlatformAnnouncementsResponse, ListPlatformAuditLogsData, ListPlatformAuditLogsResponse, ListPlatformUsersData, ListPlatformUsersResponse, ListPublicPlansData, ListPublicPlansResponse, ListReferralsData, ListReferralsResponse, ListRolesData, ListRolesResponse, ListScansData, ListScansResponse, ListSessionsData, ListSessionsResponse, ListSuppressionsData, ListSuppressionsResponse, ListTeamMembersData, ListTeamMembersResponse, ListTestInboxRequestsData, ListTestInboxRequestsResponse, ListTourExpensesData, ListTourExpensesResponse, ListTourMessageRulesData, ListTourMessageRulesResponse, ListToursData, ListToursResponse, ListTripsData, ListTripsResponse, ListUsersData, ListUsersResponse, ListVehicleAssignmentsData, ListVehicleAssignmentsResponse, ListVehiclesData, ListVehiclesResponse, ListWebhookDeliveriesData, ListWebhookDeliveriesResponse, ListWebhookEventTypesResponse, ListWebhooksData, ListWebhooksResponse, LogInData, LogInResponse, LogInWithFactorData, LogInWithFactorResponse, LogInWithPasskeyData, LogInWithPasskeyResponse, MarkAnnouncementReadResponse, PayInvoiceResponse, PreviewEventData, PreviewEventResponse, PreviewNotificationData, PreviewNotificationResponse, PreviewSubscriptionData, PreviewSubscriptionResponse, PromoteFromEventWaitlistResponse, PublishAnnouncementData, PublishAnnouncementResponse, ReauthenticateData, RecordReferralClickData, RecordReferralClickResponse, RecordReferralSignupData, RecordReferralSignupResponse, RecoverWebhookDeliveriesData, RecoverWebhookDeliveriesResponse, RedeliverWebhookDeliveryResponse, RegisterOrganizationData, RegisterOrganizationResponse, RenewRecoveryCodesResponse, ReopenConflictData, RequestPasswordResetData, ResendInvitationResponse, ResetPasswordData, RestoreOrganizationResponse, RetryNotificationResponse, RotateWebhookSecretData, RotateWebhookSecretResponse, SearchRecordsData, SearchRecordsResponse, SeatEventGuestData, SeatEventGuestResponse, SendBulkNotificationData, SendBulkNotificationResponse, SendEmailNotificationData, SendEmailNotificationResponse, SendScansData, SendScansResponse, SendWhatsAppNotificationData, SendWhatsAppNotificationResponse, StartSsoSignInData, StartSsoSignInResponse, StartTotpResponse, SubscribeToPlanData, SubscribeToPlanResponse, SwitchOrganizationData, SwitchOrganizationResponse, TestWebhookData, TestWebhookResponse, UndoEventGuestCheckInData, UnsubscribeData, UnsubscribeResponse, UpdateAccessLinkData, UpdateAccessLinkResponse, UpdateAnnouncementData, UpdateAnnouncementResponse, UpdateApiKeyData, UpdateApiKeyResponse, UpdateCouponData, UpdateCouponResponse, UpdateCurrentOrganizationData, UpdateCurrentOrganizationResponse, UpdateCurrentUserData, UpdateCurrentUserResponse, UpdateEventData, UpdateEventGuestData, UpdateEventGuestResponse, UpdateEventResponse, UpdateExpenseData, UpdateExpenseResponse, UpdateGuestData, UpdateGuestResponse, UpdateMemberData, UpdateMemberResponse, UpdateMessageRuleData, UpdateMessageRuleResponse, UpdateNotificationData, UpdateNotificationResponse, UpdateOrganizationData, UpdateOrganizationResponse, UpdatePartyData, UpdatePartyResponse, UpdatePassengerData, UpdatePassengerResponse, UpdatePlanData, UpdatePlanResponse, UpdatePlatformSettingsData, UpdatePlatformSettingsResponse, UpdatePlatformUserData, UpdatePlatformUserResponse, UpdateReferralData, UpdateReferralResponse, UpdateRoleData, UpdateRoleResponse, UpdateSettingsData, UpdateSettingsResponse, UpdateSingleSignOnData, UpdateSingleSignOnResponse, UpdateTeamMemberData, UpdateTeamMemberResponse, UpdateTourData, UpdateTourResponse, UpdateTripData, UpdateTripResponse, UpdateUserData, UpdateUserResponse, UpdateVehicleAssignmentData, UpdateVehicleAssignmentResponse, UpdateVehicleData, UpdateVehicleResponse, UpdateWebhookData, UpdateWebhookResponse, ValidateCouponData, ValidateCouponResponse, ValidateReferralCodeData, ValidateReferralCodeResponse, VerifyAuditLogsResponse, VerifySsoDomainData, VerifySsoDomainResponse, VerifyTotpData, VerifyTotpResponse } from './types.gen.js';

export class AccessLinksScansResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List what an access link has scanned, newest first. `GET /api/access-links/{id}/scans`
   *
   * Refused scans too, with their reason. A scan that was sent again is one row. They are kept for 90 days.
   *
   * **Access:** an API key or a session; the permission `accessLinks.manage`.
   *
   * @example
   * const found = await te.accessLinks.scans.list(accessLinkId);
   */
  list(accessLinkId: string, query?: ListScansData['query'], options?: CallOptions): Promise<ListScansResponse> {
    return this.connection.send(listScans, { path: { id: accessLinkId }, query }, options);
  }
  /** List what an access link has scanned, newest first: all of them, one after the other. */
  all(accessLinkId: string, query?: Omit<NonNullable<ListScansData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListScansResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListScansResponse> =>
      this.connection.send(listScans, { path: { id: accessLinkId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

}
export class AccessLinksResource {
  readonly scans: AccessLinksScansResource;

  constructor(protected readonly connection: Connection) {
    this.scans = new AccessLinksScansResource(connection);
  }

  /**
   * Read an access link. `GET /api/access-links/{id}`
   *
   * **Access:** an API key or a session; the permission `accessLinks.manage`.
   *
   * @example
   * const found = await te.accessLinks.get(accessLinkId);
   */
  get(accessLinkId: string, options?: CallOptions): Promise<GetAccessLinkResponse> {
    return this.connection.send(getAccessLink, { path: { id: accessLinkId } }, options);
  }

  /**
   * Change an access link. `PATCH /api/access-links/{id}`
   *
   * An expired one opens the event again with a later `expiresAt`.
   *
   * **Access:** an API key or a session; the permission `accessLinks.manage`.
   *
   * @example
   * await te.accessLinks.update(accessLinkId, { name: 'West door' });
   */
  update(accessLinkId: string, body: UpdateAccessLinkData['body'], options?: CallOptions): Promise<UpdateAccessLinkResponse> {
    return this.connection.send(updateAccessLink, { path: { id: accessLinkId }, body }, options);
  }

  /**
   * Revoke an access link, at once. `DELETE /api/access-links/{id}`
   *
   * It stays listed, with `revokedAt` and its scans. Revoking it again is 404.
   *
   * **Access:** an API key or a session; the permission `accessLinks.manage`.
   *
   * @example
   * await te.accessLinks.revoke(accessLinkId);
   */
  revoke(accessLinkId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(revokeAccessLink, { path: { id: accessLinkId } }, options);
  }

}
export class AnnouncementsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the announcements that the caller may see, newest first. `GET /api/announcements`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.announcements.list();
   */
  list(query?: ListAnnouncementsData['query'], options?: CallOptions): Promise<ListAnnouncementsResponse> {
    return this.connection.send(listAnnouncements, { query }, options);
  }
  /** List the announcements that the caller may see, newest first: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListAnnouncementsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListAnnouncementsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAnnouncementsResponse> =>
      this.connection.send(listAnnouncements, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Publish an announcement. `POST /api/announcements`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.announcements.publish({ title: 'Maintenance on Sunday', body: 'The service is unavailable from 02:00 to 02:30 UTC on Sunday.', level: 'warning', audience: 'everyone', expiresAt: '2099-05-16T02:30:00.000Z' });
   */
  publish(body: PublishAnnouncementData['body'], options?: CallOptions): Promise<PublishAnnouncementResponse> {
    return this.connection.send(publishAnnouncement, { body }, options);
  }

  /** Follow announcements as they are published, changed and removed: each once, over all connections that it takes. `GET /api/announcements/stream` */
  follow(query?: Parameters<typeof followAnnouncements>[1], options?: StreamOptions): ReturnType<typeof followAnnouncements> {
    return followAnnouncements(this.connection, query, options);
  }

  /**
   * Read an announcement. `GET /api/announcements/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.announcements.get(announcementId);
   */
  get(announcementId: string, options?: CallOptions): Promise<GetAnnouncementResponse> {
    return this.connection.send(getAnnouncement, { path: { id: announcementId } }, options);
  }

  /**
   * Change an announcement. `PATCH /api/announcements/{id}`
   *
   * For 30 days after it has expired, an announcement can be shown again, by an `expiresAt` that is in the future or null; any other change to it gets 404.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.announcements.update(announcementId, { title: 'Maintenance on Sunday', body: 'The service is unavailable from 02:00 to 02:30 UTC on Sunday.', level: 'warning', audience: 'everyone', expiresAt: '2099-05-16T02:30:00.000Z' });
   */
  update(announcementId: string, body: UpdateAnnouncementData['body'], options?: CallOptions): Promise<UpdateAnnouncementResponse> {
    return this.connection.send(updateAnnouncement, { path: { id: announcementId }, body }, options);
  }

  /**
   * Remove an announcement. `DELETE /api/announcements/{id}`
   *
   * This also works for 30 days after it has expired.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.announcements.delete(announcementId);
   */
  delete(announcementId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteAnnouncement, { path: { id: announcementId } }, options);
  }

  /**
   * Mark an announcement as read. `POST /api/announcements/{id}/read`
   *
   * Only for the caller. Marking it again keeps the first time.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.announcements.markRead(announcementId);
   */
  markRead(announcementId: string, options?: CallOptions): Promise<MarkAnnouncementReadResponse> {
    return this.connection.send(markAnnouncementRead, { path: { id: announcementId } }, options);
  }

}
export class ApiKeysResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the API keys of the organization, newest first. `GET /api/api-keys`
   *
   * **Access:** an API key or a session; the permission `apiKeys.read`.
   *
   * @example
   * const found = await te.apiKeys.list();
   */
  list(query?: ListApiKeysData['query'], options?: CallOptions): Promise<ListApiKeysResponse> {
    return this.connection.send(listApiKeys, { query }, options);
  }
  /** List the API keys of the organization, newest first: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListApiKeysData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListApiKeysResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListApiKeysResponse> =>
      this.connection.send(listApiKeys, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Make an API key. `POST /api/api-keys`
   *
   * The key acts for the user who makes it, with the role they have at the time of each request, or for the organization (`owner`), with its own permissions. The key itself is shown once, in this response.
   *
   * **Access:** a session; the permission `apiKeys.create`.
   *
   * @example
   * await te.apiKeys.create({ name: 'Accounting export', permissions: ['users.read'], scopes: ['guests:write', 'events:read'], owner: 'user', expiresAt: '2099-12-31T23:59:59.000Z', superAdmin: false });
   */
  create(body: CreateApiKeyData['body'], options?: CallOptions): Promise<CreateApiKeyResponse> {
    return this.connection.send(createApiKey, { body }, options);
  }

  /**
   * Read the API key of the request. `GET /api/api-keys/me`
   *
   * Its `id` is that of the `actor` of what it changes.
   *
   * **Access:** an API key, whatever its scopes are.
   *
   * @example
   * const found = await te.apiKeys.getCurrent();
   */
  getCurrent(options?: CallOptions): Promise<GetCurrentApiKeyResponse> {
    return this.connection.send(getCurrentApiKey, {  }, options);
  }

  /**
   * Read an API key. `GET /api/api-keys/{id}`
   *
   * **Access:** an API key or a session; the permission `apiKeys.read`.
   *
   * @example
   * const found = await te.apiKeys.get(apiKeyId);
   */
  get(apiKeyId: string, options?: CallOptions): Promise<GetApiKeyResponse> {
    return this.connection.send(getApiKey, { path: { id: apiKeyId } }, options);
  }

  /**
   * Change an API key. `PATCH /api/api-keys/{id}`
   *
   * Moving `expiresAt` to a later time, clearing it, or widening `scopes` takes a session that may do everything the key can. An expired key stays expired.
   *
   * **Access:** an API key or a session; the permission `apiKeys.update`.
   *
   * @example
   * await te.apiKeys.update(apiKeyId, { name: 'Accounting export', permissions: ['users.read'], scopes: ['guests:write', 'events:read'], expiresAt: '2099-12-31T23:59:59.000Z' });
   */
  update(apiKeyId: string, body: UpdateApiKeyData['body'], options?: CallOptions): Promise<UpdateApiKeyResponse> {
    return this.connection.send(updateApiKey, { path: { id: apiKeyId }, body }, options);
  }

  /**
   * Revoke an API key, at once. `DELETE /api/api-keys/{id}`
   *
   * **Access:** an API key or a session; the permission `apiKeys.delete`.
   *
   * @example
   * await te.apiKeys.revoke(apiKeyId);
   */
  revoke(apiKeyId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(revokeApiKey, { path: { id: apiKeyId } }, options);
  }

}
export class AuditLogsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List who changed what. `GET /api/audit-logs`
   *
   * Newest first.
   *
   * **Access:** an API key or a session; the permission `auditLogs.read`.
   *
   * @example
   * const found = await te.auditLogs.list();
   */
  list(query?: ListAuditLogsData['query'], options?: CallOptions): Promise<ListAuditLogsResponse> {
    return this.connection.send(listAuditLogs, { query }, options);
  }
  /** List who changed what: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListAuditLogsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListAuditLogsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAuditLogsResponse> =>
      this.connection.send(listAuditLogs, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Export the audit log of a period with its seals. `GET /api/audit-logs/export`
   *
   * JSON, one sealed record a line, in the order of the hash chain and without gaps: from the first record of the period to the last. That order is the order of commits, so at the edges there may be records that occurred a moment outside the period. Records that are not sealed yet (usually those of the last second) are left out.
   *
   * `seal` is SHA-256, in hexadecimal, of the 32 bytes of `previousSeal` followed by the text of `record` in UTF-8, as it stands in the line: no whitespace, names in alphabetical order, and `changes` as the text that was recorded. Each line's `previousSeal` is the `seal` of the line before; that of the first record of all (`position` 1) is 32 zero bytes. So whoever kept the last seal of an export finds with the next one whether anything before it was changed. `record` is null where the record is gone.
   *
   * In `record`, names of users and what changed of a person (`personal`) are encrypted, so that seals remain true when somebody is erased; `changes` has null for such fields. The line's own `personal` has what is not erased of them: `actorName`, `impersonatorEmail` and `changes`, or null.
   *
   * **Access:** an API key or a session; the permission `auditLogs.read`.
   *
   * @example
   * const found = await te.auditLogs.export();
   */
  export(query?: ExportAuditLogsData['query'], options?: CallOptions): Promise<ExportAuditLogsResponse> {
    return this.connection.send(exportAuditLogs, { query }, options);
  }

  /**
   * List who changed what on the whole platform. `GET /api/audit-logs/platform`
   *
   * Records of all organizations, and records that belong to no organization, newest first.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.auditLogs.listPlatform();
   */
  listPlatform(query?: ListPlatformAuditLogsData['query'], options?: CallOptions): Promise<ListPlatformAuditLogsResponse> {
    return this.connection.send(listPlatformAuditLogs, { query }, options);
  }
  /** List who changed what on the whole platform: all of them, one after the other. */
  allPlatform(query?: Omit<NonNullable<ListPlatformAuditLogsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListPlatformAuditLogsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPlatformAuditLogsResponse> =>
      this.connection.send(listPlatformAuditLogs, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Recompute the hash chain of the audit log. `GET /api/audit-logs/verify`
   *
   * New records are sealed in the background, usually within a second; until then they count as unsealed.
   *
   * **Access:** an API key or a session; the permission `auditLogs.read`.
   *
   * @example
   * await te.auditLogs.verify();
   */
  verify(options?: CallOptions): Promise<VerifyAuditLogsResponse> {
    return this.connection.send(verifyAuditLogs, {  }, options);
  }

  /**
   * Read an audit record. `GET /api/audit-logs/{id}`
   *
   * **Access:** an API key or a session; the permission `auditLogs.read`.
   *
   * @example
   * const found = await te.auditLogs.get(auditLogId);
   */
  get(auditLogId: string, options?: CallOptions): Promise<GetAuditLogResponse> {
    return this.connection.send(getAuditLog, { path: { id: auditLogId } }, options);
  }

}
export class AuthFactorsPasskeysResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Add the passkey that the browser has made. `POST /api/auth/factors/passkeys`
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.factors.passkeys.add({ name: 'My phone', credential: { id: 'm0w7m6W7QkY3tXa0cUuHqA', rawId: 'm0w7m6W7QkY3tXa0cUuHqA', type: 'public-key', response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] } } });
   */
  add(body: AddPasskeyData['body'], options?: CallOptions): Promise<AddPasskeyResponse> {
    return this.connection.send(addPasskey, { body }, options);
  }

  /**
   * Remove a passkey. `DELETE /api/auth/factors/passkeys/{id}`
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.factors.passkeys.remove(passkeyId);
   */
  remove(passkeyId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removePasskey, { path: { id: passkeyId } }, options);
  }

}
export class AuthFactorsProvidersResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * End the connection of your account to an organization's identity provider. `DELETE /api/auth/factors/providers/{id}`
   *
   * Other sessions that it began end. The organization can have it ask for your password and connect again.
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.factors.providers.endConnection(providerId);
   */
  endConnection(providerId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(endProviderConnection, { path: { id: providerId } }, options);
  }

}
export class AuthFactorsResource {
  readonly passkeys: AuthFactorsPasskeysResource;
  readonly providers: AuthFactorsProvidersResource;

  constructor(protected readonly connection: Connection) {
    this.passkeys = new AuthFactorsPasskeysResource(connection);
    this.providers = new AuthFactorsProvidersResource(connection);
  }

}
export class AuthSessionsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the caller's own sessions, newest first. `GET /api/auth/sessions`
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * const found = await te.auth.sessions.list();
   */
  list(query?: ListSessionsData['query'], options?: CallOptions): Promise<ListSessionsResponse> {
    return this.connection.send(listSessions, { query }, options);
  }
  /** List the caller's own sessions, newest first: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListSessionsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListSessionsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListSessionsResponse> =>
      this.connection.send(listSessions, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * End one of the caller's own sessions. `DELETE /api/auth/sessions/{id}`
   *
   * If it is the session of this request, its cookie is cleared.
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.sessions.end(sessionId);
   */
  end(sessionId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(endSession, { path: { id: sessionId } }, options);
  }

}
export class AuthResource {
  readonly factors: AuthFactorsResource;
  readonly sessions: AuthSessionsResource;

  constructor(protected readonly connection: Connection) {
    this.factors = new AuthFactorsResource(connection);
    this.sessions = new AuthSessionsResource(connection);
  }

  /**
   * Change the e-mail address that you sign in with. `POST /api/auth/email`
   *
   * The new address gets a link that confirms it (`POST /api/auth/email/confirm`), the old one a link that stops the change (`POST /api/auth/email/cancel`). Once it is confirmed, the old address is told, all sessions but this one end, and so do links to a new password and connections to identity providers. The change ends unconfirmed with this session, with a new password, when second factors are added or removed, and when an operator ends the user's sessions, suspends them or makes them a Super Admin. The response is the same for an address that has an account: then only its owner gets a message. At most five an hour, together with resent confirmations: the next gets 429 `rate_limited`. An address that nobody has confirmed gets at most 10 messages an hour, over all accounts that claim it, and at most 6 that were asked for from one address (IPv6: one /64); the response does not show that either.
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.changeEmail({ email: 'planner@example.com' });
   */
  changeEmail(body: ChangeEmailData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(changeEmail, { body }, options);
  }

  /**
   * Stop a change of address with the token of the link that the old address got. `POST /api/auth/email/cancel`
   *
   * The account keeps its address; the link that the new one got confirms nothing any more.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.auth.cancelEmailChange({ token: 'Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM0aB' });
   */
  cancelEmailChange(body: CancelEmailChangeData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(cancelEmailChange, { body }, options);
  }

  /**
   * Confirm an e-mail address with the token of the link. `POST /api/auth/email/confirm`
   *
   * Registering mails the link, which works once, within three days. Nothing waits for the confirmation but this: whoever accepts an invitation to an unconfirmed address must send a password.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.auth.confirmEmail({ token: 'Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM0aB' });
   */
  confirmEmail(body: ConfirmEmailData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(confirmEmail, { body }, options);
  }

  /**
   * Send the e-mail with the link again. `POST /api/auth/email/confirm/resend`
   *
   * The new link supersedes the one before. Nothing is sent when the address is confirmed already. At most five an hour: the next gets 429 `rate_limited`. Nothing is sent either when too many accounts have claimed the address within the hour (`POST /api/auth/email`).
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.resendEmailConfirmation();
   */
  resendEmailConfirmation(options?: CallOptions): Promise<void> {
    return this.connection.send(resendEmailConfirmation, {  }, options);
  }

  /**
   * Read what opens your account besides the password: second factors and providers. `GET /api/auth/factors`
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * const found = await te.auth.getSecondFactors();
   */
  getSecondFactors(options?: CallOptions): Promise<GetSecondFactorsResponse> {
    return this.connection.send(getSecondFactors, {  }, options);
  }

  /**
   * Get what a browser needs to make a passkey (WebAuthn). `POST /api/auth/factors/passkeys/options`
   *
   * For `PublicKeyCredential.parseCreationOptionsFromJSON`. The challenge is good for five minutes, once.
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * const found = await te.auth.getPasskeyCreationOptions();
   */
  getPasskeyCreationOptions(options?: CallOptions): Promise<GetPasskeyCreationOptionsResponse> {
    return this.connection.send(getPasskeyCreationOptions, {  }, options);
  }

  /**
   * Get new recovery codes; earlier ones end. `POST /api/auth/factors/recovery-codes`
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.renewRecoveryCodes();
   */
  renewRecoveryCodes(options?: CallOptions): Promise<RenewRecoveryCodesResponse> {
    return this.connection.send(renewRecoveryCodes, {  }, options);
  }

  /**
   * Begin to set up an authenticator app (RFC 6238). `POST /api/auth/factors/totp`
   *
   * Not in force until a first code has been verified. Beginning again makes a new secret.
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.startTotp();
   */
  startTotp(options?: CallOptions): Promise<StartTotpResponse> {
    return this.connection.send(startTotp, {  }, options);
  }

  /**
   * Remove the authenticator app. `DELETE /api/auth/factors/totp`
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.removeTotp();
   */
  removeTotp(options?: CallOptions): Promise<void> {
    return this.connection.send(removeTotp, {  }, options);
  }

  /**
   * Put the authenticator app in force with its first code. `POST /api/auth/factors/totp/verify`
   *
   * Earlier recovery codes end. Wrong codes count like wrong factors of a sign-in.
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.verifyTotp({ code: '123456' });
   */
  verifyTotp(body: VerifyTotpData['body'], options?: CallOptions): Promise<VerifyTotpResponse> {
    return this.connection.send(verifyTotp, { body }, options);
  }

  /**
   * Sign in. `POST /api/auth/login`
   *
   * A user with a second factor is asked for it, too: the response then has no session but a challenge for `POST /api/auth/login/factor`.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.auth.logIn({ email: 'planner@example.com', password: 'correct horse battery' });
   */
  logIn(body: LogInData['body'], options?: CallOptions): Promise<LogInResponse> {
    return this.connection.send(logIn, { body }, options);
  }

  /**
   * Sign in: the second factor. `POST /api/auth/login/factor`
   *
   * Goes on with what the challenge waits for: the sign-in, the invitation that is being accepted, or the connection of the account to an organization's provider, which the account's own `password` opens as well. After ten wrong factors of an account within 15 minutes, whatever passwords came between and from whatever addresses, none is checked until those are over (429), and the owner is mailed. After a hundred in a row, codes of the app count as wrong (401), and `methods` has no `totp`, until a recovery code or a passkey is right.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.auth.logInWithFactor({ code: '123456', challenge: 'Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM0aB' });
   */
  logInWithFactor(body: LogInWithFactorData['body'], options?: CallOptions): Promise<LogInWithFactorResponse> {
    return this.connection.send(logInWithFactor, { body }, options);
  }

  /**
   * Sign in with a passkey alone. `POST /api/auth/login/passkey`
   *
   * The device must have asked for a finger, a face or a PIN.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.auth.logInWithPasskey({ credential: { id: 'm0w7m6W7QkY3tXa0cUuHqA', rawId: 'm0w7m6W7QkY3tXa0cUuHqA', type: 'public-key', response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0', authenticatorData: 'SZYN5YgOjGh0NBcP', signature: 'MEUCIQ' } } });
   */
  logInWithPasskey(body: LogInWithPasskeyData['body'], options?: CallOptions): Promise<LogInWithPasskeyResponse> {
    return this.connection.send(logInWithPasskey, { body }, options);
  }

  /**
   * Get what a browser needs to use a passkey (WebAuthn). `POST /api/auth/login/passkey/options`
   *
   * For `PublicKeyCredential.parseRequestOptionsFromJSON`. The challenge is good for five minutes, once.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.auth.getPasskeyOptions({});
   */
  getPasskeyOptions(body?: GetPasskeyOptionsData['body'], options?: CallOptions): Promise<GetPasskeyOptionsResponse> {
    return this.connection.send(getPasskeyOptions, { body }, options);
  }

  /**
   * Sign out. `POST /api/auth/logout`
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.logOut();
   */
  logOut(options?: CallOptions): Promise<void> {
    return this.connection.send(logOut, {  }, options);
  }

  /**
   * Change your own password. `POST /api/auth/password`
   *
   * Ends the user's other sessions, a change of their address that waits to be confirmed, and links to a new password. This session goes on with a new cookie, and its old one ends.
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.changePassword({ currentPassword: 'correct horse battery', newPassword: 'correct horse battery' });
   */
  changePassword(body: ChangePasswordData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(changePassword, { body }, options);
  }

  /**
   * Ask for a new password. `POST /api/auth/password/forgot`
   *
   * E-mails a link to the user with this address. It works once, within an hour, and makes earlier ones void. The response does not reveal whether there is such a user. A user gets at most 10 such e-mails an hour, and at most 5 that were requested from one address (IPv6: one /64).
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.auth.requestPasswordReset({ email: 'planner@example.com' });
   */
  requestPasswordReset(body: RequestPasswordResetData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(requestPasswordReset, { body }, options);
  }

  /**
   * Set a new password with the token of the link. `POST /api/auth/password/reset`
   *
   * Ends all sessions of the user, their change of address that waits and other such links, and starts no session. Unless the e-mail address has been confirmed before, somebody else may have registered with it: then the user's API keys, passkeys, authenticator app, recovery codes, known devices and connections to identity providers end too, and in organizations that were founded with the account all API keys are revoked, webhooks disabled, invitations revoked, other members suspended, and the identity provider, reply-to address and logo removed. The e-mail with the link says so, and another one names what there was.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.auth.resetPassword({ token: 'Yx3qk0Xv6l7r1p9mJ2n4b8Wc5Zt0Qe3Ru6Ty9Ui2Op4', password: 'correct horse battery' });
   */
  resetPassword(body: ResetPasswordData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(resetPassword, { body }, options);
  }

  /**
   * Prove again who you are, for what needs a fresh session. `POST /api/auth/reauthenticate`
   *
   * With the password or a second factor. The session is then fresh for 15 minutes, and goes on with a new cookie. One that an organization's identity provider began is from then on good in the user's other organizations as well, and for what changes the account; of an account with a second factor, that takes the factor.
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.reauthenticate({ password: 'correct horse battery' });
   */
  reauthenticate(body: ReauthenticateData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(reauthenticate, { body }, options);
  }

  /**
   * Sign up with an organization of your own. `POST /api/auth/register`
   *
   * Makes the user the Admin of a new organization and starts a session.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.auth.registerOrganization({ organizationName: 'Northern Lights Touring', name: 'Ada Lovelace', email: 'planner@example.com', password: 'correct horse battery', timezone: 'Europe/Berlin', currency: 'EUR' });
   */
  registerOrganization(body: RegisterOrganizationData['body'], options?: CallOptions): Promise<RegisterOrganizationResponse> {
    return this.connection.send(registerOrganization, { body }, options);
  }

  /**
   * Who is signed in, where, and what they may do. `GET /api/auth/session`
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * const found = await te.auth.getCurrentSession();
   */
  getCurrentSession(options?: CallOptions): Promise<GetCurrentSessionResponse> {
    return this.connection.send(getCurrentSession, {  }, options);
  }

  /**
   * Move the session to another organization. `PUT /api/auth/session/organization`
   *
   * To one of the user's own organizations, or to any for a Super Admin.
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.auth.switchOrganization({ organizationId: '019a1b2c-3d4e-7af3-8a1b-b312bf843005' });
   */
  switchOrganization(body: SwitchOrganizationData['body'], options?: CallOptions): Promise<SwitchOrganizationResponse> {
    return this.connection.send(switchOrganization, { body }, options);
  }

  /**
   * Sign in with your organization: the provider's address. `POST /api/auth/sso`
   *
   * Finds the provider by the domain of the e-mail address. The browser goes to `url` and comes back to `/sso/{organizationId}` within ten minutes; a cookie binds the sign-in to it. A browser can have five at once. What a provider publishes about itself is kept for five minutes; that it could not be read, for 30 seconds.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.auth.startSsoSignIn({ email: 'planner@example.com' });
   */
  startSsoSignIn(body: StartSsoSignInData['body'], options?: CallOptions): Promise<StartSsoSignInResponse> {
    return this.connection.send(startSsoSignIn, { body }, options);
  }

  /**
   * Sign in with your organization: back from the provider. `POST /api/auth/sso/callback`
   *
   * Whoever signs in for the first time becomes a member. The sign-in counts as a second factor here. The e-mail address must be of a domain that the organization has proven, and the provider must not say that it is unverified.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.auth.finishSsoSignIn({ query: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj', organizationId: '019a1b2c-3d4e-7af3-8a1b-b312bf843005' });
   */
  finishSsoSignIn(body: FinishSsoSignInData['body'], options?: CallOptions): Promise<FinishSsoSignInResponse> {
    return this.connection.send(finishSsoSignIn, { body }, options);
  }

}
export class BillingInvoicesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List invoices. `GET /api/billing/invoices`
   *
   * **Access:** an API key or a session; the permission `billing.read`.
   *
   * @example
   * const found = await te.billing.invoices.list();
   */
  list(query?: ListInvoicesData['query'], options?: CallOptions): Promise<ListInvoicesResponse> {
    return this.connection.send(listInvoices, { query }, options);
  }
  /** List invoices: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListInvoicesData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListInvoicesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListInvoicesResponse> =>
      this.connection.send(listInvoices, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Read an invoice. `GET /api/billing/invoices/{id}`
   *
   * With `Accept: application/pdf`, you get a page to print. It can show Latin, Greek, Cyrillic, Armenian and Georgian letters; others appear as `?`, so the organization's id is printed next to its name.
   *
   * **Access:** an API key or a session; the permission `billing.read`.
   *
   * @example
   * const found = await te.billing.invoices.get(invoiceId);
   */
  get(invoiceId: string, options?: CallOptions): Promise<GetInvoiceResponse> {
    return this.connection.send(getInvoice, { path: { id: invoiceId } }, options);
  }

}
export class BillingResource {
  readonly invoices: BillingInvoicesResource;

  constructor(protected readonly connection: Connection) {
    this.invoices = new BillingInvoicesResource(connection);
  }

  /**
   * Read what the organization is subscribed to. `GET /api/billing`
   *
   * Periods are calendar months or years, counted from the start in the organization's time zone: each begins on the same day of the month, at the same time of day, or on the last day of a month that is too short. When one is over, the next begins where it ended; its invoice, at what the plan costs by then, is issued within a quarter of an hour. Renewals go on while invoices are open or the organization is suspended; `status` is `past_due` until all are paid.
   *
   * **Access:** an API key or a session; the permission `billing.read`.
   *
   * @example
   * const found = await te.billing.get();
   */
  get(options?: CallOptions): Promise<GetBillingResponse> {
    return this.connection.send(getBilling, {  }, options);
  }

  /**
   * Mark an invoice paid. `POST /api/billing/invoices/{id}/pay`
   *
   * The invoice must belong to the organization that the session is in.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.billing.payInvoice(invoiceId);
   */
  payInvoice(invoiceId: string, options?: CallOptions): Promise<PayInvoiceResponse> {
    return this.connection.send(payInvoice, { path: { id: invoiceId } }, options);
  }

  /**
   * Subscribe to a plan. `PUT /api/billing/subscription`
   *
   * The first period begins now, and its invoice, in the plan's currency, is issued at once; if there is nothing to pay, it counts as paid. Subscribing again to the current plan and interval leaves the subscription as it is, or lets it go on if it was to end. Another plan or interval begins now, with a new period and its full invoice. What has been paid for the period cut short is not refunded, so let the subscription end first to use it up; what is still open for it is owed. Only within a day of the period's start is the invoice voided if it is open or a coupon made it free, and the period does not count for the coupon: a wrong choice can be corrected as often as you like on that day, and then again 30 days later. What is left of a coupon carries over to another plan that it is for, unless the request names another coupon, which takes its place: from the first invoice on, or, if the subscription stays as it is, from the next. A repeating coupon applies to the periods that begin within its months, and an amount off applies as long as the plan is in its currency.
   *
   * **Access:** an API key or a session; the permission `billing.update`.
   *
   * @example
   * await te.billing.subscribeToPlan({ planId: '019a1b2c-3d4e-7648-879f-7d6b960a0190', interval: 'monthly', couponCode: 'SPRING-2027' });
   */
  subscribeToPlan(body: SubscribeToPlanData['body'], options?: CallOptions): Promise<SubscribeToPlanResponse> {
    return this.connection.send(subscribeToPlan, { body }, options);
  }

  /**
   * Let the subscription end. `DELETE /api/billing/subscription`
   *
   * The subscription goes on until the current period is over and is not renewed; then it is `cancelled`, and the organization is on no plan. What is owed is still owed. Repeating the request gets the same response; without a subscription it is 404.
   *
   * **Access:** an API key or a session; the permission `billing.update`.
   *
   * @example
   * await te.billing.cancelSubscription();
   */
  cancelSubscription(options?: CallOptions): Promise<CancelSubscriptionResponse> {
    return this.connection.send(cancelSubscription, {  }, options);
  }

  /**
   * See what subscribing would cost, and when. `POST /api/billing/subscription/preview`
   *
   * Takes the same fields as subscribing, and changes nothing: no coupon is redeemed, no invoice issued. It says what would be subscribed to, what would be invoiced now and at the next renewal, and which open invoice would be void.
   *
   * **Access:** an API key or a session; the permission `billing.update`.
   *
   * @example
   * const found = await te.billing.previewSubscription({ planId: '019a1b2c-3d4e-7648-879f-7d6b960a0190', interval: 'monthly', couponCode: 'SPRING-2027' });
   */
  previewSubscription(body: PreviewSubscriptionData['body'], options?: CallOptions): Promise<PreviewSubscriptionResponse> {
    return this.connection.send(previewSubscription, { body }, options);
  }

}
export class CalendarFeedsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List your own calendar feeds. `GET /api/calendar-feeds`
   *
   * Those in this organization, newest first, without their links.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.calendarFeeds.list();
   */
  list(query?: ListCalendarFeedsData['query'], options?: CallOptions): Promise<ListCalendarFeedsResponse> {
    return this.connection.send(listCalendarFeeds, { query }, options);
  }
  /** List your own calendar feeds: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListCalendarFeedsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListCalendarFeedsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListCalendarFeedsResponse> =>
      this.connection.send(listCalendarFeeds, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Make a calendar feed for yourself. `POST /api/calendar-feeds`
   *
   * The link needs no other credential. It ends when you revoke it, when your membership of the organization ends, and while you or the organization are suspended.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.calendarFeeds.create({ kind: 'mine' });
   */
  create(body: CreateCalendarFeedData['body'], options?: CallOptions): Promise<CreateCalendarFeedResponse> {
    return this.connection.send(createCalendarFeed, { body }, options);
  }

  /**
   * Revoke a calendar feed of yours. `DELETE /api/calendar-feeds/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.calendarFeeds.revoke(calendarFeedId);
   */
  revoke(calendarFeedId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(revokeCalendarFeed, { path: { id: calendarFeedId } }, options);
  }

}
export class ChangesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List what has changed since a cursor. `GET /api/changes`
   *
   * All readers get the changes in the same order, each once: a change that could see another comes after it, and nothing is ever put before a cursor that was handed out. A change is there within two seconds of its commit. Changes of members, roles, API keys, webhooks and billing are for callers who may read those. A key with scopes gets the changes of what it may read; naming another type is 403 `out_of_scope`, with the scope in `params`. They can be read for 30 days.
   *
   * Without `after` nothing is listed: `next` is the cursor to go on from.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.changes.list();
   */
  list(query?: ListChangesData['query'], options?: CallOptions): Promise<ListChangesResponse> {
    return this.connection.send(listChanges, { query }, options);
  }

  /** Follow what changes, as it changes: each once, over all connections that it takes. `GET /api/changes/stream` */
  follow(query?: Parameters<typeof followChanges>[1], options?: StreamOptions): ReturnType<typeof followChanges> {
    return followChanges(this.connection, query, options);
  }

}
export class ConflictsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List conflicts. `GET /api/conflicts`
   *
   * Pairs of events that need the same vehicle or person at overlapping times, and events that are at odds with their tour or their capacity; the earliest first. Events that only touch do not overlap, an event without an end counts as two hours long, and a cancelled one has no conflicts. Whoever declined counts neither as on the team nor as a guest. Those that somebody has acknowledged are listed only with `acknowledged=true`; they come back when a time that is involved changes.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.conflicts.list();
   */
  list(query?: ListConflictsData['query'], options?: CallOptions): Promise<ListConflictsResponse> {
    return this.connection.send(listConflicts, { query }, options);
  }
  /** List conflicts: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListConflictsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListConflictsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListConflictsResponse> =>
      this.connection.send(listConflicts, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Acknowledge a conflict. `POST /api/conflicts/acknowledge`
   *
   * It is no longer listed until a time that is involved changes.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.conflicts.acknowledge({ kind: 'vehicle', subjectId: '019a1b2c-3d4e-7b40-84ed-3c370c8c264e', eventIds: ['019a1b2c-3d4e-7b8e-81f8-0bd70ae0784c'], note: 'The second driver takes over in Linz.' });
   */
  acknowledge(body: AcknowledgeConflictData['body'], options?: CallOptions): Promise<AcknowledgeConflictResponse> {
    return this.connection.send(acknowledgeConflict, { body }, options);
  }

  /**
   * Take back the acknowledgement of a conflict. `DELETE /api/conflicts/acknowledge`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.conflicts.reopen();
   */
  reopen(query?: ReopenConflictData['query'], options?: CallOptions): Promise<void> {
    return this.connection.send(reopenConflict, { query }, options);
  }

}
export class CouponsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List coupons. `GET /api/coupons`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.coupons.list();
   */
  list(query?: ListCouponsData['query'], options?: CallOptions): Promise<ListCouponsResponse> {
    return this.connection.send(listCoupons, { query }, options);
  }
  /** List coupons: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListCouponsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListCouponsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListCouponsResponse> =>
      this.connection.send(listCoupons, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Create a coupon. `POST /api/coupons`
   *
   * Give exactly one of `percentOff` and `amountOff`; `currency` with `amountOff`, and only with it; `durationMonths` with the duration `repeating`, and only with it. An unknown plan in `planIds` gets 404.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.coupons.create({ code: 'SPRING-2027', percentOff: 20, amountOff: null, currency: null, duration: 'repeating', durationMonths: 3, maxRedemptions: 100, expiresAt: '2099-12-31T23:59:59.000Z' });
   */
  create(body: CreateCouponData['body'], options?: CallOptions): Promise<CreateCouponResponse> {
    return this.connection.send(createCoupon, { body }, options);
  }

  /**
   * Check whether a coupon would be accepted. `POST /api/coupons/validate`
   *
   * Checks the coupon for your organization as of now, and for the plan if one is given. Nothing is redeemed. An unknown plan gets 404.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.coupons.validate({ code: 'SPRING-2027' });
   */
  validate(body: ValidateCouponData['body'], options?: CallOptions): Promise<ValidateCouponResponse> {
    return this.connection.send(validateCoupon, { body }, options);
  }

  /**
   * Read a coupon. `GET /api/coupons/{id}`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.coupons.get(couponId);
   */
  get(couponId: string, options?: CallOptions): Promise<GetCouponResponse> {
    return this.connection.send(getCoupon, { path: { id: couponId } }, options);
  }

  /**
   * Change a coupon. `PATCH /api/coupons/{id}`
   *
   * Everything can be changed until the coupon is redeemed for the first time; after that, only maxRedemptions, expiresAt and planIds. The discount of subscriptions that it was redeemed for stays the same.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.coupons.update(couponId, { code: 'SPRING-2027', percentOff: 20, amountOff: null, currency: null, duration: 'repeating', durationMonths: 3, maxRedemptions: 100, expiresAt: '2099-12-31T23:59:59.000Z' });
   */
  update(couponId: string, body: UpdateCouponData['body'], options?: CallOptions): Promise<UpdateCouponResponse> {
    return this.connection.send(updateCoupon, { path: { id: couponId }, body }, options);
  }

  /**
   * Delete a coupon. `DELETE /api/coupons/{id}`
   *
   * Subscriptions that it was redeemed for keep their discount.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.coupons.delete(couponId);
   */
  delete(couponId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteCoupon, { path: { id: couponId } }, options);
  }

}
export class EventsGuestsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Read a guest of an event. `GET /api/events/{eventId}/guests/{eventGuestId}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.guests.get(eventId, eventGuestId);
   */
  get(eventId: string, eventGuestId: string, options?: CallOptions): Promise<GetEventGuestResponse> {
    return this.connection.send(getEventGuest, { path: { eventId, eventGuestId } }, options);
  }

  /**
   * Change a guest of an event. `PATCH /api/events/{eventId}/guests/{eventGuestId}`
   *
   * The rules of the guest's own answer apply, but it also works when the event is cancelled or over. A guest who declines brings nobody and gives up their seats in the vehicle.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.guests.update(eventId, eventGuestId, { rsvp: 'accepted', plusOnes: 1, maxPlusOnes: null, companions: [{ name: 'Byron Lovelace', dietary: 'No nuts' }], answers: {}, notes: 'Arrives with the band.' });
   */
  update(eventId: string, eventGuestId: string, body: UpdateEventGuestData['body'], options?: CallOptions): Promise<UpdateEventGuestResponse> {
    return this.connection.send(updateEventGuest, { path: { eventId, eventGuestId }, body }, options);
  }

  /**
   * Change a guest of an event. `PATCH /api/events/{eventId}/guests/{eventGuestId}`
   *
   * The rules of the guest's own answer apply, but it also works when the event is cancelled or over. A guest who declines brings nobody and gives up their seats in the vehicle.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.guests.answer(eventId, eventGuestId, { rsvp: 'accepted', plusOnes: 1, maxPlusOnes: null, companions: [{ name: 'Byron Lovelace', dietary: 'No nuts' }], answers: {}, notes: 'Arrives with the band.' });
   */
  answer(eventId: string, eventGuestId: string, body: UpdateEventGuestData['body'], options?: CallOptions): Promise<UpdateEventGuestResponse> {
    return this.connection.send(updateEventGuest, { path: { eventId, eventGuestId }, body }, options);
  }

  /**
   * Take a guest off an event. `DELETE /api/events/{eventId}/guests/{eventGuestId}`
   *
   * Their seats become free, and their link stops working. The guest's own record stays.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.guests.remove(eventId, eventGuestId);
   */
  remove(eventId: string, eventGuestId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removeEventGuest, { path: { eventId, eventGuestId } }, options);
  }

  /**
   * Check a guest in. `POST /api/events/{eventId}/guests/{eventGuestId}/check-in`
   *
   * This works whatever they answered. A guest who is checked in again keeps the time of the first check-in or, with `occurredAt`, the earlier of the two.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.guests.checkIn(eventId, eventGuestId, { occurredAt: '2027-05-14T09:30:00.000Z' });
   */
  checkIn(eventId: string, eventGuestId: string, body?: CheckInEventGuestData['body'], options?: CallOptions): Promise<CheckInEventGuestResponse> {
    return this.connection.send(checkInEventGuest, { path: { eventId, eventGuestId }, body }, options);
  }

  /**
   * Take a guest's check-in back. `DELETE /api/events/{eventId}/guests/{eventGuestId}/check-in`
   *
   * The response is the same if they are not checked in.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.guests.undoCheckIn(eventId, eventGuestId);
   */
  undoCheckIn(eventId: string, eventGuestId: string, query?: UndoEventGuestCheckInData['query'], options?: CallOptions): Promise<void> {
    return this.connection.send(undoEventGuestCheckIn, { path: { eventId, eventGuestId }, query }, options);
  }

  /**
   * Give a guest seats in a vehicle. `POST /api/events/{eventId}/guests/{eventGuestId}/vehicle`
   *
   * Gives seats to the guest and each of their plus-ones, instead of any they had; null takes them off.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.guests.seat(eventId, eventGuestId, { vehicleAssignmentId: '019a1b2c-3d4e-7c49-895d-b80448054169' });
   */
  seat(eventId: string, eventGuestId: string, body: SeatEventGuestData['body'], options?: CallOptions): Promise<SeatEventGuestResponse> {
    return this.connection.send(seatEventGuest, { path: { eventId, eventGuestId }, body }, options);
  }

  /**
   * List an event's guests. `GET /api/events/{id}/guests`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.guests.list(eventId);
   */
  list(eventId: string, query?: ListEventGuestsData['query'], options?: CallOptions): Promise<ListEventGuestsResponse> {
    return this.connection.send(listEventGuests, { path: { id: eventId }, query }, options);
  }
  /** List an event's guests: all of them, one after the other. */
  all(eventId: string, query?: Omit<NonNullable<ListEventGuestsData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListEventGuestsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListEventGuestsResponse> =>
      this.connection.send(listEventGuests, { path: { id: eventId }, query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /**
   * Put guests on an event. `POST /api/events/{id}/guests`
   *
   * Give either an existing guest (`guestId`), or up to 1000 of them (`guestIds`: all are added, or none), or where to take them from (`from`: another event, a tag, or all; those who are on the event already are skipped, and erased ones are left out), or the fields of a new guest. They have not answered yet (`pending`), and no invitation is sent.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.guests.add(eventId, { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+436601234567', company: 'Analytical Engines', tags: ['vip', 'press'], dietary: 'Vegetarian, no nuts', notes: 'Prefers to sit in front.' });
   */
  add<Body extends AddEventGuestData['body']>(eventId: string, body: Body, options?: CallOptions): Promise<AddedBy<Body>> {
    return this.connection.send(addEventGuest, { path: { id: eventId }, body }, options);
  }

  /**
   * Add or change many guests of an event. `POST /api/events/{id}/guests/batch`
   *
   * Puts guests on the event who are not on it yet, and changes their answers, seats and check-ins. Each item is used as a whole or not at all, by the rules of the single routes and in the order of the request; good ones take effect together, bad ones are named. Fields that an item leaves out stay as they are.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.guests.batch(eventId, { items: [{ externalId: 'crm-1815', rsvp: 'accepted', plusOnes: 1 }] });
   */
  batch(eventId: string, body: BatchEventGuestsData['body'], options?: CallOptions): Promise<BatchEventGuestsResponse> {
    return this.connection.send(batchEventGuests, { path: { id: eventId }, body }, options);
  }

  /**
   * Export an event's guests. `GET /api/events/{id}/guests/export`
   *
   * CSV with a row for each guest in the order in which they were put on the event: their answer, party, companions as `Name (dietary)` with `|` between them, and a column for each question, by its label. A cell that a spreadsheet would take for a formula begins with an apostrophe.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.guests.export(eventId);
   */
  export(eventId: string, options?: CallOptions): Promise<ExportEventGuestsResponse> {
    return this.connection.send(exportEventGuests, { path: { id: eventId } }, options);
  }

}
export class EventsPartiesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Check a party in. `POST /api/events/{eventId}/parties/{partyId}/check-in`
   *
   * All of it, or those who are named, at once. Those who have declined are skipped, and whoever is in already keeps the time of the first check-in.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.parties.checkIn(eventId, partyId, { occurredAt: '2027-05-14T09:30:00.000Z' });
   */
  checkIn(eventId: string, partyId: string, body?: CheckInPartyData['body'], options?: CallOptions): Promise<CheckInPartyResponse> {
    return this.connection.send(checkInParty, { path: { eventId, partyId }, body }, options);
  }

  /**
   * List an event's parties. `GET /api/events/{id}/parties`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.parties.listParties(eventId);
   */
  listParties(eventId: string, query?: ListPartiesData['query'], options?: CallOptions): Promise<ListPartiesResponse> {
    return this.connection.send(listParties, { path: { id: eventId }, query }, options);
  }
  /** List an event's parties: all of them, one after the other. */
  allParties(eventId: string, query?: Omit<NonNullable<ListPartiesData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListPartiesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPartiesResponse> =>
      this.connection.send(listParties, { path: { id: eventId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Create a party. `POST /api/events/{id}/parties`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.parties.create(eventId, { name: 'Family Lovelace', eventGuestIds: ['019a1b2c-3d4e-76c1-87aa-d77b4fb9a57c', '019a1b2c-3d4e-7a6a-8ea6-b867b1e30f76'] });
   */
  create(eventId: string, body: CreatePartyData['body'], options?: CallOptions): Promise<CreatePartyResponse> {
    return this.connection.send(createParty, { path: { id: eventId }, body }, options);
  }

}
export class EventsTeamResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Read a member of an event's team. `GET /api/events/{eventId}/team/{teamMemberId}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.team.get(eventId, teamMemberId);
   */
  get(eventId: string, teamMemberId: string, options?: CallOptions): Promise<GetTeamMemberResponse> {
    return this.connection.send(getTeamMember, { path: { eventId, teamMemberId } }, options);
  }

  /**
   * Change a member of an event's team. `PATCH /api/events/{eventId}/team/{teamMemberId}`
   *
   * Name, e-mail address and phone number can only be changed for a contact. Those of a member stay as they were when the member was added.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.team.update(eventId, teamMemberId, { role: 'Stage manager', callTime: '2027-05-14T07:00:00.000Z', notes: 'Has the keys of the south gate.', status: 'confirmed' });
   */
  update(eventId: string, teamMemberId: string, body: UpdateTeamMemberData['body'], options?: CallOptions): Promise<UpdateTeamMemberResponse> {
    return this.connection.send(updateTeamMember, { path: { eventId, teamMemberId }, body }, options);
  }

  /**
   * Take somebody off an event's team. `DELETE /api/events/{eventId}/team/{teamMemberId}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.team.remove(eventId, teamMemberId);
   */
  remove(eventId: string, teamMemberId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removeTeamMember, { path: { eventId, teamMemberId } }, options);
  }

  /**
   * Erase a contact on an event's team. `POST /api/events/{eventId}/team/{teamMemberId}/erase`
   *
   * Forgets the person for good, on this team and on all others that have the same e-mail address: name, address, phone and notes, wherever they are kept, in messages, deliveries and the audit log too. The records stay as "Erased contact". Messages that wait for the address are not sent, unless it is a guest's. Repeating it changes nothing.
   *
   * **Access:** an API key or a session; the permission `personalData.erase`.
   *
   * @example
   * await te.events.team.erase(eventId, teamMemberId);
   */
  erase(eventId: string, teamMemberId: string, options?: CallOptions): Promise<EraseTeamMemberResponse> {
    return this.connection.send(eraseTeamMember, { path: { eventId, teamMemberId } }, options);
  }

  /**
   * Read all that is known of a contact. `GET /api/events/{eventId}/team/{teamMemberId}/personal-data`
   *
   * For the person who asks what is known of them, or takes it elsewhere: their records on this team and others, messages, whether they unsubscribed, what was delivered to webhooks, and what the audit log says, each with what it is for. With `Accept: text/csv` there is a line for each value. Streamed, however much it is.
   *
   * **Access:** an API key or a session; the permission `personalData.erase`.
   *
   * @example
   * const found = await te.events.team.getPersonalData(eventId, teamMemberId);
   */
  getPersonalData(eventId: string, teamMemberId: string, options?: CallOptions): Promise<GetTeamMemberPersonalDataResponse> {
    return this.connection.send(getTeamMemberPersonalData, { path: { eventId, teamMemberId } }, options);
  }

  /**
   * List an event's team. `GET /api/events/{id}/team`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.team.list(eventId);
   */
  list(eventId: string, query?: ListTeamMembersData['query'], options?: CallOptions): Promise<ListTeamMembersResponse> {
    return this.connection.send(listTeamMembers, { path: { id: eventId }, query }, options);
  }
  /** List an event's team: all of them, one after the other. */
  all(eventId: string, query?: Omit<NonNullable<ListTeamMembersData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListTeamMembersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListTeamMembersResponse> =>
      this.connection.send(listTeamMembers, { path: { id: eventId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Take somebody onto an event's team. `POST /api/events/{id}/team`
   *
   * Either a member of the organization (`userId`), whose name and e-mail address are copied as they are now, or a contact (`name`, and `email` and `phone` if known). The e-mail address of a member is shown to callers with `users.read`; the phone number of their account is not copied.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.team.add(eventId, { role: 'Stage manager', callTime: '2027-05-14T07:00:00.000Z', notes: 'Has the keys of the south gate.', status: 'confirmed', name: 'Grace Hopper', email: 'grace@example.com', phone: '+4930123456' });
   */
  add(eventId: string, body: AddTeamMemberData['body'], options?: CallOptions): Promise<AddTeamMemberResponse> {
    return this.connection.send(addTeamMember, { path: { id: eventId }, body }, options);
  }

}
export class EventsWaitlistResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Take a guest off the waiting list of an event. `DELETE /api/events/{eventId}/waitlist/{eventGuestId}`
   *
   * They stay on the event. Others who asked in the same request go on waiting.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.waitlist.remove(eventId, eventGuestId);
   */
  remove(eventId: string, eventGuestId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removeFromEventWaitlist, { path: { eventId, eventGuestId } }, options);
  }

  /**
   * Accept a guest who waits for a place at an event. `POST /api/events/{eventId}/waitlist/{eventGuestId}/promote`
   *
   * With everybody who asked in the same request, whatever their position; each of them who has an address is told by e-mail.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.waitlist.promote(eventId, eventGuestId);
   */
  promote(eventId: string, eventGuestId: string, options?: CallOptions): Promise<PromoteFromEventWaitlistResponse> {
    return this.connection.send(promoteFromEventWaitlist, { path: { eventId, eventGuestId } }, options);
  }

  /**
   * List who waits for a place at an event. `GET /api/events/{id}/waitlist`
   *
   * In the order in which they asked. Guests who asked in one request stand together, and are accepted together.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.waitlist.list(eventId);
   */
  list(eventId: string, query?: ListEventWaitlistData['query'], options?: CallOptions): Promise<ListEventWaitlistResponse> {
    return this.connection.send(listEventWaitlist, { path: { id: eventId }, query }, options);
  }
  /** List who waits for a place at an event: all of them, one after the other. */
  all(eventId: string, query?: Omit<NonNullable<ListEventWaitlistData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListEventWaitlistResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListEventWaitlistResponse> =>
      this.connection.send(listEventWaitlist, { path: { id: eventId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Put a guest on the waiting list of an event. `POST /api/events/{id}/waitlist`
   *
   * They come last; somebody who is on it already keeps their position, and the response is 200. Whoever had declined, or was not sure, is `pending` again. On an `automatic` list somebody for whom there is a place is accepted at once.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.waitlist.add(eventId, { eventGuestId: '019a1b2c-3d4e-76c1-87aa-d77b4fb9a57c' });
   */
  add(eventId: string, body: AddToEventWaitlistData['body'], options?: CallOptions): Promise<AddToEventWaitlistResponse> {
    return this.connection.send(addToEventWaitlist, { path: { id: eventId }, body }, options);
  }

}
export class EventsAccessLinksResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List an event's access links, newest first. `GET /api/events/{id}/access-links`
   *
   * Revoked and expired ones too.
   *
   * **Access:** an API key or a session; the permission `accessLinks.manage`.
   *
   * @example
   * const found = await te.events.accessLinks.list(eventId);
   */
  list(eventId: string, query?: ListAccessLinksData['query'], options?: CallOptions): Promise<ListAccessLinksResponse> {
    return this.connection.send(listAccessLinks, { path: { id: eventId }, query }, options);
  }
  /** List an event's access links, newest first: all of them, one after the other. */
  all(eventId: string, query?: Omit<NonNullable<ListAccessLinksData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListAccessLinksResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAccessLinksResponse> =>
      this.connection.send(listAccessLinks, { path: { id: eventId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Make an access link. `POST /api/events/{id}/access-links`
   *
   * Whoever opens `url` on a phone sees the guests of the event, without addresses and notes, and checks them in. The link is shown once, in this response.
   *
   * **Access:** an API key or a session; the permission `accessLinks.manage`.
   *
   * @example
   * await te.events.accessLinks.create(eventId, { name: 'West door', kind: 'door', pin: '2580' });
   */
  create(eventId: string, body: CreateAccessLinkData['body'], options?: CallOptions): Promise<CreateAccessLinkResponse> {
    return this.connection.send(createAccessLink, { path: { id: eventId }, body }, options);
  }

}
export class EventsExpensesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List an event's expenses. `GET /api/events/{id}/expenses`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.expenses.list(eventId);
   */
  list(eventId: string, query?: ListExpensesData['query'], options?: CallOptions): Promise<ListExpensesResponse> {
    return this.connection.send(listExpenses, { path: { id: eventId }, query }, options);
  }
  /** List an event's expenses: all of them, one after the other. */
  all(eventId: string, query?: Omit<NonNullable<ListExpensesData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListExpensesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListExpensesResponse> =>
      this.connection.send(listExpenses, { path: { id: eventId }, query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /**
   * Log an expense. `POST /api/events/{id}/expenses`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.expenses.create(eventId, { category: 'transport', amount: '249.90', currency: 'EUR', incurredAt: '2027-05-14T09:30:00.000Z', description: 'Coach from Vienna to Salzburg', externalId: 'inv-2027-0815' });
   */
  create(eventId: string, body: CreateExpenseData['body'], options?: CallOptions): Promise<CreateExpenseResponse> {
    return this.connection.send(createExpense, { path: { id: eventId }, body }, options);
  }

  /**
   * Log or change many expenses. `POST /api/events/{id}/expenses/batch`
   *
   * An item with the externalId of an expense of the event changes that; any other is logged. Each is used on its own, as if sent alone: good ones take effect together, bad ones are named.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.expenses.batch(eventId, { items: [{ category: 'transport', amount: '249.90', currency: 'EUR', incurredAt: '2027-05-14T09:30:00.000Z', description: 'Coach from Vienna to Salzburg', externalId: 'inv-2027-0815' }] });
   */
  batch(eventId: string, body: BatchExpensesData['body'], options?: CallOptions): Promise<BatchExpensesResponse> {
    return this.connection.send(batchExpenses, { path: { id: eventId }, body }, options);
  }

}
export class EventsMessageRulesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List an event's message rules. `GET /api/events/{id}/message-rules`
   *
   * Those of its tour are not among them.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * const found = await te.events.messageRules.list(eventId);
   */
  list(eventId: string, query?: ListEventMessageRulesData['query'], options?: CallOptions): Promise<ListEventMessageRulesResponse> {
    return this.connection.send(listEventMessageRules, { path: { id: eventId }, query }, options);
  }
  /** List an event's message rules: all of them, one after the other. */
  all(eventId: string, query?: Omit<NonNullable<ListEventMessageRulesData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListEventMessageRulesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListEventMessageRulesResponse> =>
      this.connection.send(listEventMessageRules, { path: { id: eventId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Make a message rule for an event. `POST /api/events/{id}/message-rules`
   *
   * For the first three triggers a guest gets the message of a rule once per event, for the others once for each change, where all changes within five minutes of the first are one, and a cancellation says all. Drafts send nothing, cancelled events only `cancelled`. What goes out stands among the notifications, with its `ruleId`.
   *
   * These variables are filled in for each recipient, and escaped: `{{organization.name}}`; in messages to guests also `{{guest.name}}`, `{{guest.email}}`, `{{guest.phone}}`, `{{guest.company}}`; in messages to the guests of an event also `{{event.name}}`, `{{event.startsAt}}`, `{{event.endsAt}}`, `{{event.timezone}}`, `{{event.venue}}`, `{{event.address}}`, `{{rsvpUrl}}`, `{{passUrl}}`, `{{guest.code}}`. Times are in words, in the zone of the event; `{{rsvpUrl}}` and `{{passUrl}}` are the guest's own links, to answer and to the pass, and the only values that can be clicked: what looks like an address in another value is broken up by blanks, in the subject too ("evil. example"). Behind the host of a web address in the text, as in `https://example.com/?name={{guest.name}}`, a value is escaped as a part of that address. A variable is left empty if its record has no such value. Any other variable, one without a guest or event to take it from, and a `{{` or `}}` that belongs to none get 400.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * await te.events.messageRules.create(eventId, { name: 'Reminder', trigger: 'before_start', offsetMinutes: 2880, channel: 'email', subject: 'See you in Salzburg, {{guest.name}}', body: 'Hello {{guest.name}},\n\nWe look forward to seeing you.', template: null, language: null, variables: null, rsvp: ['accepted'], window: { from: '08:00', to: '21:00' }, active: true, late: 'skip' });
   */
  create(eventId: string, body: CreateEventMessageRuleData['body'], options?: CallOptions): Promise<CreateEventMessageRuleResponse> {
    return this.connection.send(createEventMessageRule, { path: { id: eventId }, body }, options);
  }

}
export class EventsTripsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List an event's trips. `GET /api/events/{id}/trips`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.trips.list(eventId);
   */
  list(eventId: string, query?: ListEventTripsData['query'], options?: CallOptions): Promise<ListEventTripsResponse> {
    return this.connection.send(listEventTrips, { path: { id: eventId }, query }, options);
  }
  /** List an event's trips: all of them, one after the other. */
  all(eventId: string, query?: Omit<NonNullable<ListEventTripsData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListEventTripsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListEventTripsResponse> =>
      this.connection.send(listEventTrips, { path: { id: eventId }, query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /**
   * Plan a trip. `POST /api/events/{id}/trips`
   *
   * Everybody who sits in the vehicle rides on it, unless they are taken off.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.trips.create(eventId, { vehicleAssignmentId: '019a1b2c-3d4e-7c49-895d-b80448054169', departsAt: '2027-05-14T12:30:00.000Z', arrivesAt: '2027-05-14T14:00:00.000Z', direction: 'outbound', stops: [{ name: 'Central station', address: 'South Tyrolean Square 1', departsAt: '2027-05-14T12:45:00.000Z' }], notes: 'Waits for the late flight.' });
   */
  create(eventId: string, body: CreateTripData['body'], options?: CallOptions): Promise<CreateTripResponse> {
    return this.connection.send(createTrip, { path: { id: eventId }, body }, options);
  }

}
export class EventsVehiclesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List an event's vehicles. `GET /api/events/{id}/vehicles`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.vehicles.list(eventId);
   */
  list(eventId: string, query?: ListVehicleAssignmentsData['query'], options?: CallOptions): Promise<ListVehicleAssignmentsResponse> {
    return this.connection.send(listVehicleAssignments, { path: { id: eventId }, query }, options);
  }
  /** List an event's vehicles: all of them, one after the other. */
  all(eventId: string, query?: Omit<NonNullable<ListVehicleAssignmentsData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListVehicleAssignmentsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListVehicleAssignmentsResponse> =>
      this.connection.send(listVehicleAssignments, { path: { id: eventId }, query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /**
   * Assign a vehicle to an event. `POST /api/events/{id}/vehicles`
   *
   * A vehicle in maintenance can be assigned: it may be back by then. A retired one cannot.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.vehicles.create(eventId, { vehicleId: '019a1b2c-3d4e-7b40-84ed-3c370c8c264e', capacityOverride: 40, notes: 'Leaves from the hotel at 17:30.' });
   */
  create(eventId: string, body: CreateVehicleAssignmentData['body'], options?: CallOptions): Promise<CreateVehicleAssignmentResponse> {
    return this.connection.send(createVehicleAssignment, { path: { id: eventId }, body }, options);
  }

}
export class EventsResource {
  readonly guests: EventsGuestsResource;
  readonly parties: EventsPartiesResource;
  readonly team: EventsTeamResource;
  readonly waitlist: EventsWaitlistResource;
  readonly accessLinks: EventsAccessLinksResource;
  readonly expenses: EventsExpensesResource;
  readonly messageRules: EventsMessageRulesResource;
  readonly trips: EventsTripsResource;
  readonly vehicles: EventsVehiclesResource;

  constructor(protected readonly connection: Connection) {
    this.guests = new EventsGuestsResource(connection);
    this.parties = new EventsPartiesResource(connection);
    this.team = new EventsTeamResource(connection);
    this.waitlist = new EventsWaitlistResource(connection);
    this.accessLinks = new EventsAccessLinksResource(connection);
    this.expenses = new EventsExpensesResource(connection);
    this.messageRules = new EventsMessageRulesResource(connection);
    this.trips = new EventsTripsResource(connection);
    this.vehicles = new EventsVehiclesResource(connection);
  }

  /**
   * List events. `GET /api/events`
   *
   * In the order in which they were created, unless sortBy says otherwise.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.list();
   */
  list(query?: ListEventsData['query'], options?: CallOptions): Promise<ListEventsResponse> {
    return this.connection.send(listEvents, { query }, options);
  }
  /** List events: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListEventsData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListEventsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListEventsResponse> =>
      this.connection.send(listEvents, { query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /**
   * Create an event. `POST /api/events`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.create({ name: 'Salzburg: open-air concert', description: 'Doors open an hour before.', status: 'confirmed', startsAt: '2027-05-14T09:30:00.000Z', endsAt: '2027-05-14T22:00:00.000Z', timezone: 'Europe/Berlin', venue: { name: 'Residenzplatz', address: 'Residenzplatz 1', city: 'Salzburg', country: 'Austria', latitude: 47.7983, longitude: 13.0466 }, capacity: 350, maxPlusOnes: 5, waitlist: 'automatic', rsvpDeadline: '2027-05-01T18:00:00.000Z', questions: [{ label: 'Which starter?', kind: 'choice', options: ['Soup', 'Salad'], required: false }], notes: 'Load-in through the south gate.', externalId: 'erp-2027-04-12' });
   */
  create(body: CreateEventData['body'], options?: CallOptions): Promise<CreateEventResponse> {
    return this.connection.send(createEvent, { body }, options);
  }

  /**
   * Read an event. `GET /api/events/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.get(eventId);
   */
  get(eventId: string, options?: CallOptions): Promise<GetEventResponse> {
    return this.connection.send(getEvent, { path: { id: eventId } }, options);
  }

  /**
   * Change an event. `PATCH /api/events/{id}`
   *
   * Fields of the venue that are left out stay as they are, too; `venue: null` clears it. With the waiting list `automatic`, places that a change makes free go to those who wait.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.update(eventId, { name: 'Salzburg: open-air concert', description: 'Doors open an hour before.', status: 'confirmed', startsAt: '2027-05-14T09:30:00.000Z', endsAt: '2027-05-14T22:00:00.000Z', timezone: 'Europe/Berlin', venue: { name: 'Residenzplatz', address: 'Residenzplatz 1', city: 'Salzburg', country: 'Austria', latitude: 47.7983, longitude: 13.0466 }, capacity: 350, maxPlusOnes: 5, waitlist: 'automatic', rsvpDeadline: '2027-05-01T18:00:00.000Z', questions: [{ label: 'Which starter?', kind: 'choice', options: ['Soup', 'Salad'], required: false }], notes: 'Load-in through the south gate.', externalId: 'erp-2027-04-12', moveTrips: false });
   */
  update(eventId: string, body: UpdateEventData['body'], options?: CallOptions): Promise<UpdateEventResponse> {
    return this.connection.send(updateEvent, { path: { id: eventId }, body }, options);
  }

  /**
   * Delete an event. `DELETE /api/events/{id}`
   *
   * Its guests, team, vehicle assignments and expenses are deleted too; the audit record says how many.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.delete(eventId);
   */
  delete(eventId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteEvent, { path: { id: eventId } }, options);
  }

  /**
   * Read an event's calendar. `GET /api/events/{id}/calendar.ics`
   *
   * iCalendar (RFC 5545) with the event's time zone. For an event without a start, the calendar is empty.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.getCalendar(eventId);
   */
  getCalendar(eventId: string, options?: CallOptions): Promise<GetEventCalendarResponse> {
    return this.connection.send(getEventCalendar, { path: { id: eventId } }, options);
  }

  /**
   * Make an event like another one. `POST /api/events/{id}/duplicate`
   *
   * The new event is a draft with the fields of the other, but without its `externalId`. Its end and the call times of its team are as long after its start, or before it, as those of the other; where that has no start, they are left out. Of the team, everybody is `assigned` again; contacts who were erased and users who are no longer active members are left out. Retired vehicles are left out. Guests have not answered (`pending`), have no seats, and get no invitation; erased ones are left out. An API key with scopes needs `vehicles:write` for vehicles and `guests:write` for guests.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.events.duplicate(eventId, { startsAt: '2027-05-14T09:30:00.000Z', with: ['team', 'vehicles'] });
   */
  duplicate(eventId: string, body: DuplicateEventData['body'], options?: CallOptions): Promise<DuplicateEventResponse> {
    return this.connection.send(duplicateEvent, { path: { id: eventId }, body }, options);
  }

  /**
   * Read an event's manifest. `GET /api/events/{id}/manifest`
   *
   * Who sits in which vehicle, and who has no seat; guests who declined are left out. With `Accept: text/csv`, there is a line for each guest and for each vehicle without any; in it, what a spreadsheet would take for a formula begins with an apostrophe. A manifest has at most 10,000 guests.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.getManifest(eventId);
   */
  getManifest(eventId: string, options?: CallOptions): Promise<GetManifestResponse> {
    return this.connection.send(getManifest, { path: { id: eventId } }, options);
  }

  /**
   * Read the needs of an event's guests. `GET /api/events/{id}/needs`
   *
   * What those who accepted eat and answered, companions included. With `Accept: text/csv`, there is a row for each person who needs something, by name, with a column for each question.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.getNeeds(eventId);
   */
  getNeeds(eventId: string, options?: CallOptions): Promise<GetEventNeedsResponse> {
    return this.connection.send(getEventNeeds, { path: { id: eventId } }, options);
  }

  /**
   * See what a change of an event would do. `POST /api/events/{id}/preview`
   *
   * The change is made as `PATCH /api/events/{id}` would make it, looked at, and undone: nothing is changed or sent. What the change would be refused for is in `errors`, and no error of this request.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.preview(eventId, { name: 'Salzburg: open-air concert', description: 'Doors open an hour before.', status: 'confirmed', startsAt: '2027-05-14T09:30:00.000Z', endsAt: '2027-05-14T22:00:00.000Z', timezone: 'Europe/Berlin', venue: { name: 'Residenzplatz', address: 'Residenzplatz 1', city: 'Salzburg', country: 'Austria', latitude: 47.7983, longitude: 13.0466 }, capacity: 350, maxPlusOnes: 5, waitlist: 'automatic', rsvpDeadline: '2027-05-01T18:00:00.000Z', questions: [{ label: 'Which starter?', kind: 'choice', options: ['Soup', 'Salad'], required: false }], notes: 'Load-in through the south gate.', externalId: 'erp-2027-04-12', moveTrips: false });
   */
  preview(eventId: string, body?: PreviewEventData['body'], options?: CallOptions): Promise<PreviewEventResponse> {
    return this.connection.send(previewEvent, { path: { id: eventId }, body }, options);
  }

  /**
   * Read the figures of an event. `GET /api/events/{id}/summary`
   *
   * People are guests who accepted, with their plus-ones. With `include=details` it also says what a planner looks at before the event: vehicles and who drives them, departures, when the team is called, what guests wrote and eat, and what was spent.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.events.getSummary(eventId);
   */
  getSummary(eventId: string, query?: GetEventSummaryData['query'], options?: CallOptions): Promise<GetEventSummaryResponse> {
    return this.connection.send(getEventSummary, { path: { id: eventId }, query }, options);
  }

}
export class ExpensesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Report on expenses. `GET /api/expenses/reports`
   *
   * Totals and groups are in one currency: `currency` if given, else the only one there is, else the organization's if there are expenses in it, else the one with the most records. `currencies` lists every currency that matched.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.expenses.getReport();
   */
  getReport(query?: GetExpenseReportData['query'], options?: CallOptions): Promise<GetExpenseReportResponse> {
    return this.connection.send(getExpenseReport, { query }, options);
  }

  /**
   * Read an expense. `GET /api/expenses/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.expenses.get(expenseId);
   */
  get(expenseId: string, options?: CallOptions): Promise<GetExpenseResponse> {
    return this.connection.send(getExpense, { path: { id: expenseId } }, options);
  }

  /**
   * Change an expense. `PATCH /api/expenses/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.expenses.update(expenseId, { category: 'transport', amount: '249.90', currency: 'EUR', incurredAt: '2027-05-14T09:30:00.000Z', description: 'Coach from Vienna to Salzburg', externalId: 'inv-2027-0815' });
   */
  update(expenseId: string, body: UpdateExpenseData['body'], options?: CallOptions): Promise<UpdateExpenseResponse> {
    return this.connection.send(updateExpense, { path: { id: expenseId }, body }, options);
  }

  /**
   * Delete an expense. `DELETE /api/expenses/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.expenses.delete(expenseId);
   */
  delete(expenseId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteExpense, { path: { id: expenseId } }, options);
  }

}
export class FieldGuestsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Read all guests, for a phone that may soon have no network. `GET /api/field/guests`
   *
   * In one response, compressed and sorted by name. With If-None-Match the response is 304 as long as nothing has changed. Guests who declined are included; those who were erased are not.
   *
   * **Access:** an access link; neither an API key nor a session.
   *
   * @example
   * const found = await te.field.guests.list();
   */
  list(options?: CallOptions): Promise<ListFieldGuestsResponse> {
    return this.connection.send(listFieldGuests, {  }, options);
  }

}
export class FieldResource {
  readonly guests: FieldGuestsResource;

  constructor(protected readonly connection: Connection) {
    this.guests = new FieldGuestsResource(connection);
  }

  /**
   * Read what an access link opens. `GET /api/field`
   *
   * **Access:** an access link; neither an API key nor a session.
   *
   * @example
   * const found = await te.field.get();
   */
  get(options?: CallOptions): Promise<GetFieldResponse> {
    return this.connection.send(getField, {  }, options);
  }

  /**
   * Send what was scanned. `POST /api/field/scans`
   *
   * Scans count by when they occurred, whatever order they arrive in: the earliest check-in counts, and an undo takes back what happened before it. A scan with a `nonce` that was sent before changes nothing and has the same result. Those of one guest take effect together; where the response is an error, send all of them again. Refused ones have a `reason`: older than 7 days or than the first link of the event is `too_old`.
   *
   * **Access:** an access link; neither an API key nor a session.
   *
   * @example
   * await te.field.sendScans({ scans: [{ nonce: '3f2c8a54-5d1e-4c55-9a3e-0d9c1d6b7e21', code: '7K3QX0M2BV', action: 'check_in', occurredAt: '2027-05-14T18:00:00.000Z' }] });
   */
  sendScans(body: SendScansData['body'], options?: CallOptions): Promise<SendScansResponse> {
    return this.connection.send(sendScans, { body }, options);
  }

}
export class GuestsEventsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List a guest's events. `GET /api/guests/{id}/events`
   *
   * Each with the answer, the seat and the check-in of the guest: the event guest as the event lists it, and the `event`.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.guests.events.list(guestId);
   */
  list(guestId: string, query?: ListGuestEventsData['query'], options?: CallOptions): Promise<ListGuestEventsResponse> {
    return this.connection.send(listGuestEvents, { path: { id: guestId }, query }, options);
  }
  /** List a guest's events: all of them, one after the other. */
  all(guestId: string, query?: Omit<NonNullable<ListGuestEventsData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListGuestEventsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListGuestEventsResponse> =>
      this.connection.send(listGuestEvents, { path: { id: guestId }, query: { ...query, ...page } }, options);
    return byCursor(read);
  }

}
export class GuestsResource {
  readonly events: GuestsEventsResource;

  constructor(protected readonly connection: Connection) {
    this.events = new GuestsEventsResource(connection);
  }

  /**
   * List guests. `GET /api/guests`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.guests.list();
   */
  list(query?: ListGuestsData['query'], options?: CallOptions): Promise<ListGuestsResponse> {
    return this.connection.send(listGuests, { query }, options);
  }
  /** List guests: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListGuestsData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListGuestsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListGuestsResponse> =>
      this.connection.send(listGuests, { query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /**
   * Create a guest. `POST /api/guests`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.guests.create({ name: 'Ada Lovelace', email: 'ada@example.com', phone: '+436601234567', company: 'Analytical Engines', tags: ['vip', 'press'], dietary: 'Vegetarian, no nuts', notes: 'Prefers to sit in front.', externalId: 'crm-1815' });
   */
  create(body: CreateGuestData['body'], options?: CallOptions): Promise<CreateGuestResponse> {
    return this.connection.send(createGuest, { body }, options);
  }

  /**
   * Create or change many guests. `POST /api/guests/batch`
   *
   * Each item is used on its own, as if sent alone: good ones take effect together, bad ones are named. Fields that an item leaves out stay as they are.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.guests.batch({ items: [{ name: 'Ada Lovelace', email: 'ada@example.com', phone: '+436601234567', company: 'Analytical Engines', tags: ['vip', 'press'], dietary: 'Vegetarian, no nuts', notes: 'Prefers to sit in front.', externalId: 'crm-1815' }], match: 'externalId', mode: 'upsert' });
   */
  batch(body: BatchGuestsData['body'], options?: CallOptions): Promise<BatchGuestsResponse> {
    return this.connection.send(batchGuests, { body }, options);
  }

  /**
   * Export guests. `GET /api/guests/export`
   *
   * CSV with the columns that an import takes, in the order in which the guests were created. A cell that a spreadsheet would take for a formula begins with an apostrophe, which an import removes again.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.guests.export();
   */
  export(query?: ExportGuestsData['query'], options?: CallOptions): Promise<ExportGuestsResponse> {
    return this.connection.send(exportGuests, { query }, options);
  }

  /**
   * Import guests. `POST /api/guests/import`
   *
   * Takes CSV in UTF-8 with a header line and comma or semicolon as the separator, up to 10 MiB and 100000 rows; a file with more rows is refused (`too_many_rows`) and must be sent in parts. The columns are named like the fields and may come in any order; `name` is required. Tags are separated by `|`; cells that are missing at a row's end are empty. What people paste along with a value is dropped: invisible marks, and in phone numbers blanks, brackets, dots, slashes, dashes and the `(0)` behind the code of a country that does not keep it. A row is matched with a guest by `id` (as in exports), then by `externalId`, then by `email`: an address that one row and one guest have is that guest, also under another name. Where several rows or several guests share an address, name and address together decide, ignoring case, accents and blanks; a row that may mean two guests is `ambiguous`. A row with an unknown `externalId` never means a guest who has another one, and a row with neither is the one guest of that name who has neither. Each guest who gets another name is in `renamed`. The columns of the file overwrite the fields of the matching guest, and an empty cell clears a field, except for the `externalId` of a guest matched by `email`. A row without a match creates a guest. Rows that cannot be used are reported; all others take effect together at the end, and closing the connection before then leaves everything unchanged. Imports wait for one another, for up to a minute; once the waiting files of an organization exceed 32 MiB, further ones are refused (503).
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.guests.import('name,email,tags,externalId\r\nAda Lovelace,ada@example.com,vip|press,crm-1815\r\n');
   */
  import(body: ImportGuestsData['body'], query?: ImportGuestsData['query'], options?: CallOptions): Promise<ImportGuestsResponse> {
    return this.connection.send(importGuests, { body, query }, options);
  }

  /**
   * Read a guest. `GET /api/guests/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.guests.get(guestId);
   */
  get(guestId: string, options?: CallOptions): Promise<GetGuestResponse> {
    return this.connection.send(getGuest, { path: { id: guestId } }, options);
  }

  /**
   * Change a guest. `PATCH /api/guests/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.guests.update(guestId, { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+436601234567', company: 'Analytical Engines', tags: ['vip', 'press'], dietary: 'Vegetarian, no nuts', notes: 'Prefers to sit in front.', externalId: 'crm-1815' });
   */
  update(guestId: string, body: UpdateGuestData['body'], options?: CallOptions): Promise<UpdateGuestResponse> {
    return this.connection.send(updateGuest, { path: { id: guestId }, body }, options);
  }

  /**
   * Delete a guest. `DELETE /api/guests/{id}`
   *
   * Takes the guest off all events.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.guests.delete(guestId);
   */
  delete(guestId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteGuest, { path: { id: guestId } }, options);
  }

  /**
   * Erase a guest. `POST /api/guests/{id}/erase`
   *
   * Forgets the person for good: name, address, phone, company, tags, dietary needs, notes and externalId, wherever they are kept, in messages, deliveries and the audit log too. The record stays as "Erased guest", and so do places on events that are over. Messages that wait for the guest are not sent; whoever unsubscribed stays unsubscribed. Repeating it changes nothing.
   *
   * **Access:** an API key or a session; the permission `personalData.erase`.
   *
   * @example
   * await te.guests.erase(guestId, { force: true });
   */
  erase(guestId: string, body?: EraseGuestData['body'], options?: CallOptions): Promise<EraseGuestResponse> {
    return this.connection.send(eraseGuest, { path: { id: guestId }, body }, options);
  }

  /**
   * Read all that is known of a guest. `GET /api/guests/{id}/personal-data`
   *
   * For the person who asks what is known of them, or takes it elsewhere: their record, places on events with answers, messages, whether they unsubscribed, what was delivered to webhooks, and what the audit log says, each with what it is for. With `Accept: text/csv` there is a line for each value. Streamed, however much it is.
   *
   * **Access:** an API key or a session; the permission `personalData.erase`.
   *
   * @example
   * const found = await te.guests.getPersonalData(guestId);
   */
  getPersonalData(guestId: string, options?: CallOptions): Promise<GetGuestPersonalDataResponse> {
    return this.connection.send(getGuestPersonalData, { path: { id: guestId } }, options);
  }

}
export class ImpersonationResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Stop acting as a user. `POST /api/impersonation/end`
   *
   * The session is the operator's again, under a new token, in the organization that it was in before. A replayed response (`Idempotent-Replayed`) repeats the first one and ends nothing.
   *
   * **Access:** a session; also while the organization is suspended.
   *
   * @example
   * await te.impersonation.end();
   */
  end(options?: CallOptions): Promise<EndImpersonationResponse> {
    return this.connection.send(endImpersonation, {  }, options);
  }

}
export class InvitationsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Accept an invitation. `POST /api/invitations/accept`
   *
   * Makes the invited person a member and starts a session. The token shows that the e-mail reached them: somebody who has an account with that address, and has confirmed it, needs nothing else; anybody else sends a password (the account's own, or a new one) and, for a new account, a name. An account with a second factor is asked for it: the response has no session but a challenge for `POST /api/auth/login/factor`, which makes the member. A Super Admin without a second factor sends the account's own password.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.invitations.accept({ token: 'Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM0aB', name: 'Ada Lovelace', password: 'correct horse battery' });
   */
  accept(body: AcceptInvitationData['body'], options?: CallOptions): Promise<AcceptInvitationResponse> {
    return this.connection.send(acceptInvitation, { body }, options);
  }

}
export class MessageRulesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Read a message rule. `GET /api/message-rules/{id}`
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * const found = await te.messageRules.get(messageRuleId);
   */
  get(messageRuleId: string, options?: CallOptions): Promise<GetMessageRuleResponse> {
    return this.connection.send(getMessageRule, { path: { id: messageRuleId } }, options);
  }

  /**
   * Change a message rule. `PATCH /api/message-rules/{id}`
   *
   * A moment that the change moves into the past is skipped.
   *
   * These variables are filled in for each recipient, and escaped: `{{organization.name}}`; in messages to guests also `{{guest.name}}`, `{{guest.email}}`, `{{guest.phone}}`, `{{guest.company}}`; in messages to the guests of an event also `{{event.name}}`, `{{event.startsAt}}`, `{{event.endsAt}}`, `{{event.timezone}}`, `{{event.venue}}`, `{{event.address}}`, `{{rsvpUrl}}`, `{{passUrl}}`, `{{guest.code}}`. Times are in words, in the zone of the event; `{{rsvpUrl}}` and `{{passUrl}}` are the guest's own links, to answer and to the pass, and the only values that can be clicked: what looks like an address in another value is broken up by blanks, in the subject too ("evil. example"). Behind the host of a web address in the text, as in `https://example.com/?name={{guest.name}}`, a value is escaped as a part of that address. A variable is left empty if its record has no such value. Any other variable, one without a guest or event to take it from, and a `{{` or `}}` that belongs to none get 400.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * await te.messageRules.update(messageRuleId, { name: 'Reminder', trigger: 'before_start', offsetMinutes: 2880, channel: 'email', subject: 'See you in Salzburg, {{guest.name}}', body: 'Hello {{guest.name}},\n\nWe look forward to seeing you.', template: null, language: null, variables: null, rsvp: ['accepted'], window: { from: '08:00', to: '21:00' }, active: true });
   */
  update(messageRuleId: string, body: UpdateMessageRuleData['body'], options?: CallOptions): Promise<UpdateMessageRuleResponse> {
    return this.connection.send(updateMessageRule, { path: { id: messageRuleId }, body }, options);
  }

  /**
   * Delete a message rule. `DELETE /api/message-rules/{id}`
   *
   * What it has sent stays among the notifications.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * await te.messageRules.delete(messageRuleId);
   */
  delete(messageRuleId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteMessageRule, { path: { id: messageRuleId } }, options);
  }

  /**
   * Read what a message rule sends next. `GET /api/message-rules/{id}/upcoming`
   *
   * As things stand now. A rule that is not active sends nothing.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * const found = await te.messageRules.getUpcomingMessages(messageRuleId);
   */
  getUpcomingMessages(messageRuleId: string, options?: CallOptions): Promise<GetUpcomingMessagesResponse> {
    return this.connection.send(getUpcomingMessages, { path: { id: messageRuleId } }, options);
  }

}
export class NotificationsFailuresResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Count whom a notification did not reach, by reason. `GET /api/notifications/{id}/failures`
   *
   * Recipients are kept for 90 days after the last attempt; after that there are none to count.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.notifications.failures.list(notificationId);
   */
  list(notificationId: string, options?: CallOptions): Promise<ListNotificationFailuresResponse> {
    return this.connection.send(listNotificationFailures, { path: { id: notificationId } }, options);
  }

}
export class NotificationsRecipientsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List a notification's recipients. `GET /api/notifications/{id}/recipients`
   *
   * Recipients are kept for 90 days after the last attempt; the notification with its counts stays.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.notifications.recipients.list(notificationId);
   */
  list(notificationId: string, query?: ListNotificationRecipientsData['query'], options?: CallOptions): Promise<ListNotificationRecipientsResponse> {
    return this.connection.send(listNotificationRecipients, { path: { id: notificationId }, query }, options);
  }
  /** List a notification's recipients: all of them, one after the other. */
  all(notificationId: string, query?: Omit<NonNullable<ListNotificationRecipientsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListNotificationRecipientsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListNotificationRecipientsResponse> =>
      this.connection.send(listNotificationRecipients, { path: { id: notificationId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

}
export class NotificationsResource {
  readonly failures: NotificationsFailuresResource;
  readonly recipients: NotificationsRecipientsResource;

  constructor(protected readonly connection: Connection) {
    this.failures = new NotificationsFailuresResource(connection);
    this.recipients = new NotificationsRecipientsResource(connection);
  }

  /**
   * List notifications, newest first. `GET /api/notifications`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.notifications.list();
   */
  list(query?: ListNotificationsData['query'], options?: CallOptions): Promise<ListNotificationsResponse> {
    return this.connection.send(listNotifications, { query }, options);
  }
  /** List notifications, newest first: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListNotificationsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListNotificationsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListNotificationsResponse> =>
      this.connection.send(listNotifications, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Count whom a message to the guests of an event would reach. `GET /api/notifications/audience`
   *
   * Guests who share an address are one recipient. Anybody who has unsubscribed gets no e-mail; this concerns e-mail only.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * const found = await te.notifications.getAudience();
   */
  getAudience(query?: GetNotificationAudienceData['query'], options?: CallOptions): Promise<GetNotificationAudienceResponse> {
    return this.connection.send(getNotificationAudience, { query }, options);
  }

  /**
   * Write to the guests of an event. `POST /api/notifications/bulk`
   *
   * To the guests who are on the event now: all of them, or those who gave a certain answer. Messages are sent in the background. One that is refused for the moment is tried again, three times at most and for no longer than two minutes; nobody gets it twice. The sender is the `notificationSender` of the settings (the name of the organization if there is none), marked as chosen by a customer: `"Alpine Tours via Tour Events"`, with the name of the service in `MAIL_FROM`. Every e-mail has a link to unsubscribe; anybody who has used it gets no more, and counts as failed (`unsubscribed`).
   *
   * These variables are filled in for each recipient, and escaped: `{{organization.name}}`; in messages to guests also `{{guest.name}}`, `{{guest.email}}`, `{{guest.phone}}`, `{{guest.company}}`; in messages to the guests of an event also `{{event.name}}`, `{{event.startsAt}}`, `{{event.endsAt}}`, `{{event.timezone}}`, `{{event.venue}}`, `{{event.address}}`, `{{rsvpUrl}}`, `{{passUrl}}`, `{{guest.code}}`. Times are in words, in the zone of the event; `{{rsvpUrl}}` and `{{passUrl}}` are the guest's own links, to answer and to the pass, and the only values that can be clicked: what looks like an address in another value is broken up by blanks, in the subject too ("evil. example"). Behind the host of a web address in the text, as in `https://example.com/?name={{guest.name}}`, a value is escaped as a part of that address. A variable is left empty if its record has no such value. Any other variable, one without a guest or event to take it from, and a `{{` or `}}` that belongs to none get 400.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * await te.notifications.sendBulk({ eventId: '019a1b2c-3d4e-7b8e-81f8-0bd70ae0784c', rsvp: 'accepted', channel: 'email', subject: 'See you in Salzburg, {{guest.name}}', body: 'Hello {{guest.name}},\n\nWe look forward to seeing you.' });
   */
  sendBulk(body: SendBulkNotificationData['body'], options?: CallOptions): Promise<SendBulkNotificationResponse> {
    return this.connection.send(sendBulkNotification, { body }, options);
  }

  /**
   * Send an e-mail. `POST /api/notifications/email`
   *
   * Messages are sent in the background. One that is refused for the moment is tried again, three times at most and for no longer than two minutes; nobody gets it twice. The sender is the `notificationSender` of the settings (the name of the organization if there is none), marked as chosen by a customer: `"Alpine Tours via Tour Events"`, with the name of the service in `MAIL_FROM`. Every e-mail has a link to unsubscribe; anybody who has used it gets no more, and counts as failed (`unsubscribed`).
   *
   * These variables are filled in for each recipient, and escaped: `{{organization.name}}`; in messages to guests also `{{guest.name}}`, `{{guest.email}}`, `{{guest.phone}}`, `{{guest.company}}`; in messages to the guests of an event also `{{event.name}}`, `{{event.startsAt}}`, `{{event.endsAt}}`, `{{event.timezone}}`, `{{event.venue}}`, `{{event.address}}`, `{{rsvpUrl}}`, `{{passUrl}}`, `{{guest.code}}`. Times are in words, in the zone of the event; `{{rsvpUrl}}` and `{{passUrl}}` are the guest's own links, to answer and to the pass, and the only values that can be clicked: what looks like an address in another value is broken up by blanks, in the subject too ("evil. example"). Behind the host of a web address in the text, as in `https://example.com/?name={{guest.name}}`, a value is escaped as a part of that address. A variable is left empty if its record has no such value. Any other variable, one without a guest or event to take it from, and a `{{` or `}}` that belongs to none get 400.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * await te.notifications.sendEmail({ subject: 'See you in Salzburg', body: 'Hello,\n\nWe look forward to seeing you.', to: ['ada@example.com'] });
   */
  sendEmail(body: SendEmailNotificationData['body'], options?: CallOptions): Promise<SendEmailNotificationResponse> {
    return this.connection.send(sendEmailNotification, { body }, options);
  }

  /**
   * Read a message as a guest of an event would get it. `POST /api/notifications/preview`
   *
   * Takes the same fields as writing to the guests of an event, and sends nothing.
   *
   * These variables are filled in for each recipient, and escaped: `{{organization.name}}`; in messages to guests also `{{guest.name}}`, `{{guest.email}}`, `{{guest.phone}}`, `{{guest.company}}`; in messages to the guests of an event also `{{event.name}}`, `{{event.startsAt}}`, `{{event.endsAt}}`, `{{event.timezone}}`, `{{event.venue}}`, `{{event.address}}`, `{{rsvpUrl}}`, `{{passUrl}}`, `{{guest.code}}`. Times are in words, in the zone of the event; `{{rsvpUrl}}` and `{{passUrl}}` are the guest's own links, to answer and to the pass, and the only values that can be clicked: what looks like an address in another value is broken up by blanks, in the subject too ("evil. example"). Behind the host of a web address in the text, as in `https://example.com/?name={{guest.name}}`, a value is escaped as a part of that address. A variable is left empty if its record has no such value. Any other variable, one without a guest or event to take it from, and a `{{` or `}}` that belongs to none get 400.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * const found = await te.notifications.preview({ eventId: '019a1b2c-3d4e-7b8e-81f8-0bd70ae0784c', rsvp: 'accepted', sendAt: '2027-05-14T09:30:00.000Z', channel: 'email', subject: 'See you in Salzburg, {{guest.name}}', body: 'Hello {{guest.name}},\n\nWe look forward to seeing you.' });
   */
  preview(body: PreviewNotificationData['body'], options?: CallOptions): Promise<PreviewNotificationResponse> {
    return this.connection.send(previewNotification, { body }, options);
  }

  /**
   * Send a WhatsApp template message. `POST /api/notifications/whatsapp`
   *
   * Messages are sent in the background. One that is refused for the moment is tried again, three times at most and for no longer than two minutes; nobody gets it twice.
   *
   * These variables are filled in for each recipient, and escaped: `{{organization.name}}`; in messages to guests also `{{guest.name}}`, `{{guest.email}}`, `{{guest.phone}}`, `{{guest.company}}`; in messages to the guests of an event also `{{event.name}}`, `{{event.startsAt}}`, `{{event.endsAt}}`, `{{event.timezone}}`, `{{event.venue}}`, `{{event.address}}`, `{{rsvpUrl}}`, `{{passUrl}}`, `{{guest.code}}`. Times are in words, in the zone of the event; `{{rsvpUrl}}` and `{{passUrl}}` are the guest's own links, to answer and to the pass, and the only values that can be clicked: what looks like an address in another value is broken up by blanks, in the subject too ("evil. example"). Behind the host of a web address in the text, as in `https://example.com/?name={{guest.name}}`, a value is escaped as a part of that address. A variable is left empty if its record has no such value. Any other variable, one without a guest or event to take it from, and a `{{` or `}}` that belongs to none get 400.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * await te.notifications.sendWhatsApp({ template: 'event_reminder', language: 'en_US', variables: { '1': 'Ada', '2': 'Residenzplatz' }, to: ['+4930123456'] });
   */
  sendWhatsApp(body: SendWhatsAppNotificationData['body'], options?: CallOptions): Promise<SendWhatsAppNotificationResponse> {
    return this.connection.send(sendWhatsAppNotification, { body }, options);
  }

  /**
   * Read a notification. `GET /api/notifications/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.notifications.get(notificationId);
   */
  get(notificationId: string, options?: CallOptions): Promise<GetNotificationResponse> {
    return this.connection.send(getNotification, { path: { id: notificationId } }, options);
  }

  /**
   * Change a notification that is sent later. `PATCH /api/notifications/{id}`
   *
   * While it is scheduled.
   *
   * These variables are filled in for each recipient, and escaped: `{{organization.name}}`; in messages to guests also `{{guest.name}}`, `{{guest.email}}`, `{{guest.phone}}`, `{{guest.company}}`; in messages to the guests of an event also `{{event.name}}`, `{{event.startsAt}}`, `{{event.endsAt}}`, `{{event.timezone}}`, `{{event.venue}}`, `{{event.address}}`, `{{rsvpUrl}}`, `{{passUrl}}`, `{{guest.code}}`. Times are in words, in the zone of the event; `{{rsvpUrl}}` and `{{passUrl}}` are the guest's own links, to answer and to the pass, and the only values that can be clicked: what looks like an address in another value is broken up by blanks, in the subject too ("evil. example"). Behind the host of a web address in the text, as in `https://example.com/?name={{guest.name}}`, a value is escaped as a part of that address. A variable is left empty if its record has no such value. Any other variable, one without a guest or event to take it from, and a `{{` or `}}` that belongs to none get 400.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * await te.notifications.update(notificationId, { subject: 'See you in Salzburg, {{guest.name}}', body: 'Hello {{guest.name}},\n\nWe look forward to seeing you.', sendAt: '2027-05-14T09:30:00.000Z' });
   */
  update(notificationId: string, body: UpdateNotificationData['body'], options?: CallOptions): Promise<UpdateNotificationResponse> {
    return this.connection.send(updateNotification, { path: { id: notificationId }, body }, options);
  }

  /**
   * Delete a notification that is sent later. `DELETE /api/notifications/{id}`
   *
   * While it is scheduled: it is not sent.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * await te.notifications.delete(notificationId);
   */
  delete(notificationId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteNotification, { path: { id: notificationId } }, options);
  }

  /**
   * Send a notification again to those it did not reach. `POST /api/notifications/{id}/retry`
   *
   * Guests are read again, so an address that was corrected or added meanwhile is used, and whoever has left the event is left out. Not tried again are those who may have got it (`outcome_unknown`), who have unsubscribed, or who still have no address: they stay failed. Messages are sent in the background. One that is refused for the moment is tried again, three times at most and for no longer than two minutes; nobody gets it twice.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * await te.notifications.retry(notificationId);
   */
  retry(notificationId: string, options?: CallOptions): Promise<RetryNotificationResponse> {
    return this.connection.send(retryNotification, { path: { id: notificationId } }, options);
  }

}
export class OrganizationsInvitationsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the invitations of the organization, newest first. `GET /api/organizations/invitations`
   *
   * **Access:** an API key or a session; the permission `users.read`.
   *
   * @example
   * const found = await te.organizations.invitations.list();
   */
  list(query?: ListInvitationsData['query'], options?: CallOptions): Promise<ListInvitationsResponse> {
    return this.connection.send(listInvitations, { query }, options);
  }
  /** List the invitations of the organization, newest first: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListInvitationsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListInvitationsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListInvitationsResponse> =>
      this.connection.send(listInvitations, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Invite somebody by e-mail. `POST /api/organizations/invitations`
   *
   * The e-mail has a link to accept it, which works for 7 days. Nobody can invite to a role that may do more than they may themselves. The invitation is valid as long as its sender may invite to that role. Keys with scopes invite nobody (403 `out_of_scope`): whoever joins has none.
   *
   * **Access:** an API key or a session; the permission `users.invite`.
   *
   * @example
   * await te.organizations.invitations.create({ email: 'grace@example.com', role: 'Member' });
   */
  create(body: CreateInvitationData['body'], options?: CallOptions): Promise<CreateInvitationResponse> {
    return this.connection.send(createInvitation, { body }, options);
  }

  /**
   * Read an invitation. `GET /api/organizations/invitations/{id}`
   *
   * **Access:** an API key or a session; the permission `users.read`.
   *
   * @example
   * const found = await te.organizations.invitations.get(invitationId);
   */
  get(invitationId: string, options?: CallOptions): Promise<GetInvitationResponse> {
    return this.connection.send(getInvitation, { path: { id: invitationId } }, options);
  }

  /**
   * Send an invitation again. `POST /api/organizations/invitations/{id}`
   *
   * Sends a new link, which works for another 7 days; the old one stops working. An organization can send an address at most 6 e-mails an hour, across all invitations; beyond that, the response is 429. When an address gets many from several organizations, all but the first of each may arrive an hour later, and then only the newest of them.
   *
   * **Access:** an API key or a session; the permission `users.invite`.
   *
   * @example
   * await te.organizations.invitations.resend(invitationId);
   */
  resend(invitationId: string, options?: CallOptions): Promise<ResendInvitationResponse> {
    return this.connection.send(resendInvitation, { path: { id: invitationId } }, options);
  }

  /**
   * Revoke an invitation. `DELETE /api/organizations/invitations/{id}`
   *
   * Its link stops working. The invitation stays in the list.
   *
   * **Access:** an API key or a session; the permission `users.invite`.
   *
   * @example
   * await te.organizations.invitations.revoke(invitationId);
   */
  revoke(invitationId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(revokeInvitation, { path: { id: invitationId } }, options);
  }

}
export class OrganizationsMeResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * What the caller may do in the organization. `GET /api/organizations/me/permissions`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.organizations.me.getCurrentPermissions();
   */
  getCurrentPermissions(options?: CallOptions): Promise<GetCurrentPermissionsResponse> {
    return this.connection.send(getCurrentPermissions, {  }, options);
  }

}
export class OrganizationsMembersResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the members of the organization. `GET /api/organizations/members`
   *
   * **Access:** an API key or a session; the permission `users.read`.
   *
   * @example
   * const found = await te.organizations.members.list();
   */
  list(query?: ListMembersData['query'], options?: CallOptions): Promise<ListMembersResponse> {
    return this.connection.send(listMembers, { query }, options);
  }
  /** List the members of the organization: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListMembersData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListMembersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListMembersResponse> =>
      this.connection.send(listMembers, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Read a member. `GET /api/organizations/members/{memberId}`
   *
   * **Access:** an API key or a session; the permission `users.read`.
   *
   * @example
   * const found = await te.organizations.members.get(memberId);
   */
  get(memberId: string, options?: CallOptions): Promise<GetMemberResponse> {
    return this.connection.send(getMember, { path: { memberId } }, options);
  }

  /**
   * Give a member another role. `PATCH /api/organizations/members/{memberId}`
   *
   * The change takes effect with their next request. Nobody can give a role that may do more than they may themselves, or take one away that may (for taking away, permissions to read do not count); only an Admin can make or unmake an Admin.
   *
   * **Access:** an API key or a session; the permission `users.update`.
   *
   * @example
   * await te.organizations.members.update(memberId, { role: 'Member', status: 'active' });
   */
  update(memberId: string, body: UpdateMemberData['body'], options?: CallOptions): Promise<UpdateMemberResponse> {
    return this.connection.send(updateMember, { path: { memberId }, body }, options);
  }

  /**
   * Remove a member. `DELETE /api/organizations/members/{memberId}`
   *
   * Ends their sessions, keys and connections to its identity provider in this organization at once. Permissions to read aside, nobody can remove a member who may do more than they may themselves; only an Admin can remove an Admin. Invitations that the member sent are no longer valid.
   *
   * **Access:** an API key or a session; the permission `users.delete`.
   *
   * @example
   * await te.organizations.members.remove(memberId);
   */
  remove(memberId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removeMember, { path: { memberId } }, options);
  }

}
export class OrganizationsRolesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the roles of the organization. `GET /api/organizations/roles`
   *
   * The system roles and the organization's own. Of two with the same name, only its own is listed, since that is the one that counts.
   *
   * **Access:** an API key or a session; the permission `roles.read`.
   *
   * @example
   * const found = await te.organizations.roles.list();
   */
  list(query?: ListRolesData['query'], options?: CallOptions): Promise<ListRolesResponse> {
    return this.connection.send(listRoles, { query }, options);
  }
  /** List the roles of the organization: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListRolesData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListRolesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListRolesResponse> =>
      this.connection.send(listRoles, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Make a role. `POST /api/organizations/roles`
   *
   * A role can do no more than the user who makes it. With the name of a system role, it replaces (shadows) that one in this organization, for everybody who has it. A role named Admin still opens what is for the role Admin, whatever permissions it is left with; permissions that it lost can only be given back by a Super Admin, because nobody else holds them any more.
   *
   * **Access:** an API key or a session; the permission `roles.create`.
   *
   * @example
   * await te.organizations.roles.create({ name: 'Tour manager', description: 'Invites the crew.', permissions: ['users.read', 'users.invite'] });
   */
  create(body: CreateRoleData['body'], options?: CallOptions): Promise<CreateRoleResponse> {
    return this.connection.send(createRole, { body }, options);
  }

  /**
   * Read a role. `GET /api/organizations/roles/{id}`
   *
   * **Access:** an API key or a session; the permission `roles.read`.
   *
   * @example
   * const found = await te.organizations.roles.get(roleId);
   */
  get(roleId: string, options?: CallOptions): Promise<GetRoleResponse> {
    return this.connection.send(getRole, { path: { id: roleId } }, options);
  }

  /**
   * Change a role of the organization. `PATCH /api/organizations/roles/{id}`
   *
   * The change takes effect with the next request of those who have the role. If it gets a new name, they, and those invited to it, keep it under that name.
   *
   * **Access:** an API key or a session; the permission `roles.update`.
   *
   * @example
   * await te.organizations.roles.update(roleId, { name: 'Tour manager', description: 'Invites the crew.', permissions: ['users.read', 'users.invite'] });
   */
  update(roleId: string, body: UpdateRoleData['body'], options?: CallOptions): Promise<UpdateRoleResponse> {
    return this.connection.send(updateRole, { path: { id: roleId }, body }, options);
  }

  /**
   * Delete a role of the organization. `DELETE /api/organizations/roles/{id}`
   *
   * As for changing it, the caller must be able to do what the role may do. A role that shadows a system role can be deleted while in use: those who have it fall back to the system role, and the caller must hold every permission of that.
   *
   * **Access:** an API key or a session; the permission `roles.delete`.
   *
   * @example
   * await te.organizations.roles.delete(roleId);
   */
  delete(roleId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteRole, { path: { id: roleId } }, options);
  }

}
export class OrganizationsUsersResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the members of any organization as users. `GET /api/organizations/{id}/users`
   *
   * (An id is never the word `invitations`, `members` or `roles`, so that a linter may take this path for one of theirs, and routers do not.)
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.organizations.users.list(organizationId);
   */
  list(organizationId: string, query?: ListOrganizationUsersData['query'], options?: CallOptions): Promise<ListOrganizationUsersResponse> {
    return this.connection.send(listOrganizationUsers, { path: { id: organizationId }, query }, options);
  }
  /** List the members of any organization as users: all of them, one after the other. */
  all(organizationId: string, query?: Omit<NonNullable<ListOrganizationUsersData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListOrganizationUsersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListOrganizationUsersResponse> =>
      this.connection.send(listOrganizationUsers, { path: { id: organizationId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

}
export class OrganizationsResource {
  readonly invitations: OrganizationsInvitationsResource;
  readonly me: OrganizationsMeResource;
  readonly members: OrganizationsMembersResource;
  readonly roles: OrganizationsRolesResource;
  readonly users: OrganizationsUsersResource;

  constructor(protected readonly connection: Connection) {
    this.invitations = new OrganizationsInvitationsResource(connection);
    this.me = new OrganizationsMeResource(connection);
    this.members = new OrganizationsMembersResource(connection);
    this.roles = new OrganizationsRolesResource(connection);
    this.users = new OrganizationsUsersResource(connection);
  }

  /**
   * List all organizations. `GET /api/organizations`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.organizations.list();
   */
  list(query?: ListOrganizationsData['query'], options?: CallOptions): Promise<ListOrganizationsResponse> {
    return this.connection.send(listOrganizations, { query }, options);
  }
  /** List all organizations: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListOrganizationsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListOrganizationsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListOrganizationsResponse> =>
      this.connection.send(listOrganizations, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Read the current organization. `GET /api/organizations/me`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.organizations.getCurrent();
   */
  getCurrent(options?: CallOptions): Promise<GetCurrentOrganizationResponse> {
    return this.connection.send(getCurrentOrganization, {  }, options);
  }

  /**
   * Change the current organization. `PATCH /api/organizations/me`
   *
   * **Access:** an API key or a session; the role Admin (never a narrowed API key).
   *
   * @example
   * await te.organizations.updateCurrent({ name: 'Northern Lights Touring', logo: 'https://example.com/logo.png', timezone: 'Europe/Berlin' });
   */
  updateCurrent(body: UpdateCurrentOrganizationData['body'], options?: CallOptions): Promise<UpdateCurrentOrganizationResponse> {
    return this.connection.send(updateCurrentOrganization, { body }, options);
  }

  /**
   * Read any organization. `GET /api/organizations/{id}`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.organizations.get(organizationId);
   */
  get(organizationId: string, options?: CallOptions): Promise<GetOrganizationResponse> {
    return this.connection.send(getOrganization, { path: { id: organizationId } }, options);
  }

  /**
   * Change, suspend or reactivate any organization. `PATCH /api/organizations/{id}`
   *
   * An unknown planId gets 404. Nobody can use a suspended organization, not even operators who are in it, so it is reactivated from another one.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.organizations.update(organizationId, { name: 'Northern Lights Touring', logo: 'https://example.com/logo.png', timezone: 'Europe/Berlin', currency: 'EUR', status: 'active', mailDailyLimit: 2000, rateLimit: 500 });
   */
  update(organizationId: string, body: UpdateOrganizationData['body'], options?: CallOptions): Promise<UpdateOrganizationResponse> {
    return this.connection.send(updateOrganization, { path: { id: organizationId }, body }, options);
  }

  /**
   * Delete any organization. `DELETE /api/organizations/{id}`
   *
   * Its sessions and API keys end at once, and so does any impersonation of users in it. For 30 days it can be restored; then its data is purged, except for the audit log.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.organizations.delete(organizationId);
   */
  delete(organizationId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteOrganization, { path: { id: organizationId } }, options);
  }

  /**
   * Restore a deleted organization. `POST /api/organizations/{id}/restore`
   *
   * Within 30 days of its deletion. It is as it was: its sessions and API keys that have not expired work again. The response is the same for one that is not deleted. (An id is never the word `invitations`, `members` or `roles`, so that a linter may take this path for one of theirs, and routers do not.)
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.organizations.restore(organizationId);
   */
  restore(organizationId: string, options?: CallOptions): Promise<RestoreOrganizationResponse> {
    return this.connection.send(restoreOrganization, { path: { id: organizationId } }, options);
  }

}
export class OverviewResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Read the overview. `GET /api/overview`
   *
   * The next events with their figures, what needs attention, and how many records there are. It shows only what the caller may see elsewhere: failing endpoints need `webhooks.read`, invoices `billing.read`, members `users.read`, messages of rules `notifications.send`, and `email_unconfirmed` is of the signed-in user. Answers, seats and vehicles are looked at in the next 50 events, trips in the next 500 (without a driver, when they depart within 7 days), budgets in the 100 tours that start last, failures in the last seven days, today's messages in the 200 rules that write next.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.overview.get();
   */
  get(options?: CallOptions): Promise<GetOverviewResponse> {
    return this.connection.send(getOverview, {  }, options);
  }

}
export class PartiesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Read a party. `GET /api/parties/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.parties.get(partyId);
   */
  get(partyId: string, options?: CallOptions): Promise<GetPartyResponse> {
    return this.connection.send(getParty, { path: { id: partyId } }, options);
  }

  /**
   * Change a party. `PATCH /api/parties/{id}`
   *
   * `eventGuestIds` replace all who were in it.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.parties.update(partyId, { name: 'Family Lovelace' });
   */
  update(partyId: string, body: UpdatePartyData['body'], options?: CallOptions): Promise<UpdatePartyResponse> {
    return this.connection.send(updateParty, { path: { id: partyId }, body }, options);
  }

  /**
   * Delete a party. `DELETE /api/parties/{id}`
   *
   * Those who were in it stay on the event, each on their own.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.parties.delete(partyId);
   */
  delete(partyId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteParty, { path: { id: partyId } }, options);
  }

}
export class PlansResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List plans. `GET /api/plans`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.plans.list();
   */
  list(query?: ListPlansData['query'], options?: CallOptions): Promise<ListPlansResponse> {
    return this.connection.send(listPlans, { query }, options);
  }
  /** List plans: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListPlansData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListPlansResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPlansResponse> =>
      this.connection.send(listPlans, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Create a plan. `POST /api/plans`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.plans.create({ name: 'Professional', monthlyPrice: '49.00', yearlyPrice: '490.00', currency: 'EUR', features: ['Unlimited events', 'Vehicle assignments'], active: true });
   */
  create(body: CreatePlanData['body'], options?: CallOptions): Promise<CreatePlanResponse> {
    return this.connection.send(createPlan, { body }, options);
  }

  /**
   * List the plans on offer. `GET /api/plans/public`
   *
   * The active plans, cheapest first: by the number of their monthly price, whatever its currency; at the same price, the one made first.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.plans.listPublic();
   */
  listPublic(query?: ListPublicPlansData['query'], options?: CallOptions): Promise<ListPublicPlansResponse> {
    return this.connection.send(listPublicPlans, { query }, options);
  }
  /** List the plans on offer: all of them, one after the other. */
  allPublic(query?: Omit<NonNullable<ListPublicPlansData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListPublicPlansResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPublicPlansResponse> =>
      this.connection.send(listPublicPlans, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Read a plan. `GET /api/plans/{id}`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.plans.get(planId);
   */
  get(planId: string, options?: CallOptions): Promise<GetPlanResponse> {
    return this.connection.send(getPlan, { path: { id: planId } }, options);
  }

  /**
   * Change a plan. `PATCH /api/plans/{id}`
   *
   * Subscribers pay a new price from their next period on. Both prices, whether or not they are sent along, must fit the decimals of a new currency.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.plans.update(planId, { name: 'Professional', monthlyPrice: '49.00', yearlyPrice: '490.00', currency: 'EUR', features: ['Unlimited events', 'Vehicle assignments'], active: true });
   */
  update(planId: string, body: UpdatePlanData['body'], options?: CallOptions): Promise<UpdatePlanResponse> {
    return this.connection.send(updatePlan, { path: { id: planId }, body }, options);
  }

  /**
   * Delete a plan. `DELETE /api/plans/{id}`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.plans.delete(planId);
   */
  delete(planId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deletePlan, { path: { id: planId } }, options);
  }

}
export class PlatformAnnouncementsReadersResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List who has read an announcement, the last one first. `GET /api/platform/announcements/{id}/readers`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.platform.announcements.readers.list(announcementId);
   */
  list(announcementId: string, query?: ListAnnouncementReadersData['query'], options?: CallOptions): Promise<ListAnnouncementReadersResponse> {
    return this.connection.send(listAnnouncementReaders, { path: { id: announcementId }, query }, options);
  }
  /** List who has read an announcement, the last one first: all of them, one after the other. */
  all(announcementId: string, query?: Omit<NonNullable<ListAnnouncementReadersData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListAnnouncementReadersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAnnouncementReadersResponse> =>
      this.connection.send(listAnnouncementReaders, { path: { id: announcementId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

}
export class PlatformAnnouncementsResource {
  readonly readers: PlatformAnnouncementsReadersResource;

  constructor(protected readonly connection: Connection) {
    this.readers = new PlatformAnnouncementsReadersResource(connection);
  }

  /**
   * List all announcements with the number of their readers, newest first. `GET /api/platform/announcements`
   *
   * Also those that have expired in the last 30 days.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.platform.announcements.list();
   */
  list(query?: ListPlatformAnnouncementsData['query'], options?: CallOptions): Promise<ListPlatformAnnouncementsResponse> {
    return this.connection.send(listPlatformAnnouncements, { query }, options);
  }
  /** List all announcements with the number of their readers, newest first: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListPlatformAnnouncementsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListPlatformAnnouncementsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPlatformAnnouncementsResponse> =>
      this.connection.send(listPlatformAnnouncements, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

}
export class PlatformOrganizationsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * End the pause of an organization's e-mail. `DELETE /api/platform/organizations/{id}/mail-pause`
   *
   * E-mail of an organization is paused until midnight UTC when servers have refused 20 or more of its messages of the day for good, and more than a tenth of all. Messages that wait are sent now, and refused ones are counted from the beginning. 404 when there is no pause.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.platform.organizations.endMailPause(organizationId);
   */
  endMailPause(organizationId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(endMailPause, { path: { id: organizationId } }, options);
  }

  /**
   * How much an organization uses the service. `GET /api/platform/organizations/{id}/usage`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.platform.organizations.getUsage(organizationId);
   */
  getUsage(organizationId: string, options?: CallOptions): Promise<GetOrganizationUsageResponse> {
    return this.connection.send(getOrganizationUsage, { path: { id: organizationId } }, options);
  }

}
export class PlatformUsersResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the users of all organizations. `GET /api/platform/users`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.platform.users.list();
   */
  list(query?: ListPlatformUsersData['query'], options?: CallOptions): Promise<ListPlatformUsersResponse> {
    return this.connection.send(listPlatformUsers, { query }, options);
  }
  /** List the users of all organizations: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListPlatformUsersData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListPlatformUsersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPlatformUsersResponse> =>
      this.connection.send(listPlatformUsers, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Read a user of any organization. `GET /api/platform/users/{id}`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.platform.users.get(userId);
   */
  get(userId: string, options?: CallOptions): Promise<GetPlatformUserResponse> {
    return this.connection.send(getPlatformUser, { path: { id: userId } }, options);
  }

  /**
   * Rename, suspend or reactivate a user of any organization. `PATCH /api/platform/users/{id}`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.platform.users.update(userId, { status: 'active', name: 'Ada Lovelace', phone: '+4930123456' });
   */
  update(userId: string, body: UpdatePlatformUserData['body'], options?: CallOptions): Promise<UpdatePlatformUserResponse> {
    return this.connection.send(updatePlatformUser, { path: { id: userId }, body }, options);
  }

}
export class PlatformResource {
  readonly announcements: PlatformAnnouncementsResource;
  readonly organizations: PlatformOrganizationsResource;
  readonly users: PlatformUsersResource;

  constructor(protected readonly connection: Connection) {
    this.announcements = new PlatformAnnouncementsResource(connection);
    this.organizations = new PlatformOrganizationsResource(connection);
    this.users = new PlatformUsersResource(connection);
  }

  /**
   * Replicas, queues, jobs, failing webhooks, mail, database and disk. `GET /api/platform/health`
   *
   * As they are now, with a history of 24 hours. Monitoring systems that want numbers over a longer time read `/metrics`.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.platform.getHealth();
   */
  getHealth(options?: CallOptions): Promise<GetPlatformHealthResponse> {
    return this.connection.send(getPlatformHealth, {  }, options);
  }

}
export class PrivacyDueGuestsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the guests who are due to be erased. `GET /api/privacy/due-guests`
   *
   * A dry run: the guests whom the next round erases, those first who are due longest. With guestDaysAfterLastEvent it shows whom another setting would erase, before it is made. Empty without either.
   *
   * **Access:** an API key or a session; the permission `personalData.erase`.
   *
   * @example
   * const found = await te.privacy.dueGuests.list();
   */
  list(query?: ListDueGuestsData['query'], options?: CallOptions): Promise<ListDueGuestsResponse> {
    return this.connection.send(listDueGuests, { query }, options);
  }
  /** List the guests who are due to be erased: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListDueGuestsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListDueGuestsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListDueGuestsResponse> =>
      this.connection.send(listDueGuests, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

}
export class PrivacyResource {
  readonly dueGuests: PrivacyDueGuestsResource;

  constructor(protected readonly connection: Connection) {
    this.dueGuests = new PrivacyDueGuestsResource(connection);
  }

  /**
   * Read what is erased, and when. `GET /api/privacy/report`
   *
   * How many guests are due to be erased by the setting `retention.guestDaysAfterLastEvent`, and when that happens: once a day, in the background, each with an audit record of the actor `system`. Guests are erased when so many whole days have passed since the day, in the organization's time zone, on which the last of their events was over: at its end, or a day after its start when it has no end. An event without a time that was completed or cancelled was over when it was last changed; one that is still planned keeps its guests. Guests who are on no event are kept as long after they were created.
   *
   * **Access:** an API key or a session; the permission `personalData.erase`.
   *
   * @example
   * const found = await te.privacy.getReport();
   */
  getReport(options?: CallOptions): Promise<GetPrivacyReportResponse> {
    return this.connection.send(getPrivacyReport, {  }, options);
  }

}
export class ReferralsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List your own referrals. `GET /api/referrals`
   *
   * Everybody sees the referrals that they made themselves in this organization, and no others.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.referrals.list();
   */
  list(query?: ListReferralsData['query'], options?: CallOptions): Promise<ListReferralsResponse> {
    return this.connection.send(listReferrals, { query }, options);
  }
  /** List your own referrals: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListReferralsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListReferralsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListReferralsResponse> =>
      this.connection.send(listReferrals, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Create a referral. `POST /api/referrals`
   *
   * A conversion earns the reward that the platform pays at that time. Until something is earned, the record's currency follows that reward; after that it stays the same, and rewards in another currency are kept apart from the record's sum.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.referrals.create({ code: 'ADA-2027' });
   */
  create(body?: CreateReferralData['body'], options?: CallOptions): Promise<CreateReferralResponse> {
    return this.connection.send(createReferral, { body }, options);
  }

  /**
   * Count a click on a referral link. `POST /api/referrals/click`
   *
   * For the landing page. Every call counts.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.referrals.recordClick({ code: 'ADA-2027' });
   */
  recordClick(body: RecordReferralClickData['body'], options?: CallOptions): Promise<RecordReferralClickResponse> {
    return this.connection.send(recordReferralClick, { body }, options);
  }

  /**
   * Count a signup by a referral. `POST /api/referrals/track`
   *
   * For the landing page, when somebody has signed up. An address counts once for a code, however often it is sent, here or by registering with the code; only a keyed hash of it is kept.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.referrals.recordSignup({ code: 'ADA-2027', email: 'ada@example.com' });
   */
  recordSignup(body: RecordReferralSignupData['body'], options?: CallOptions): Promise<RecordReferralSignupResponse> {
    return this.connection.send(recordReferralSignup, { body }, options);
  }

  /**
   * Ask whether a referral code is good. `POST /api/referrals/validate`
   *
   * For the checkout. A code is good when it is active, its owner is still a member and not suspended, and the organization that it belongs to is neither suspended nor deleted.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.referrals.validateCode({ code: 'ADA-2027' });
   */
  validateCode(body: ValidateReferralCodeData['body'], options?: CallOptions): Promise<ValidateReferralCodeResponse> {
    return this.connection.send(validateReferralCode, { body }, options);
  }

  /**
   * Read one of your own referrals. `GET /api/referrals/{id}`
   *
   * Everybody sees the referrals that they made themselves in this organization, and no others.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.referrals.get(referralId);
   */
  get(referralId: string, options?: CallOptions): Promise<GetReferralResponse> {
    return this.connection.send(getReferral, { path: { id: referralId } }, options);
  }

  /**
   * Take back one of your own referrals, or let it be used again. `PATCH /api/referrals/{id}`
   *
   * A code that is not active is unknown to everybody. Organizations that registered with it before can still convert. The ETag is that of the whole record, counts included.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.referrals.update(referralId, { active: false });
   */
  update(referralId: string, body: UpdateReferralData['body'], options?: CallOptions): Promise<UpdateReferralResponse> {
    return this.connection.send(updateReferral, { path: { id: referralId }, body }, options);
  }

}
export class RsvpResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Read an invitation. `GET /api/rsvp/{token}`
   *
   * The token is the end of an event guest's `rsvpUrl`; whoever has it may answer for the guest. A browser is shown a page with a form for the answer. Letters lead there with `?rsvp=accepted`, or another answer, which the form then has chosen; nothing is saved by that.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.rsvp.get(token);
   */
  get(token: string, options?: CallOptions): Promise<GetRsvpResponse> {
    return this.connection.send(getRsvp, { path: { token } }, options);
  }

  /**
   * Answer an invitation. `POST /api/rsvp/{token}`
   *
   * The token is the end of an event guest's `rsvpUrl`; whoever has it may answer for the guest. The answer can be changed as long as the event's status is neither cancelled nor completed. Fields that are left out stay as they are. A guest who declines brings nobody and gives up their seats in the vehicle. Where the event has a waiting list and no place is left, whoever accepts waits for one: the answer stays `pending`, and `waitlist` says where they stand.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.rsvp.answer(token, { rsvp: 'accepted', plusOnes: 1, companions: [{ name: 'Byron Lovelace', dietary: 'No nuts' }], answers: {}, note: 'I will be late, the train comes in at eight.', members: [] });
   */
  answer(token: string, body: AnswerRsvpData['body'], options?: CallOptions): Promise<AnswerRsvpResponse> {
    return this.connection.send(answerRsvp, { path: { token }, body }, options);
  }

  /**
   * Answer an invitation by the form of its page. `POST /api/rsvp/{token}/form`
   *
   * The token is the end of an event guest's `rsvpUrl`; whoever has it may answer for the guest. For browsers without scripts: like `POST /api/rsvp/{token}`, with the fields of a form, and the page is the response, whatever became of the answer. It says what is wrong with it. Fields of lists and objects are called `companions.0.name`, `answers.<question id>` (once per chosen option) and `members.<event guest id>.rsvp`.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.rsvp.answerForm(token, 'rsvp=accepted&plusOnes=1&note=');
   */
  answerForm(token: string, body: AnswerRsvpFormData['body'], options?: CallOptions): Promise<AnswerRsvpFormResponse> {
    return this.connection.send(answerRsvpForm, { path: { token }, body }, options);
  }

}
export class SearchResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Search everything. `GET /api/search`
   *
   * Tours, events, guests, vehicles, and members for callers with `users.read`; of each type the best first: those that begin with the text, then those that have it at the start of a word, then the others.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.search.searchRecords();
   */
  searchRecords(query?: SearchRecordsData['query'], options?: CallOptions): Promise<SearchRecordsResponse> {
    return this.connection.send(searchRecords, { query }, options);
  }

}
export class SettingsSsoDomainsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Add a domain whose addresses sign in at the provider. `POST /api/settings/sso/domains`
   *
   * It counts once it is proven: by a DNS record (TXT) with what the response names, or by an operator. The record must stay: it is looked up weekly. When it is gone, the Admins are mailed, and two weeks later the domain is not proven any more; `sso.domain_lost` in the audit log. A domain that cannot be looked up stays as it is.
   *
   * **Access:** a session; the role Admin.
   *
   * @example
   * await te.settings.sso.domains.add({ domain: 'example.com' });
   */
  add(body: AddSsoDomainData['body'], options?: CallOptions): Promise<AddSsoDomainResponse> {
    return this.connection.send(addSsoDomain, { body }, options);
  }

  /**
   * Remove a domain. `DELETE /api/settings/sso/domains/{id}`
   *
   * Connections of those whose address is in it end, and so do the sessions that the provider began for them.
   *
   * **Access:** a session; the role Admin.
   *
   * @example
   * await te.settings.sso.domains.remove(domainId);
   */
  remove(domainId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removeSsoDomain, { path: { id: domainId } }, options);
  }

  /**
   * Look for the DNS record of a domain. `POST /api/settings/sso/domains/{id}/verify`
   *
   * A Super Admin can vouch for the domain instead. Repeating it changes nothing.
   *
   * **Access:** a session; the role Admin.
   *
   * @example
   * await te.settings.sso.domains.verify(domainId, { byOperator: false });
   */
  verify(domainId: string, body?: VerifySsoDomainData['body'], options?: CallOptions): Promise<VerifySsoDomainResponse> {
    return this.connection.send(verifySsoDomain, { path: { id: domainId }, body }, options);
  }

}
export class SettingsSsoResource {
  readonly domains: SettingsSsoDomainsResource;

  constructor(protected readonly connection: Connection) {
    this.domains = new SettingsSsoDomainsResource(connection);
  }

}
export class SettingsResource {
  readonly sso: SettingsSsoResource;

  constructor(protected readonly connection: Connection) {
    this.sso = new SettingsSsoResource(connection);
  }

  /**
   * Read the organization's settings. `GET /api/settings`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.settings.get();
   */
  get(options?: CallOptions): Promise<GetSettingsResponse> {
    return this.connection.send(getSettings, {  }, options);
  }

  /**
   * Change the organization's settings. `PATCH /api/settings`
   *
   * To change `retention` takes the permission `personalData.erase`, too; otherwise it gets 403.
   *
   * **Access:** an API key or a session; the permission `settings.update`.
   *
   * @example
   * await te.settings.update({ currency: 'EUR', locale: 'de-AT', expenseCategories: ['transport', 'catering', 'fireworks'], notificationSender: { name: 'Alpine Tours', replyTo: 'office@example.com' }, requireSecondFactor: false, retention: { guestDaysAfterLastEvent: 365 } });
   */
  update(body: UpdateSettingsData['body'], options?: CallOptions): Promise<UpdateSettingsResponse> {
    return this.connection.send(updateSettings, { body }, options);
  }

  /**
   * Read the platform's settings. `GET /api/settings/platform`
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * const found = await te.settings.getPlatform();
   */
  getPlatform(options?: CallOptions): Promise<GetPlatformSettingsResponse> {
    return this.connection.send(getPlatformSettings, {  }, options);
  }

  /**
   * Change the platform's settings. `PATCH /api/settings/platform`
   *
   * An unknown defaultPlanId gets 404.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.settings.updatePlatform({ referralReward: { amount: '25.00', currency: 'USD' } });
   */
  updatePlatform(body: UpdatePlatformSettingsData['body'], options?: CallOptions): Promise<UpdatePlatformSettingsResponse> {
    return this.connection.send(updatePlatformSettings, { body }, options);
  }

  /**
   * Show the identity provider and its domains. `GET /api/settings/sso`
   *
   * **Access:** a session; the role Admin.
   *
   * @example
   * const found = await te.settings.getSingleSignOn();
   */
  getSingleSignOn(options?: CallOptions): Promise<GetSingleSignOnResponse> {
    return this.connection.send(getSingleSignOn, {  }, options);
  }

  /**
   * Set the identity provider. `PUT /api/settings/sso`
   *
   * Its configuration and keys are read at once, and it is asked whether it knows the client, as far as it says so. It must sign ID tokens by RS256, PS256, ES256 or EdDSA. The DNS records of proven domains are looked up before another issuer or client is set. When `requireSso` is switched on, the sessions in the organization that began otherwise end, but this one's.
   *
   * **Access:** a session; the role Admin.
   *
   * @example
   * await te.settings.updateSingleSignOn({ issuer: 'https://login.example.com', clientId: 'tour-events', defaultRole: 'Member', requireSso: false });
   */
  updateSingleSignOn(body: UpdateSingleSignOnData['body'], options?: CallOptions): Promise<UpdateSingleSignOnResponse> {
    return this.connection.send(updateSingleSignOn, { body }, options);
  }

  /**
   * Forget the identity provider. `DELETE /api/settings/sso`
   *
   * Members sign in with passwords again. The domains stay. Repeating it changes nothing.
   *
   * **Access:** a session; the role Admin.
   *
   * @example
   * await te.settings.removeSingleSignOn();
   */
  removeSingleSignOn(options?: CallOptions): Promise<void> {
    return this.connection.send(removeSingleSignOn, {  }, options);
  }

}
export class SuppressionsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the addresses that want no more e-mail, newest first. `GET /api/suppressions`
   *
   * **Access:** an API key or a session; the role Admin (never a narrowed API key).
   *
   * @example
   * const found = await te.suppressions.list();
   */
  list(query?: ListSuppressionsData['query'], options?: CallOptions): Promise<ListSuppressionsResponse> {
    return this.connection.send(listSuppressions, { query }, options);
  }
  /** List the addresses that want no more e-mail, newest first: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListSuppressionsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListSuppressionsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListSuppressionsResponse> =>
      this.connection.send(listSuppressions, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Read a suppression. `GET /api/suppressions/{id}`
   *
   * **Access:** an API key or a session; the role Admin (never a narrowed API key).
   *
   * @example
   * const found = await te.suppressions.get(suppressionId);
   */
  get(suppressionId: string, options?: CallOptions): Promise<GetSuppressionResponse> {
    return this.connection.send(getSuppression, { path: { id: suppressionId } }, options);
  }

  /**
   * Lift a suppression: the address gets e-mail again. `DELETE /api/suppressions/{id}`
   *
   * **Access:** an API key or a session; the role Admin (never a narrowed API key).
   *
   * @example
   * await te.suppressions.lift(suppressionId);
   */
  lift(suppressionId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(liftSuppression, { path: { id: suppressionId } }, options);
  }

}
export class ToursExpensesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the expenses of a tour's events. `GET /api/tours/{id}/expenses`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.tours.expenses.list(tourId);
   */
  list(tourId: string, query?: ListTourExpensesData['query'], options?: CallOptions): Promise<ListTourExpensesResponse> {
    return this.connection.send(listTourExpenses, { path: { id: tourId }, query }, options);
  }
  /** List the expenses of a tour's events: all of them, one after the other. */
  all(tourId: string, query?: Omit<NonNullable<ListTourExpensesData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListTourExpensesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListTourExpensesResponse> =>
      this.connection.send(listTourExpenses, { path: { id: tourId }, query: { ...query, ...page } }, options);
    return byCursor(read);
  }

}
export class ToursMessageRulesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List a tour's message rules. `GET /api/tours/{id}/message-rules`
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * const found = await te.tours.messageRules.list(tourId);
   */
  list(tourId: string, query?: ListTourMessageRulesData['query'], options?: CallOptions): Promise<ListTourMessageRulesResponse> {
    return this.connection.send(listTourMessageRules, { path: { id: tourId }, query }, options);
  }
  /** List a tour's message rules: all of them, one after the other. */
  all(tourId: string, query?: Omit<NonNullable<ListTourMessageRulesData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListTourMessageRulesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListTourMessageRulesResponse> =>
      this.connection.send(listTourMessageRules, { path: { id: tourId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Make a message rule for each event of a tour. `POST /api/tours/{id}/message-rules`
   *
   * For the first three triggers a guest gets the message of a rule once per event, for the others once for each change, where all changes within five minutes of the first are one, and a cancellation says all. Drafts send nothing, cancelled events only `cancelled`. What goes out stands among the notifications, with its `ruleId`.
   *
   * These variables are filled in for each recipient, and escaped: `{{organization.name}}`; in messages to guests also `{{guest.name}}`, `{{guest.email}}`, `{{guest.phone}}`, `{{guest.company}}`; in messages to the guests of an event also `{{event.name}}`, `{{event.startsAt}}`, `{{event.endsAt}}`, `{{event.timezone}}`, `{{event.venue}}`, `{{event.address}}`, `{{rsvpUrl}}`, `{{passUrl}}`, `{{guest.code}}`. Times are in words, in the zone of the event; `{{rsvpUrl}}` and `{{passUrl}}` are the guest's own links, to answer and to the pass, and the only values that can be clicked: what looks like an address in another value is broken up by blanks, in the subject too ("evil. example"). Behind the host of a web address in the text, as in `https://example.com/?name={{guest.name}}`, a value is escaped as a part of that address. A variable is left empty if its record has no such value. Any other variable, one without a guest or event to take it from, and a `{{` or `}}` that belongs to none get 400.
   *
   * **Access:** an API key or a session; the permission `notifications.send`.
   *
   * @example
   * await te.tours.messageRules.create(tourId, { name: 'Reminder', trigger: 'before_start', offsetMinutes: 2880, channel: 'email', subject: 'See you in Salzburg, {{guest.name}}', body: 'Hello {{guest.name}},\n\nWe look forward to seeing you.', template: null, language: null, variables: null, rsvp: ['accepted'], window: { from: '08:00', to: '21:00' }, active: true, late: 'skip' });
   */
  create(tourId: string, body: CreateTourMessageRuleData['body'], options?: CallOptions): Promise<CreateTourMessageRuleResponse> {
    return this.connection.send(createTourMessageRule, { path: { id: tourId }, body }, options);
  }

}
export class ToursResource {
  readonly expenses: ToursExpensesResource;
  readonly messageRules: ToursMessageRulesResource;

  constructor(protected readonly connection: Connection) {
    this.expenses = new ToursExpensesResource(connection);
    this.messageRules = new ToursMessageRulesResource(connection);
  }

  /**
   * List tours. `GET /api/tours`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.tours.list();
   */
  list(query?: ListToursData['query'], options?: CallOptions): Promise<ListToursResponse> {
    return this.connection.send(listTours, { query }, options);
  }
  /** List tours: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListToursData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListToursResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListToursResponse> =>
      this.connection.send(listTours, { query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /**
   * Create a tour. `POST /api/tours`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.tours.create({ name: 'Alpine Spring 2027', description: 'Twelve concerts in three countries.', startDate: '2027-05-01', endDate: '2027-05-21', status: 'planning', budget: '48000.00', currency: 'EUR', notes: 'Two buses from Vienna.', externalId: 'erp-2027-04' });
   */
  create(body: CreateTourData['body'], options?: CallOptions): Promise<CreateTourResponse> {
    return this.connection.send(createTour, { body }, options);
  }

  /**
   * Read a tour. `GET /api/tours/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.tours.get(tourId);
   */
  get(tourId: string, options?: CallOptions): Promise<GetTourResponse> {
    return this.connection.send(getTour, { path: { id: tourId } }, options);
  }

  /**
   * Change a tour. `PATCH /api/tours/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.tours.update(tourId, { name: 'Alpine Spring 2027', description: 'Twelve concerts in three countries.', startDate: '2027-05-01', endDate: '2027-05-21', status: 'planning', budget: '48000.00', currency: 'EUR', notes: 'Two buses from Vienna.', externalId: 'erp-2027-04' });
   */
  update(tourId: string, body: UpdateTourData['body'], options?: CallOptions): Promise<UpdateTourResponse> {
    return this.connection.send(updateTour, { path: { id: tourId }, body }, options);
  }

  /**
   * Delete a tour. `DELETE /api/tours/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.tours.delete(tourId);
   */
  delete(tourId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteTour, { path: { id: tourId } }, options);
  }

  /**
   * Read a tour's calendar. `GET /api/tours/{id}/calendar.ics`
   *
   * iCalendar (RFC 5545) of the tour itself, as a whole-day entry when it has dates, and of its events that have a start, each in its time zone; of more than 2000 events, only the last ones. Calendars of tours are written one at a time for each organization, and wait for one another, for up to 20 seconds (then 503).
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.tours.getCalendar(tourId);
   */
  getCalendar(tourId: string, options?: CallOptions): Promise<GetTourCalendarResponse> {
    return this.connection.send(getTourCalendar, { path: { id: tourId } }, options);
  }

  /**
   * Read the figures of a tour. `GET /api/tours/{id}/summary`
   *
   * The sums over all of its events. What was spent counts against the budget in its currency alone.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.tours.getSummary(tourId);
   */
  getSummary(tourId: string, options?: CallOptions): Promise<GetTourSummaryResponse> {
    return this.connection.send(getTourSummary, { path: { id: tourId } }, options);
  }

}
export class TripsPassengersResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List a trip's passengers. `GET /api/trips/{id}/passengers`
   *
   * By stop, then by name; those without a stop come last.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.trips.passengers.list(tripId);
   */
  list(tripId: string, query?: ListPassengersData['query'], options?: CallOptions): Promise<ListPassengersResponse> {
    return this.connection.send(listPassengers, { path: { id: tripId }, query }, options);
  }
  /** List a trip's passengers: all of them, one after the other. */
  all(tripId: string, query?: Omit<NonNullable<ListPassengersData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListPassengersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPassengersResponse> =>
      this.connection.send(listPassengers, { path: { id: tripId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Add a passenger to a trip. `POST /api/trips/{id}/passengers`
   *
   * A guest of the event who sits in another vehicle or in none rides on this trip.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.trips.passengers.add(tripId, { eventGuestId: '019a1b2c-3d4e-76c1-87aa-d77b4fb9a57c' });
   */
  add(tripId: string, body: AddPassengerData['body'], options?: CallOptions): Promise<AddPassengerResponse> {
    return this.connection.send(addPassenger, { path: { id: tripId }, body }, options);
  }

  /**
   * Say that a passenger boarded, was not there or got off. `PATCH /api/trips/{tripId}/passengers/{eventGuestId}`
   *
   * The first to board makes the trip `boarding`; when nobody is on board any more it is `planned` again.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.trips.passengers.update(tripId, eventGuestId, { status: 'boarded' });
   */
  update(tripId: string, eventGuestId: string, body: UpdatePassengerData['body'], options?: CallOptions): Promise<UpdatePassengerResponse> {
    return this.connection.send(updatePassenger, { path: { tripId, eventGuestId }, body }, options);
  }

  /**
   * Take a passenger off a trip. `DELETE /api/trips/{tripId}/passengers/{eventGuestId}`
   *
   * Off this trip alone: a seat in the vehicle stays.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.trips.passengers.remove(tripId, eventGuestId);
   */
  remove(tripId: string, eventGuestId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removePassenger, { path: { tripId, eventGuestId } }, options);
  }

}
export class TripsResource {
  readonly passengers: TripsPassengersResource;

  constructor(protected readonly connection: Connection) {
    this.passengers = new TripsPassengersResource(connection);
  }

  /**
   * List trips. `GET /api/trips`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.trips.list();
   */
  list(query?: ListTripsData['query'], options?: CallOptions): Promise<ListTripsResponse> {
    return this.connection.send(listTrips, { query }, options);
  }
  /** List trips: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListTripsData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListTripsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListTripsResponse> =>
      this.connection.send(listTrips, { query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /**
   * Read a trip. `GET /api/trips/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.trips.get(tripId);
   */
  get(tripId: string, options?: CallOptions): Promise<GetTripResponse> {
    return this.connection.send(getTrip, { path: { id: tripId } }, options);
  }

  /**
   * Change a trip. `PATCH /api/trips/{id}`
   *
   * A stop that is sent with its `id` stays the same stop, and keeps its passengers. A cancelled trip that is planned again follows the seats as they are by then.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.trips.update(tripId, { departsAt: '2027-05-14T12:30:00.000Z', arrivesAt: '2027-05-14T14:00:00.000Z', direction: 'outbound', notes: 'Waits for the late flight.', status: 'planned' });
   */
  update(tripId: string, body: UpdateTripData['body'], options?: CallOptions): Promise<UpdateTripResponse> {
    return this.connection.send(updateTrip, { path: { id: tripId }, body }, options);
  }

  /**
   * Delete a trip. `DELETE /api/trips/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.trips.delete(tripId);
   */
  delete(tripId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteTrip, { path: { id: tripId } }, options);
  }

  /**
   * Let a trip arrive. `POST /api/trips/{id}/arrive`
   *
   * Whoever is on board gets off. If it has not departed, it does so now. Repeating it changes nothing.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.trips.arrive(tripId, { force: false, reason: 'Ada takes a taxi.' });
   */
  arrive(tripId: string, body?: ArriveTripData['body'], options?: CallOptions): Promise<ArriveTripResponse> {
    return this.connection.send(arriveTrip, { path: { id: tripId }, body }, options);
  }

  /**
   * Let a trip depart. `POST /api/trips/{id}/depart`
   *
   * From then on its people, its vehicle and its capacity stay as they were. Repeating it changes nothing.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.trips.depart(tripId, { force: false, reason: 'Ada takes a taxi.' });
   */
  depart(tripId: string, body?: DepartTripData['body'], options?: CallOptions): Promise<DepartTripResponse> {
    return this.connection.send(departTrip, { path: { id: tripId }, body }, options);
  }

  /**
   * Read a trip's manifest. `GET /api/trips/{id}/manifest`
   *
   * Who gets on where. With `Accept: text/csv` there is a line for each guest; in it, what a spreadsheet would take for a formula begins with an apostrophe.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.trips.getManifest(tripId);
   */
  getManifest(tripId: string, options?: CallOptions): Promise<GetTripManifestResponse> {
    return this.connection.send(getTripManifest, { path: { id: tripId } }, options);
  }

}
export class UnsubscribeResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Read what a link to unsubscribe is about. `GET /api/unsubscribe/{token}`
   *
   * The token is the end of the link in an e-mail of a notification. The link works for 90 days. Reading changes nothing. A browser is shown a page with a button.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.unsubscribe.getUnsubscription(token);
   */
  getUnsubscription(token: string, options?: CallOptions): Promise<GetUnsubscriptionResponse> {
    return this.connection.send(getUnsubscription, { path: { token } }, options);
  }

  /**
   * Unsubscribe. `POST /api/unsubscribe/{token}`
   *
   * The token is the end of the link in an e-mail of a notification. The link works for 90 days. From then on the address gets no more notifications from the organization by e-mail. The request can be repeated and needs no body: mail programs send it automatically when their user asks for it (RFC 8058).
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * await te.unsubscribe.unsubscribe(token, { 'List-Unsubscribe': 'One-Click' });
   */
  unsubscribe(token: string, body?: UnsubscribeData['body'], options?: CallOptions): Promise<UnsubscribeResponse> {
    return this.connection.send(unsubscribe, { path: { token }, body }, options);
  }

}
export class UsersMeOrganizationsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the organizations that the caller is a member of. `GET /api/users/me/organizations`
   *
   * The session can be switched to each of them. For a Super Admin, organizations that they are not a member of are not listed.
   *
   * **Access:** a session.
   *
   * @example
   * const found = await te.users.me.organizations.listOwn();
   */
  listOwn(options?: CallOptions): Promise<ListOwnOrganizationsResponse> {
    return this.connection.send(listOwnOrganizations, {  }, options);
  }

}
export class UsersMeResource {
  readonly organizations: UsersMeOrganizationsResource;

  constructor(protected readonly connection: Connection) {
    this.organizations = new UsersMeOrganizationsResource(connection);
  }

}
export class UsersResource {
  readonly me: UsersMeResource;

  constructor(protected readonly connection: Connection) {
    this.me = new UsersMeResource(connection);
  }

  /**
   * List the members of the organization as users. `GET /api/users`
   *
   * **Access:** an API key or a session; Super Admins only.
   *
   * @example
   * const found = await te.users.list();
   */
  list(query?: ListUsersData['query'], options?: CallOptions): Promise<ListUsersResponse> {
    return this.connection.send(listUsers, { query }, options);
  }
  /** List the members of the organization as users: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListUsersData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListUsersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListUsersResponse> =>
      this.connection.send(listUsers, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Read the caller's own user. `GET /api/users/me`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.users.getCurrent();
   */
  getCurrent(options?: CallOptions): Promise<GetCurrentUserResponse> {
    return this.connection.send(getCurrentUser, {  }, options);
  }

  /**
   * Change your own name or phone. `PATCH /api/users/me`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.users.updateCurrent({ name: 'Ada Lovelace', phone: '+4930123456' });
   */
  updateCurrent(body: UpdateCurrentUserData['body'], options?: CallOptions): Promise<UpdateCurrentUserResponse> {
    return this.connection.send(updateCurrentUser, { body }, options);
  }

  /**
   * Read a user who is a member of the organization. `GET /api/users/{id}`
   *
   * **Access:** an API key or a session; Super Admins only.
   *
   * @example
   * const found = await te.users.get(userId);
   */
  get(userId: string, options?: CallOptions): Promise<GetUserResponse> {
    return this.connection.send(getUser, { path: { id: userId } }, options);
  }

  /**
   * Rename, suspend or reactivate a member, or change their role here. `PATCH /api/users/{id}`
   *
   * **Access:** an API key or a session; Super Admins only.
   *
   * @example
   * await te.users.update(userId, { name: 'Ada Lovelace', phone: '+4930123456', role: 'Member', status: 'active' });
   */
  update(userId: string, body: UpdateUserData['body'], options?: CallOptions): Promise<UpdateUserResponse> {
    return this.connection.send(updateUser, { path: { id: userId }, body }, options);
  }

  /**
   * Erase a user of any organization. `POST /api/users/{id}/erase`
   *
   * Forgets the person for good: name, address, phone, second factors and devices, and wherever the audit logs, teams, invitations, messages and deliveries name them. Their memberships, sessions and keys end; keys of organizations go on. The record stays as "Erased user", so that other records still say who made them, and the address is free for a new account. What organizations know of the same person as a guest is theirs to erase. Repeating it changes nothing.
   *
   * **Access:** an API key or a session; Super Admins only.
   *
   * @example
   * await te.users.erase(userId, { force: true });
   */
  erase(userId: string, body?: EraseUserData['body'], options?: CallOptions): Promise<EraseUserResponse> {
    return this.connection.send(eraseUser, { path: { id: userId }, body }, options);
  }

  /**
   * Remove all second factors of a user of any organization. `DELETE /api/users/{id}/factors`
   *
   * For somebody who has lost their phone: the next sign-in takes the password alone. It is recorded as `factor.reset`, and mailed to them. Repeating it changes nothing.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.users.resetSecondFactors(userId);
   */
  resetSecondFactors(userId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(resetSecondFactors, { path: { id: userId } }, options);
  }

  /**
   * Act as a user. `POST /api/users/{id}/impersonate`
   *
   * The session gets a new token and, from then on, exactly the user's rights: in the organization that it is in, if the user is a member there, else in the one where the user's own sessions start. The user's password, API keys and memberships stay out of reach. The start, the end and every action in between are in the organization's audit log, with the operator's name. A replayed response (`Idempotent-Replayed`) repeats the first one and hands out no session.
   *
   * **Access:** a session; Super Admins only; not while impersonating.
   *
   * @example
   * await te.users.impersonate(userId, { reason: 'Ticket 4711: the calendar is empty' });
   */
  impersonate(userId: string, body?: ImpersonateUserData['body'], options?: CallOptions): Promise<ImpersonateUserResponse> {
    return this.connection.send(impersonateUser, { path: { id: userId }, body }, options);
  }

  /**
   * Sign a user of any organization out everywhere. `DELETE /api/users/{id}/sessions`
   *
   * Ends all their sessions, those in which they act as others too, and those in which operators act as them, and a change of their address that waits to be confirmed. Their API keys go on.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.users.endSessions(userId);
   */
  endSessions(userId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(endUserSessions, { path: { id: userId } }, options);
  }

  /**
   * Make a user of any organization a Super Admin. `PUT /api/users/{id}/super-admin`
   *
   * Ends all their sessions, and a change of their address that waits to be confirmed. Repeating it changes nothing.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.users.grantSuperAdmin(userId);
   */
  grantSuperAdmin(userId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(grantSuperAdmin, { path: { id: userId } }, options);
  }

  /**
   * Take the Super Admin flag from a user. `DELETE /api/users/{id}/super-admin`
   *
   * For a user who is not a Super Admin, the response is 404.
   *
   * **Access:** a session; Super Admins only.
   *
   * @example
   * await te.users.revokeSuperAdmin(userId);
   */
  revokeSuperAdmin(userId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(revokeSuperAdmin, { path: { id: userId } }, options);
  }

}
export class VehicleAssignmentsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Read an assignment. `GET /api/vehicle-assignments/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.vehicleAssignments.get(vehicleAssignmentId);
   */
  get(vehicleAssignmentId: string, options?: CallOptions): Promise<GetVehicleAssignmentResponse> {
    return this.connection.send(getVehicleAssignment, { path: { id: vehicleAssignmentId } }, options);
  }

  /**
   * Change an assignment. `PATCH /api/vehicle-assignments/{id}`
   *
   * With another vehicle, the guests move over to it.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.vehicleAssignments.update(vehicleAssignmentId, { capacityOverride: 40, notes: 'Leaves from the hotel at 17:30.' });
   */
  update(vehicleAssignmentId: string, body: UpdateVehicleAssignmentData['body'], options?: CallOptions): Promise<UpdateVehicleAssignmentResponse> {
    return this.connection.send(updateVehicleAssignment, { path: { id: vehicleAssignmentId }, body }, options);
  }

  /**
   * Take a vehicle off an event. `DELETE /api/vehicle-assignments/{id}`
   *
   * Its guests have no seat any more.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.vehicleAssignments.delete(vehicleAssignmentId);
   */
  delete(vehicleAssignmentId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteVehicleAssignment, { path: { id: vehicleAssignmentId } }, options);
  }

}
export class VehiclesAssignmentsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List a vehicle's assignments. `GET /api/vehicles/{id}/assignments`
   *
   * Each with its event.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.vehicles.assignments.listOfVehicle(vehicleId);
   */
  listOfVehicle(vehicleId: string, query?: ListAssignmentsOfVehicleData['query'], options?: CallOptions): Promise<ListAssignmentsOfVehicleResponse> {
    return this.connection.send(listAssignmentsOfVehicle, { path: { id: vehicleId }, query }, options);
  }
  /** List a vehicle's assignments: all of them, one after the other. */
  allOfVehicle(vehicleId: string, query?: Omit<NonNullable<ListAssignmentsOfVehicleData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListAssignmentsOfVehicleResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAssignmentsOfVehicleResponse> =>
      this.connection.send(listAssignmentsOfVehicle, { path: { id: vehicleId }, query: { ...query, ...page } }, options);
    return byCursor(read);
  }

}
export class VehiclesResource {
  readonly assignments: VehiclesAssignmentsResource;

  constructor(protected readonly connection: Connection) {
    this.assignments = new VehiclesAssignmentsResource(connection);
  }

  /**
   * List vehicles. `GET /api/vehicles`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.vehicles.list();
   */
  list(query?: ListVehiclesData['query'], options?: CallOptions): Promise<ListVehiclesResponse> {
    return this.connection.send(listVehicles, { query }, options);
  }
  /** List vehicles: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListVehiclesData['query']>, 'page' | 'limit' | 'cursor' | 'sortBy' | 'sortDir'>, options?: CallOptions): AsyncGenerator<ListVehiclesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListVehiclesResponse> =>
      this.connection.send(listVehicles, { query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /**
   * Create a vehicle. `POST /api/vehicles`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.vehicles.create({ name: 'Coach 1', type: 'coach', plateNumber: 'W-12345T', capacity: 48, status: 'active', driverName: 'Karl Berger', driverPhone: '+436601234567', notes: 'Has a lift for wheelchairs.', externalId: 'fleet-7' });
   */
  create(body: CreateVehicleData['body'], options?: CallOptions): Promise<CreateVehicleResponse> {
    return this.connection.send(createVehicle, { body }, options);
  }

  /**
   * Read a vehicle. `GET /api/vehicles/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * const found = await te.vehicles.get(vehicleId);
   */
  get(vehicleId: string, options?: CallOptions): Promise<GetVehicleResponse> {
    return this.connection.send(getVehicle, { path: { id: vehicleId } }, options);
  }

  /**
   * Change a vehicle. `PATCH /api/vehicles/{id}`
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.vehicles.update(vehicleId, { name: 'Coach 1', type: 'coach', plateNumber: 'W-12345T', capacity: 48, status: 'active', driverName: 'Karl Berger', driverPhone: '+436601234567', notes: 'Has a lift for wheelchairs.', externalId: 'fleet-7' });
   */
  update(vehicleId: string, body: UpdateVehicleData['body'], options?: CallOptions): Promise<UpdateVehicleResponse> {
    return this.connection.send(updateVehicle, { path: { id: vehicleId }, body }, options);
  }

  /**
   * Delete a vehicle. `DELETE /api/vehicles/{id}`
   *
   * Its assignments to events that are over or cancelled are deleted too. An event is over when it is completed, when its end has passed or, without an end, a day after its start; one without dates is not over.
   *
   * **Access:** an API key or a session.
   *
   * @example
   * await te.vehicles.delete(vehicleId);
   */
  delete(vehicleId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteVehicle, { path: { id: vehicleId } }, options);
  }

}
export class WebhooksDeliveriesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the deliveries to all endpoints, newest first. `GET /api/webhooks/deliveries`
   *
   * **Access:** an API key or a session; the permission `webhooks.read`.
   *
   * @example
   * const found = await te.webhooks.deliveries.listAcrossEndpoints();
   */
  listAcrossEndpoints(query?: ListAllWebhookDeliveriesData['query'], options?: CallOptions): Promise<ListAllWebhookDeliveriesResponse> {
    return this.connection.send(listAllWebhookDeliveries, { query }, options);
  }
  /** List the deliveries to all endpoints, newest first: all of them, one after the other. */
  allAcrossEndpoints(query?: Omit<NonNullable<ListAllWebhookDeliveriesData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListAllWebhookDeliveriesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAllWebhookDeliveriesResponse> =>
      this.connection.send(listAllWebhookDeliveries, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * List the deliveries to an endpoint, newest first. `GET /api/webhooks/{id}/deliveries`
   *
   * Delivered ones are kept for 30 days, failed ones for 90, unless the operator has configured otherwise.
   *
   * **Access:** an API key or a session; the permission `webhooks.read`.
   *
   * @example
   * const found = await te.webhooks.deliveries.list(webhookId);
   */
  list(webhookId: string, query?: ListWebhookDeliveriesData['query'], options?: CallOptions): Promise<ListWebhookDeliveriesResponse> {
    return this.connection.send(listWebhookDeliveries, { path: { id: webhookId }, query }, options);
  }
  /** List the deliveries to an endpoint, newest first: all of them, one after the other. */
  all(webhookId: string, query?: Omit<NonNullable<ListWebhookDeliveriesData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListWebhookDeliveriesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListWebhookDeliveriesResponse> =>
      this.connection.send(listWebhookDeliveries, { path: { id: webhookId }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Read a delivery, what it sends and every attempt. `GET /api/webhooks/{id}/deliveries/{deliveryId}`
   *
   * **Access:** an API key or a session; the permission `webhooks.read`.
   *
   * @example
   * const found = await te.webhooks.deliveries.get(webhookId, deliveryId);
   */
  get(webhookId: string, deliveryId: string, options?: CallOptions): Promise<GetWebhookDeliveryResponse> {
    return this.connection.send(getWebhookDelivery, { path: { id: webhookId, deliveryId } }, options);
  }

  /**
   * Send a delivery once more. `POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver`
   *
   * A failed delivery is tried once more under the same id; a pending one is tried now, with the same number of the attempt, and its schedule goes on after it; for one that was delivered, a new delivery with the same body is made. The response is the delivery that is now on its way.
   *
   * **Access:** an API key or a session; the permission `webhooks.update`.
   *
   * @example
   * await te.webhooks.deliveries.redeliver(webhookId, deliveryId);
   */
  redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Promise<RedeliverWebhookDeliveryResponse> {
    return this.connection.send(redeliverWebhookDelivery, { path: { id: webhookId, deliveryId } }, options);
  }

}
export class WebhooksEventTypesResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the event types that endpoints can subscribe to. `GET /api/webhooks/event-types`
   *
   * **Access:** an API key or a session; the permission `webhooks.read`.
   *
   * @example
   * const found = await te.webhooks.eventTypes.list();
   */
  list(options?: CallOptions): Promise<ListWebhookEventTypesResponse> {
    return this.connection.send(listWebhookEventTypes, {  }, options);
  }

}
export class WebhooksTestInboxRequestsResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * List the requests that the test inbox got, newest first. `GET /api/webhooks/test-inbox/requests`
   *
   * The last 50 are kept, for a day.
   *
   * **Access:** an API key or a session; the permission `webhooks.read`.
   *
   * @example
   * const found = await te.webhooks.testInbox.requests.list();
   */
  list(query?: ListTestInboxRequestsData['query'], options?: CallOptions): Promise<ListTestInboxRequestsResponse> {
    return this.connection.send(listTestInboxRequests, { query }, options);
  }
  /** List the requests that the test inbox got, newest first: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListTestInboxRequestsData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListTestInboxRequestsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListTestInboxRequestsResponse> =>
      this.connection.send(listTestInboxRequests, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

}
export class WebhooksTestInboxResource {
  readonly requests: WebhooksTestInboxRequestsResource;

  constructor(protected readonly connection: Connection) {
    this.requests = new WebhooksTestInboxRequestsResource(connection);
  }

}
export class WebhooksResource {
  readonly deliveries: WebhooksDeliveriesResource;
  readonly eventTypes: WebhooksEventTypesResource;
  readonly testInbox: WebhooksTestInboxResource;

  constructor(protected readonly connection: Connection) {
    this.deliveries = new WebhooksDeliveriesResource(connection);
    this.eventTypes = new WebhooksEventTypesResource(connection);
    this.testInbox = new WebhooksTestInboxResource(connection);
  }

  /**
   * List the endpoints of the organization. `GET /api/webhooks`
   *
   * **Access:** an API key or a session; the permission `webhooks.read`.
   *
   * @example
   * const found = await te.webhooks.list();
   */
  list(query?: ListWebhooksData['query'], options?: CallOptions): Promise<ListWebhooksResponse> {
    return this.connection.send(listWebhooks, { query }, options);
  }
  /** List the endpoints of the organization: all of them, one after the other. */
  all(query?: Omit<NonNullable<ListWebhooksData['query']>, 'page' | 'limit' | 'cursor'>, options?: CallOptions): AsyncGenerator<ListWebhooksResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListWebhooksResponse> =>
      this.connection.send(listWebhooks, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /**
   * Register an endpoint. `POST /api/webhooks`
   *
   * Only this response shows the secret that deliveries to the endpoint are signed with.
   *
   * Members and invitations (`users.read`), roles (`roles.read`), the subscription and invoices (`billing.read`) are sent only while the maker of the endpoint, who last set its URL or its event types, may read them: a user, or a key of the organization, for as long as it is there. Naming such a type without that permission is 403; `*` leaves it out. A key with scopes names only types of what it may read, else 403 `out_of_scope` with the scope in `params`; `*`, and types of no resource, need `*:read`. Whoever changes the URL or the event types must be allowed to read what the endpoint was sent so far, since it may be sent again.
   *
   * **Access:** an API key or a session; the permission `webhooks.create`.
   *
   * @example
   * await te.webhooks.create({ url: 'https://example.com/hooks/tours', eventTypes: ['event.created', 'guest.rsvp'], description: 'Feeds the partner portal.', headers: { 'X-Api-Key': 'a key of yours' }, standardHeaders: false, fullPayload: false, autoDisable: false });
   */
  create(body: CreateWebhookData['body'], options?: CallOptions): Promise<CreateWebhookResponse> {
    return this.connection.send(createWebhook, { body }, options);
  }

  /**
   * Make the test inbox of the organization. `POST /api/webhooks/test-inbox`
   *
   * Its URL can be registered as that of an endpoint, whatever networks may be called. There is one per organization: if it has one already, the response is that one.
   *
   * **Access:** an API key or a session; the permission `webhooks.create`.
   *
   * @example
   * await te.webhooks.createTestInbox();
   */
  createTestInbox(options?: CallOptions): Promise<CreateTestInboxResponse> {
    return this.connection.send(createTestInbox, {  }, options);
  }

  /**
   * Read the test inbox of the organization. `GET /api/webhooks/test-inbox`
   *
   * **Access:** an API key or a session; the permission `webhooks.read`.
   *
   * @example
   * const found = await te.webhooks.getTestInbox();
   */
  getTestInbox(options?: CallOptions): Promise<GetTestInboxResponse> {
    return this.connection.send(getTestInbox, {  }, options);
  }

  /**
   * Delete the test inbox with what it got. `DELETE /api/webhooks/test-inbox`
   *
   * **Access:** an API key or a session; the permission `webhooks.delete`.
   *
   * @example
   * await te.webhooks.deleteTestInbox();
   */
  deleteTestInbox(options?: CallOptions): Promise<void> {
    return this.connection.send(deleteTestInbox, {  }, options);
  }

  /**
   * Read an endpoint. `GET /api/webhooks/{id}`
   *
   * **Access:** an API key or a session; the permission `webhooks.read`.
   *
   * @example
   * const found = await te.webhooks.get(webhookId);
   */
  get(webhookId: string, options?: CallOptions): Promise<GetWebhookResponse> {
    return this.connection.send(getWebhook, { path: { id: webhookId } }, options);
  }

  /**
   * Change an endpoint. `PATCH /api/webhooks/{id}`
   *
   * Deliveries on their way go to the new address, with the new headers; new event types apply to what happens from now on. A URL of another origin while the endpoint has headers needs `headers` with all their values, or `{}`.
   *
   * Members and invitations (`users.read`), roles (`roles.read`), the subscription and invoices (`billing.read`) are sent only while the maker of the endpoint, who last set its URL or its event types, may read them: a user, or a key of the organization, for as long as it is there. Naming such a type without that permission is 403; `*` leaves it out. A key with scopes names only types of what it may read, else 403 `out_of_scope` with the scope in `params`; `*`, and types of no resource, need `*:read`. Whoever changes the URL or the event types must be allowed to read what the endpoint was sent so far, since it may be sent again.
   *
   * **Access:** an API key or a session; the permission `webhooks.update`.
   *
   * @example
   * await te.webhooks.update(webhookId, { url: 'https://example.com/hooks/tours', eventTypes: ['event.created', 'guest.rsvp'], description: 'Feeds the partner portal.', headers: { 'X-Api-Key': 'a key of yours' }, standardHeaders: false, fullPayload: false, autoDisable: false, status: 'enabled' });
   */
  update(webhookId: string, body: UpdateWebhookData['body'], options?: CallOptions): Promise<UpdateWebhookResponse> {
    return this.connection.send(updateWebhook, { path: { id: webhookId }, body }, options);
  }

  /**
   * Delete an endpoint with its deliveries. `DELETE /api/webhooks/{id}`
   *
   * **Access:** an API key or a session; the permission `webhooks.delete`.
   *
   * @example
   * await te.webhooks.delete(webhookId);
   */
  delete(webhookId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteWebhook, { path: { id: webhookId } }, options);
  }

  /**
   * Count what became of the attempts of the last 24 hours, hour by hour. `GET /api/webhooks/{id}/hours`
   *
   * **Access:** an API key or a session; the permission `webhooks.read`.
   *
   * @example
   * const found = await te.webhooks.getHours(webhookId);
   */
  getHours(webhookId: string, options?: CallOptions): Promise<GetWebhookHoursResponse> {
    return this.connection.send(getWebhookHours, { path: { id: webhookId } }, options);
  }

  /**
   * Send the deliveries of a period that have not arrived. `POST /api/webhooks/{id}/recover`
   *
   * They are counted at once and queued in the background, which goes on after a restart. With `dryRun` they are only counted. Deliveries that were tried a hundred times are left out.
   *
   * **Access:** an API key or a session; the permission `webhooks.update`.
   *
   * @example
   * await te.webhooks.recover(webhookId, { since: '2027-05-14T09:30:00.000Z', until: '2027-05-14T09:30:00.000Z', statuses: ['failed', 'pending'], dryRun: true });
   */
  recover(webhookId: string, body: RecoverWebhookDeliveriesData['body'], options?: CallOptions): Promise<RecoverWebhookDeliveriesResponse> {
    return this.connection.send(recoverWebhookDeliveries, { path: { id: webhookId }, body }, options);
  }

  /**
   * Give an endpoint a new secret. `POST /api/webhooks/{id}/rotate-secret`
   *
   * The secret is shown only once. An earlier new secret that does not sign yet is dropped.
   *
   * **Access:** an API key or a session; the permission `webhooks.update`.
   *
   * @example
   * await te.webhooks.rotateSecret(webhookId, { activateIn: 3600 });
   */
  rotateSecret(webhookId: string, body?: RotateWebhookSecretData['body'], options?: CallOptions): Promise<RotateWebhookSecretResponse> {
    return this.connection.send(rotateWebhookSecret, { path: { id: webhookId }, body }, options);
  }

  /**
   * Send an endpoint a test. `POST /api/webhooks/{id}/test`
   *
   * Sends `webhook.test`, or an event of another type with made-up data, whatever the event types of the endpoint.
   *
   * **Access:** an API key or a session; the permission `webhooks.update`.
   *
   * @example
   * await te.webhooks.test(webhookId, { type: 'guest.rsvp' });
   */
  test(webhookId: string, body?: TestWebhookData['body'], options?: CallOptions): Promise<TestWebhookResponse> {
    return this.connection.send(testWebhook, { path: { id: webhookId }, body }, options);
  }

}
export class ServiceResource {

  constructor(protected readonly connection: Connection) {
  }

  /**
   * Read a calendar feed by its link. `GET /calendar/{token}.ics`
   *
   * iCalendar (RFC 5545) of events that have a start, each in its time zone, with the interval in which to read it again. Cancelled events stay for 30 days; of more than 2000 events, only the last ones are there. Feeds of one’s own also have an entry for each call time and for each trip that one drives. No guest is ever named.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.service.getCalendarFeed(token);
   */
  getCalendarFeed(token: string, options?: CallOptions): Promise<GetCalendarFeedResponse> {
    return this.connection.send(getCalendarFeed, { path: { token } }, options);
  }

  /**
   * Show the page behind the link that stops a change of address. `GET /email/cancel`
   *
   * Its form is sent to `POST /api/auth/email/cancel`. The page is the same for everybody but for its language, which is the browser's: only its script looks at the token in its address.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.service.getEmailCancellationPage();
   */
  getEmailCancellationPage(options?: CallOptions): Promise<GetEmailCancellationPageResponse> {
    return this.connection.send(getEmailCancellationPage, {  }, options);
  }

  /**
   * Show the page behind the link that confirms an e-mail address. `GET /email/confirm`
   *
   * Its form is sent to `POST /api/auth/email/confirm`. The page is the same for everybody but for its language, which is the browser's: only its script looks at the token in its address.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.service.getEmailConfirmationPage();
   */
  getEmailConfirmationPage(options?: CallOptions): Promise<GetEmailConfirmationPageResponse> {
    return this.connection.send(getEmailConfirmationPage, {  }, options);
  }

  /**
   * Is the process alive?. `GET /health/live`
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.service.getLiveness();
   */
  getLiveness(options?: CallOptions): Promise<GetLivenessResponse> {
    return this.connection.send(getLiveness, {  }, options);
  }

  /**
   * Can the service serve requests?. `GET /health/ready`
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.service.getReadiness();
   */
  getReadiness(options?: CallOptions): Promise<GetReadinessResponse> {
    return this.connection.send(getReadiness, {  }, options);
  }

  /**
   * Show the page behind the link of an invitation. `GET /invitations/accept`
   *
   * Its forms are sent to `POST /api/invitations/accept`. The page is the same for everybody but for its language, which is the browser's: only its script looks at the token in its address. An installation with a front end of its own can have that response here instead.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.service.getInvitationPage();
   */
  getInvitationPage(options?: CallOptions): Promise<GetInvitationPageResponse> {
    return this.connection.send(getInvitationPage, {  }, options);
  }

  /**
   * Metrics in the text format of Prometheus. `GET /metrics`
   *
   * If METRICS_TOKEN is set, it must be sent as a Bearer token; if not, only callers on the same machine get them.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.service.getMetrics();
   */
  getMetrics(options?: CallOptions): Promise<GetMetricsResponse> {
    return this.connection.send(getMetrics, {  }, options);
  }

  /**
   * Show the page behind the link to a new password. `GET /password/reset`
   *
   * Its form is sent to `POST /api/auth/password/reset`. The page is the same for everybody but for its language, which is the browser's: only its script looks at the token in its address. An installation with a front end of its own can have that response here instead.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.service.getPasswordResetPage();
   */
  getPasswordResetPage(options?: CallOptions): Promise<GetPasswordResetPageResponse> {
    return this.connection.send(getPasswordResetPage, {  }, options);
  }

  /**
   * Read the event of an invitation as a calendar. `GET /rsvp/{token}/calendar.ics`
   *
   * The token is the end of an event guest's `rsvpUrl`. iCalendar (RFC 5545) with the event alone, under the UID that messages about it have; empty while the event has no start.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.service.getRsvpCalendar(token);
   */
  getRsvpCalendar(token: string, options?: CallOptions): Promise<GetRsvpCalendarResponse> {
    return this.connection.send(getRsvpCalendar, { path: { token } }, options);
  }

  /**
   * Read a guest's pass. `GET /rsvp/{token}/pass`
   *
   * The token is that of an event guest's `passUrl`. A browser is shown a page with the code as QR, which fits one sheet of paper.
   *
   * **Access:** anybody, no credential needed.
   *
   * @example
   * const found = await te.service.getPass(token);
   */
  getPass(token: string, options?: CallOptions): Promise<GetPassResponse> {
    return this.connection.send(getPass, { path: { token } }, options);
  }

}
export class TourEventsResources {
  readonly accessLinks: AccessLinksResource;
  readonly announcements: AnnouncementsResource;
  readonly apiKeys: ApiKeysResource;
  readonly auditLogs: AuditLogsResource;
  readonly auth: AuthResource;
  readonly billing: BillingResource;
  readonly calendarFeeds: CalendarFeedsResource;
  readonly changes: ChangesResource;
  readonly conflicts: ConflictsResource;
  readonly coupons: CouponsResource;
  readonly events: EventsResource;
  readonly expenses: ExpensesResource;
  readonly field: FieldResource;
  readonly guests: GuestsResource;
  readonly impersonation: ImpersonationResource;
  readonly invitations: InvitationsResource;
  readonly messageRules: MessageRulesResource;
  readonly notifications: NotificationsResource;
  readonly organizations: OrganizationsResource;
  readonly overview: OverviewResource;
  readonly parties: PartiesResource;
  readonly plans: PlansResource;
  readonly platform: PlatformResource;
  readonly privacy: PrivacyResource;
  readonly referrals: ReferralsResource;
  readonly rsvp: RsvpResource;
  readonly search: SearchResource;
  readonly settings: SettingsResource;
  readonly suppressions: SuppressionsResource;
  readonly tours: ToursResource;
  readonly trips: TripsResource;
  readonly unsubscribe: UnsubscribeResource;
  readonly users: UsersResource;
  readonly vehicleAssignments: VehicleAssignmentsResource;
  readonly vehicles: VehiclesResource;
  readonly webhooks: WebhooksResource;
  readonly service: ServiceResource;

  constructor(protected readonly connection: Connection) {
    this.accessLinks = new AccessLinksResource(connection);
    this.announcements = new AnnouncementsResource(connection);
    this.apiKeys = new ApiKeysResource(connection);
    this.auditLogs = new AuditLogsResource(connection);
    this.auth = new AuthResource(connection);
    this.billing = new BillingResource(connection);
    this.calendarFeeds = new CalendarFeedsResource(connection);
    this.changes = new ChangesResource(connection);
    this.conflicts = new ConflictsResource(connection);
    this.coupons = new CouponsResource(connection);
    this.events = new EventsResource(connection);
    this.expenses = new ExpensesResource(connection);
    this.field = new FieldResource(connection);
    this.guests = new GuestsResource(connection);
    this.impersonation = new ImpersonationResource(connection);
    this.invitations = new InvitationsResource(connection);
    this.messageRules = new MessageRulesResource(connection);
    this.notifications = new NotificationsResource(connection);
    this.organizations = new OrganizationsResource(connection);
    this.overview = new OverviewResource(connection);
    this.parties = new PartiesResource(connection);
    this.plans = new PlansResource(connection);
    this.platform = new PlatformResource(connection);
    this.privacy = new PrivacyResource(connection);
    this.referrals = new ReferralsResource(connection);
    this.rsvp = new RsvpResource(connection);
    this.search = new SearchResource(connection);
    this.settings = new SettingsResource(connection);
    this.suppressions = new SuppressionsResource(connection);
    this.tours = new ToursResource(connection);
    this.trips = new TripsResource(connection);
    this.unsubscribe = new UnsubscribeResource(connection);
    this.users = new UsersResource(connection);
    this.vehicleAssignments = new VehicleAssignmentsResource(connection);
    this.vehicles = new VehiclesResource(connection);
    this.webhooks = new WebhooksResource(connection);
    this.service = new ServiceResource(connection);
  }

}
