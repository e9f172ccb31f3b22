// Written by scripts/write-face.mjs from the OpenAPI document: do not edit.
import type { CallOptions, Connection } from '../connection.js';
import type { StreamOptions } from '../event-stream.js';
import { byCursor, byPage } from '../lists.js';
import { followAnnouncements, followChanges } from '../streams.js';
import { acceptInvitation, addEventGuest, addPasskey, addSsoDomain, addTeamMember, answerRsvp, batchEventGuests, batchExpenses, batchGuests, cancelEmailChange, cancelSubscription, changeEmail, changePassword, checkInEventGuest, confirmEmail, createApiKey, createCoupon, createEvent, createExpense, createGuest, createInvitation, createPlan, createReferral, createRole, createTestInbox, createTour, createVehicle, createVehicleAssignment, createWebhook, deleteAnnouncement, deleteCoupon, deleteEvent, deleteExpense, deleteGuest, deleteOrganization, deletePlan, deleteRole, deleteTestInbox, deleteTour, deleteVehicle, deleteVehicleAssignment, deleteWebhook, endImpersonation, endMailPause, endProviderConnection, endSession, endUserSessions, eraseGuest, eraseTeamMember, eraseUser, exportAuditLogs, exportGuests, finishSsoSignIn, getAnnouncement, getApiKey, getAuditLog, getBilling, getCoupon, getCurrentOrganization, getCurrentPermissions, getCurrentSession, getCurrentUser, getEmailCancellationPage, getEmailConfirmationPage, getEvent, getEventCalendar, getEventGuest, getEventSummary, getExpense, getExpenseReport, getGuest, getGuestPersonalData, getInvitation, getInvitationPage, getInvoice, getLiveness, getManifest, getMember, getMetrics, getNotification, getNotificationAudience, getOrganization, getOrganizationUsage, getOverview, getPasskeyCreationOptions, getPasskeyOptions, getPasswordResetPage, getPlan, getPlatformHealth, getPlatformSettings, getPlatformUser, getPrivacyReport, getReadiness, getReferral, getRole, getRsvp, getSecondFactors, getSettings, getSingleSignOn, getSuppression, getTeamMember, getTeamMemberPersonalData, getTestInbox, getTour, getTourCalendar, getTourSummary, getUnsubscription, getUser, getVehicle, getVehicleAssignment, getWebhook, getWebhookDelivery, getWebhookHours, grantSuperAdmin, impersonateUser, importGuests, liftSuppression, listAllExpenses, listAllWebhookDeliveries, listAnnouncementReaders, listAnnouncements, listApiKeys, listAssignmentsOfVehicle, listAuditLogs, listChanges, listCoupons, listDueGuests, listEventGuests, listEvents, listExpenses, listGuestEvents, listGuests, listInvitations, listInvoices, listMembers, listNotificationFailures, listNotificationRecipients, listNotifications, listOrganizationUsers, listOrganizations, listOwnOrganizations, listPlans, listPlatformAnnouncements, listPlatformAuditLogs, listPlatformUsers, listPublicPlans, listReferrals, listRoles, listSessions, listSuppressions, listTeamMembers, listTestInboxRequests, listTours, listUsers, listVehicleAssignments, listVehicles, listWebhookDeliveries, listWebhookEventTypes, listWebhooks, logIn, logInWithFactor, logInWithPasskey, logOut, markAnnouncementRead, payInvoice, previewNotification, previewSubscription, publishAnnouncement, reauthenticate, recordReferralClick, recordReferralSignup, recoverWebhookDeliveries, redeliverWebhookDelivery, registerOrganization, removeEventGuest, removeMember, removePasskey, removeSingleSignOn, removeSsoDomain, removeTeamMember, removeTotp, renewRecoveryCodes, requestPasswordReset, resendEmailConfirmation, resendInvitation, resetPassword, resetSecondFactors, retryNotification, revokeApiKey, revokeInvitation, revokeSuperAdmin, rotateWebhookSecret, searchRecords, seatEventGuest, sendBulkNotification, sendEmailNotification, sendWhatsAppNotification, startSsoSignIn, startTotp, subscribeToPlan, switchOrganization, testWebhook, undoEventGuestCheckIn, unsubscribe, updateAnnouncement, updateApiKey, updateCoupon, updateCurrentOrganization, updateCurrentUser, updateEvent, updateEventGuest, updateExpense, updateGuest, updateMember, updateOrganization, updatePlan, updatePlatformSettings, updatePlatformUser, updateReferral, updateRole, updateSettings, updateSingleSignOn, updateTeamMember, updateTour, updateUser, updateVehicle, updateVehicleAssignment, updateWebhook, validateCoupon, validateReferralCode, verifyAuditLogs, verifySsoDomain, verifyTotp } from './sdk.gen.js';
import type { AcceptInvitationData, AcceptInvitationResponse, AddEventGuestData, AddEventGuestResponse, AddPasskeyData, AddPasskeyResponse, AddSsoDomainData, AddSsoDomainResponse, AddTeamMemberData, AddTeamMemberResponse, AnswerRsvpData, AnswerRsvpResponse, BatchEventGuestsData, BatchEventGuestsResponse, BatchExpensesData, BatchExpensesResponse, BatchGuestsData, BatchGuestsResponse, CancelEmailChangeData, CancelSubscriptionResponse, ChangeEmailData, ChangePasswordData, CheckInEventGuestResponse, ConfirmEmailData, CreateApiKeyData, CreateApiKeyResponse, CreateCouponData, CreateCouponResponse, CreateEventData, CreateEventResponse, CreateExpenseData, CreateExpenseResponse, CreateGuestData, CreateGuestResponse, CreateInvitationData, CreateInvitationResponse, CreatePlanData, CreatePlanResponse, CreateReferralData, CreateReferralResponse, CreateRoleData, CreateRoleResponse, CreateTestInboxResponse, CreateTourData, CreateTourResponse, CreateVehicleAssignmentData, CreateVehicleAssignmentResponse, CreateVehicleData, CreateVehicleResponse, CreateWebhookData, CreateWebhookResponse, EndImpersonationResponse, EraseGuestData, EraseGuestResponse, EraseTeamMemberResponse, EraseUserData, EraseUserResponse, ExportAuditLogsData, ExportAuditLogsResponse, ExportGuestsData, ExportGuestsResponse, FinishSsoSignInData, FinishSsoSignInResponse, GetAnnouncementResponse, GetApiKeyResponse, GetAuditLogResponse, GetBillingResponse, GetCouponResponse, GetCurrentOrganizationResponse, GetCurrentPermissionsResponse, GetCurrentSessionResponse, GetCurrentUserResponse, GetEmailCancellationPageResponse, GetEmailConfirmationPageResponse, GetEventCalendarResponse, GetEventGuestResponse, GetEventResponse, GetEventSummaryResponse, GetExpenseReportData, GetExpenseReportResponse, GetExpenseResponse, GetGuestPersonalDataResponse, GetGuestResponse, GetInvitationPageResponse, GetInvitationResponse, GetInvoiceResponse, GetLivenessResponse, GetManifestResponse, GetMemberResponse, GetMetricsResponse, GetNotificationAudienceData, GetNotificationAudienceResponse, GetNotificationResponse, GetOrganizationResponse, GetOrganizationUsageResponse, GetOverviewResponse, GetPasskeyCreationOptionsResponse, GetPasskeyOptionsData, GetPasskeyOptionsResponse, GetPasswordResetPageResponse, GetPlanResponse, GetPlatformHealthResponse, GetPlatformSettingsResponse, GetPlatformUserResponse, GetPrivacyReportResponse, GetReadinessResponse, GetReferralResponse, GetRoleResponse, GetRsvpResponse, GetSecondFactorsResponse, GetSettingsResponse, GetSingleSignOnResponse, GetSuppressionResponse, GetTeamMemberPersonalDataResponse, GetTeamMemberResponse, GetTestInboxResponse, GetTourCalendarResponse, GetTourResponse, GetTourSummaryResponse, GetUnsubscriptionResponse, GetUserResponse, GetVehicleAssignmentResponse, GetVehicleResponse, GetWebhookDeliveryResponse, GetWebhookHoursResponse, GetWebhookResponse, ImpersonateUserData, ImpersonateUserResponse, ImportGuestsData, ImportGuestsResponse, ListAllExpensesData, ListAllExpensesResponse, ListAllWebhookDeliveriesData, ListAllWebhookDeliveriesResponse, ListAnnouncementReadersData, ListAnnouncementReadersResponse, ListAnnouncementsData, ListAnnouncementsResponse, ListApiKeysData, ListApiKeysResponse, ListAssignmentsOfVehicleData, ListAssignmentsOfVehicleResponse, ListAuditLogsData, ListAuditLogsResponse, ListChangesData, ListChangesResponse, ListCouponsData, ListCouponsResponse, ListDueGuestsData, ListDueGuestsResponse, ListEventGuestsData, ListEventGuestsResponse, ListEventsData, ListEventsResponse, ListExpensesData, ListExpensesResponse, ListGuestEventsData, ListGuestEventsResponse, ListGuestsData, ListGuestsResponse, ListInvitationsData, ListInvitationsResponse, ListInvoicesData, ListInvoicesResponse, ListMembersData, ListMembersResponse, ListNotificationFailuresResponse, ListNotificationRecipientsData, ListNotificationRecipientsResponse, ListNotificationsData, ListNotificationsResponse, ListOrganizationUsersData, ListOrganizationUsersResponse, ListOrganizationsData, ListOrganizationsResponse, ListOwnOrganizationsResponse, ListPlansData, ListPlansResponse, ListPlatformAnnouncementsData, ListPlatformAnnouncementsResponse, ListPlatformAuditLogsData, ListPlatformAuditLogsResponse, ListPlatformUsersData, ListPlatformUsersResponse, ListPublicPlansData, ListPublicPlansResponse, ListReferralsData, ListReferralsResponse, ListRolesData, ListRolesResponse, ListSessionsData, ListSessionsResponse, ListSuppressionsData, ListSuppressionsResponse, ListTeamMembersData, ListTeamMembersResponse, ListTestInboxRequestsData, ListTestInboxRequestsResponse, ListToursData, ListToursResponse, ListUsersData, ListUsersResponse, ListVehicleAssignmentsData, ListVehicleAssignmentsResponse, ListVehiclesData, ListVehiclesResponse, ListWebhookDeliveriesData, ListWebhookDeliveriesResponse, ListWebhookEventTypesResponse, ListWebhooksData, ListWebhooksResponse, LogInData, LogInResponse, LogInWithFactorData, LogInWithFactorResponse, LogInWithPasskeyData, LogInWithPasskeyResponse, MarkAnnouncementReadResponse, PayInvoiceResponse, PreviewNotificationData, PreviewNotificationResponse, PreviewSubscriptionData, PreviewSubscriptionResponse, PublishAnnouncementData, PublishAnnouncementResponse, ReauthenticateData, RecordReferralClickData, RecordReferralClickResponse, RecordReferralSignupData, RecordReferralSignupResponse, RecoverWebhookDeliveriesData, RecoverWebhookDeliveriesResponse, RedeliverWebhookDeliveryResponse, RegisterOrganizationData, RegisterOrganizationResponse, RenewRecoveryCodesResponse, RequestPasswordResetData, ResendInvitationResponse, ResetPasswordData, RetryNotificationResponse, RotateWebhookSecretData, RotateWebhookSecretResponse, SearchRecordsData, SearchRecordsResponse, SeatEventGuestData, SeatEventGuestResponse, SendBulkNotificationData, SendBulkNotificationResponse, SendEmailNotificationData, SendEmailNotificationResponse, SendWhatsAppNotificationData, SendWhatsAppNotificationResponse, StartSsoSignInData, StartSsoSignInResponse, StartTotpResponse, SubscribeToPlanData, SubscribeToPlanResponse, SwitchOrganizationData, SwitchOrganizationResponse, TestWebhookData, TestWebhookResponse, UnsubscribeData, UnsubscribeResponse, UpdateAnnouncementData, UpdateAnnouncementResponse, UpdateApiKeyData, UpdateApiKeyResponse, UpdateCouponData, UpdateCouponResponse, UpdateCurrentOrganizationData, UpdateCurrentOrganizationResponse, UpdateCurrentUserData, UpdateCurrentUserResponse, UpdateEventData, UpdateEventGuestData, UpdateEventGuestResponse, UpdateEventResponse, UpdateExpenseData, UpdateExpenseResponse, UpdateGuestData, UpdateGuestResponse, UpdateMemberData, UpdateMemberResponse, UpdateOrganizationData, UpdateOrganizationResponse, UpdatePlanData, UpdatePlanResponse, UpdatePlatformSettingsData, UpdatePlatformSettingsResponse, UpdatePlatformUserData, UpdatePlatformUserResponse, UpdateReferralData, UpdateReferralResponse, UpdateRoleData, UpdateRoleResponse, UpdateSettingsData, UpdateSettingsResponse, UpdateSingleSignOnData, UpdateSingleSignOnResponse, UpdateTeamMemberData, UpdateTeamMemberResponse, UpdateTourData, UpdateTourResponse, UpdateUserData, UpdateUserResponse, UpdateVehicleAssignmentData, UpdateVehicleAssignmentResponse, UpdateVehicleData, UpdateVehicleResponse, UpdateWebhookData, UpdateWebhookResponse, ValidateCouponData, ValidateCouponResponse, ValidateReferralCodeData, ValidateReferralCodeResponse, VerifyAuditLogsResponse, VerifySsoDomainData, VerifySsoDomainResponse, VerifyTotpData, VerifyTotpResponse } from './types.gen.js';

export class AnnouncementsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the announcements that the caller may see, newest first. `GET /api/announcements` */
  list(query?: ListAnnouncementsData['query'], options?: CallOptions): Promise<ListAnnouncementsResponse> {
    return this.connection.send(listAnnouncements, { query }, options);
  }
  /** List the announcements that the caller may see, newest first: all of them, one after the other. */
  all(query?: ListAnnouncementsData['query'], options?: CallOptions): AsyncGenerator<ListAnnouncementsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAnnouncementsResponse> =>
      this.connection.send(listAnnouncements, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Publish an announcement. `POST /api/announcements` */
  publish(body: PublishAnnouncementData['body'], options?: CallOptions): Promise<PublishAnnouncementResponse> {
    return this.connection.send(publishAnnouncement, { body }, options);
  }

  /** Follow announcements as they are published, changed and removed: each once, over all connections that it takes. `GET /api/announcements/stream` */
  follow(query?: Parameters<typeof followAnnouncements>[1], options?: StreamOptions): ReturnType<typeof followAnnouncements> {
    return followAnnouncements(this.connection, query, options);
  }

  /** Read an announcement. `GET /api/announcements/{id}` */
  get(id: string, options?: CallOptions): Promise<GetAnnouncementResponse> {
    return this.connection.send(getAnnouncement, { path: { id } }, options);
  }

  /** Change an announcement. `PATCH /api/announcements/{id}` */
  update(id: string, body: UpdateAnnouncementData['body'], options?: CallOptions): Promise<UpdateAnnouncementResponse> {
    return this.connection.send(updateAnnouncement, { path: { id }, body }, options);
  }

  /** Remove an announcement. `DELETE /api/announcements/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteAnnouncement, { path: { id } }, options);
  }

  /** Mark an announcement as read. `POST /api/announcements/{id}/read` */
  markRead(id: string, options?: CallOptions): Promise<MarkAnnouncementReadResponse> {
    return this.connection.send(markAnnouncementRead, { path: { id } }, options);
  }

}
export class ApiKeysResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the API keys of the organization, newest first. `GET /api/api-keys` */
  list(query?: ListApiKeysData['query'], options?: CallOptions): Promise<ListApiKeysResponse> {
    return this.connection.send(listApiKeys, { query }, options);
  }
  /** List the API keys of the organization, newest first: all of them, one after the other. */
  all(query?: ListApiKeysData['query'], options?: CallOptions): AsyncGenerator<ListApiKeysResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListApiKeysResponse> =>
      this.connection.send(listApiKeys, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Make an API key. `POST /api/api-keys` */
  create(body: CreateApiKeyData['body'], options?: CallOptions): Promise<CreateApiKeyResponse> {
    return this.connection.send(createApiKey, { body }, options);
  }

  /** Read an API key. `GET /api/api-keys/{id}` */
  get(id: string, options?: CallOptions): Promise<GetApiKeyResponse> {
    return this.connection.send(getApiKey, { path: { id } }, options);
  }

  /** Change an API key. `PATCH /api/api-keys/{id}` */
  update(id: string, body: UpdateApiKeyData['body'], options?: CallOptions): Promise<UpdateApiKeyResponse> {
    return this.connection.send(updateApiKey, { path: { id }, body }, options);
  }

  /** Revoke an API key, at once. `DELETE /api/api-keys/{id}` */
  revoke(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(revokeApiKey, { path: { id } }, options);
  }

}
export class AuditLogsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List who changed what. `GET /api/audit-logs` */
  list(query?: ListAuditLogsData['query'], options?: CallOptions): Promise<ListAuditLogsResponse> {
    return this.connection.send(listAuditLogs, { query }, options);
  }
  /** List who changed what: all of them, one after the other. */
  all(query?: ListAuditLogsData['query'], options?: CallOptions): AsyncGenerator<ListAuditLogsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAuditLogsResponse> =>
      this.connection.send(listAuditLogs, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Export the audit log of a period with its seals. `GET /api/audit-logs/export` */
  export(query?: ExportAuditLogsData['query'], options?: CallOptions): Promise<ExportAuditLogsResponse> {
    return this.connection.send(exportAuditLogs, { query }, options);
  }

  /** List who changed what on the whole platform. `GET /api/audit-logs/platform` */
  listPlatform(query?: ListPlatformAuditLogsData['query'], options?: CallOptions): Promise<ListPlatformAuditLogsResponse> {
    return this.connection.send(listPlatformAuditLogs, { query }, options);
  }
  /** List who changed what on the whole platform: all of them, one after the other. */
  allPlatform(query?: ListPlatformAuditLogsData['query'], options?: CallOptions): AsyncGenerator<ListPlatformAuditLogsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPlatformAuditLogsResponse> =>
      this.connection.send(listPlatformAuditLogs, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Recompute the hash chain of the audit log. `GET /api/audit-logs/verify` */
  verify(options?: CallOptions): Promise<VerifyAuditLogsResponse> {
    return this.connection.send(verifyAuditLogs, {  }, options);
  }

  /** Read an audit record. `GET /api/audit-logs/{id}` */
  get(id: string, options?: CallOptions): Promise<GetAuditLogResponse> {
    return this.connection.send(getAuditLog, { path: { id } }, options);
  }

}
export class AuthFactorsPasskeysResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Add the passkey that the browser has made. `POST /api/auth/factors/passkeys` */
  add(body: AddPasskeyData['body'], options?: CallOptions): Promise<AddPasskeyResponse> {
    return this.connection.send(addPasskey, { body }, options);
  }

  /** Remove a passkey. `DELETE /api/auth/factors/passkeys/{id}` */
  remove(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removePasskey, { path: { id } }, options);
  }

}
export class AuthFactorsProvidersResource {

  constructor(protected readonly connection: Connection) {
  }

  /** End the connection of your account to an organization's identity provider. `DELETE /api/auth/factors/providers/{id}` */
  endConnection(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(endProviderConnection, { path: { id } }, options);
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

  /** List the caller's own sessions, newest first. `GET /api/auth/sessions` */
  list(query?: ListSessionsData['query'], options?: CallOptions): Promise<ListSessionsResponse> {
    return this.connection.send(listSessions, { query }, options);
  }
  /** List the caller's own sessions, newest first: all of them, one after the other. */
  all(query?: ListSessionsData['query'], options?: CallOptions): AsyncGenerator<ListSessionsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListSessionsResponse> =>
      this.connection.send(listSessions, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** End one of the caller's own sessions. `DELETE /api/auth/sessions/{id}` */
  end(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(endSession, { path: { id } }, options);
  }

}
export class AuthResource {
  readonly factors: AuthFactorsResource;
  readonly sessions: AuthSessionsResource;

  constructor(protected readonly connection: Connection) {
    this.factors = new AuthFactorsResource(connection);
    this.sessions = new AuthSessionsResource(connection);
  }

  /** Sign in with another e-mail address from now on. `POST /api/auth/email` */
  changeEmail(body: ChangeEmailData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(changeEmail, { body }, options);
  }

  /** Stop a change of address with the token of the link that the old address got. `POST /api/auth/email/cancel` */
  cancelEmailChange(body: CancelEmailChangeData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(cancelEmailChange, { body }, options);
  }

  /** Confirm an e-mail address with the token of the link. `POST /api/auth/email/confirm` */
  confirmEmail(body: ConfirmEmailData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(confirmEmail, { body }, options);
  }

  /** Send the e-mail with the link again. `POST /api/auth/email/confirm/resend` */
  resendEmailConfirmation(options?: CallOptions): Promise<void> {
    return this.connection.send(resendEmailConfirmation, {  }, options);
  }

  /** Read what else than the password opens your account: second factors and providers. `GET /api/auth/factors` */
  getSecondFactors(options?: CallOptions): Promise<GetSecondFactorsResponse> {
    return this.connection.send(getSecondFactors, {  }, options);
  }

  /** Get what a browser needs to make a passkey (WebAuthn). `POST /api/auth/factors/passkeys/options` */
  getPasskeyCreationOptions(options?: CallOptions): Promise<GetPasskeyCreationOptionsResponse> {
    return this.connection.send(getPasskeyCreationOptions, {  }, options);
  }

  /** Get new recovery codes; earlier ones end. `POST /api/auth/factors/recovery-codes` */
  renewRecoveryCodes(options?: CallOptions): Promise<RenewRecoveryCodesResponse> {
    return this.connection.send(renewRecoveryCodes, {  }, options);
  }

  /** Begin to set up an authenticator app (RFC 6238). `POST /api/auth/factors/totp` */
  startTotp(options?: CallOptions): Promise<StartTotpResponse> {
    return this.connection.send(startTotp, {  }, options);
  }

  /** Remove the authenticator app. `DELETE /api/auth/factors/totp` */
  removeTotp(options?: CallOptions): Promise<void> {
    return this.connection.send(removeTotp, {  }, options);
  }

  /** Put the authenticator app in force with its first code. `POST /api/auth/factors/totp/verify` */
  verifyTotp(body: VerifyTotpData['body'], options?: CallOptions): Promise<VerifyTotpResponse> {
    return this.connection.send(verifyTotp, { body }, options);
  }

  /** Sign in. `POST /api/auth/login` */
  logIn(body: LogInData['body'], options?: CallOptions): Promise<LogInResponse> {
    return this.connection.send(logIn, { body }, options);
  }

  /** Sign in: the second factor. `POST /api/auth/login/factor` */
  logInWithFactor(body: LogInWithFactorData['body'], options?: CallOptions): Promise<LogInWithFactorResponse> {
    return this.connection.send(logInWithFactor, { body }, options);
  }

  /** Sign in by a passkey alone. `POST /api/auth/login/passkey` */
  logInWithPasskey(body: LogInWithPasskeyData['body'], options?: CallOptions): Promise<LogInWithPasskeyResponse> {
    return this.connection.send(logInWithPasskey, { body }, options);
  }

  /** Get what a browser needs to use a passkey (WebAuthn). `POST /api/auth/login/passkey/options` */
  getPasskeyOptions(body?: GetPasskeyOptionsData['body'], options?: CallOptions): Promise<GetPasskeyOptionsResponse> {
    return this.connection.send(getPasskeyOptions, { body }, options);
  }

  /** Sign out. `POST /api/auth/logout` */
  logOut(options?: CallOptions): Promise<void> {
    return this.connection.send(logOut, {  }, options);
  }

  /** Change your own password. `POST /api/auth/password` */
  changePassword(body: ChangePasswordData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(changePassword, { body }, options);
  }

  /** Ask for a new password. `POST /api/auth/password/forgot` */
  requestPasswordReset(body: RequestPasswordResetData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(requestPasswordReset, { body }, options);
  }

  /** Set a new password with the token of the link. `POST /api/auth/password/reset` */
  resetPassword(body: ResetPasswordData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(resetPassword, { body }, options);
  }

  /** Show again who you are, for what needs a fresh session. `POST /api/auth/reauthenticate` */
  reauthenticate(body: ReauthenticateData['body'], options?: CallOptions): Promise<void> {
    return this.connection.send(reauthenticate, { body }, options);
  }

  /** Sign up with an organization of your own. `POST /api/auth/register` */
  registerOrganization(body: RegisterOrganizationData['body'], options?: CallOptions): Promise<RegisterOrganizationResponse> {
    return this.connection.send(registerOrganization, { body }, options);
  }

  /** Who is signed in, where, and what they may do. `GET /api/auth/session` */
  getCurrentSession(options?: CallOptions): Promise<GetCurrentSessionResponse> {
    return this.connection.send(getCurrentSession, {  }, options);
  }

  /** Move the session to another organization. `PUT /api/auth/session/organization` */
  switchOrganization(body: SwitchOrganizationData['body'], options?: CallOptions): Promise<SwitchOrganizationResponse> {
    return this.connection.send(switchOrganization, { body }, options);
  }

  /** Sign in with your organization: the provider's address. `POST /api/auth/sso` */
  startSsoSignIn(body: StartSsoSignInData['body'], options?: CallOptions): Promise<StartSsoSignInResponse> {
    return this.connection.send(startSsoSignIn, { body }, options);
  }

  /** Sign in with your organization: back from the provider. `POST /api/auth/sso/callback` */
  finishSsoSignIn(body: FinishSsoSignInData['body'], options?: CallOptions): Promise<FinishSsoSignInResponse> {
    return this.connection.send(finishSsoSignIn, { body }, options);
  }

}
export class BillingInvoicesResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List invoices. `GET /api/billing/invoices` */
  list(query?: ListInvoicesData['query'], options?: CallOptions): Promise<ListInvoicesResponse> {
    return this.connection.send(listInvoices, { query }, options);
  }
  /** List invoices: all of them, one after the other. */
  all(query?: ListInvoicesData['query'], options?: CallOptions): AsyncGenerator<ListInvoicesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListInvoicesResponse> =>
      this.connection.send(listInvoices, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Read an invoice. `GET /api/billing/invoices/{id}` */
  get(id: string, options?: CallOptions): Promise<GetInvoiceResponse> {
    return this.connection.send(getInvoice, { path: { id } }, options);
  }

}
export class BillingResource {
  readonly invoices: BillingInvoicesResource;

  constructor(protected readonly connection: Connection) {
    this.invoices = new BillingInvoicesResource(connection);
  }

  /** Read what the organization is subscribed to. `GET /api/billing` */
  get(options?: CallOptions): Promise<GetBillingResponse> {
    return this.connection.send(getBilling, {  }, options);
  }

  /** Mark an invoice paid. `POST /api/billing/invoices/{id}/pay` */
  payInvoice(id: string, options?: CallOptions): Promise<PayInvoiceResponse> {
    return this.connection.send(payInvoice, { path: { id } }, options);
  }

  /** Subscribe to a plan. `PUT /api/billing/subscription` */
  subscribeToPlan(body: SubscribeToPlanData['body'], options?: CallOptions): Promise<SubscribeToPlanResponse> {
    return this.connection.send(subscribeToPlan, { body }, options);
  }

  /** Let the subscription end. `DELETE /api/billing/subscription` */
  cancelSubscription(options?: CallOptions): Promise<CancelSubscriptionResponse> {
    return this.connection.send(cancelSubscription, {  }, options);
  }

  /** See what subscribing would cost, and when. `POST /api/billing/subscription/preview` */
  previewSubscription(body: PreviewSubscriptionData['body'], options?: CallOptions): Promise<PreviewSubscriptionResponse> {
    return this.connection.send(previewSubscription, { body }, options);
  }

}
export class ChangesResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List what has changed since a cursor. `GET /api/changes` */
  list(query?: ListChangesData['query'], options?: CallOptions): Promise<ListChangesResponse> {
    return this.connection.send(listChanges, { query }, options);
  }

  /** Follow what changes, as it changes: each once, over all connections that it takes. `GET /api/changes/stream` */
  follow(query?: Parameters<typeof followChanges>[1], options?: StreamOptions): ReturnType<typeof followChanges> {
    return followChanges(this.connection, query, options);
  }

}
export class CouponsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List coupons. `GET /api/coupons` */
  list(query?: ListCouponsData['query'], options?: CallOptions): Promise<ListCouponsResponse> {
    return this.connection.send(listCoupons, { query }, options);
  }
  /** List coupons: all of them, one after the other. */
  all(query?: ListCouponsData['query'], options?: CallOptions): AsyncGenerator<ListCouponsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListCouponsResponse> =>
      this.connection.send(listCoupons, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Create a coupon. `POST /api/coupons` */
  create(body: CreateCouponData['body'], options?: CallOptions): Promise<CreateCouponResponse> {
    return this.connection.send(createCoupon, { body }, options);
  }

  /** Check whether a coupon would be accepted. `POST /api/coupons/validate` */
  validate(body: ValidateCouponData['body'], options?: CallOptions): Promise<ValidateCouponResponse> {
    return this.connection.send(validateCoupon, { body }, options);
  }

  /** Read a coupon. `GET /api/coupons/{id}` */
  get(id: string, options?: CallOptions): Promise<GetCouponResponse> {
    return this.connection.send(getCoupon, { path: { id } }, options);
  }

  /** Change a coupon. `PATCH /api/coupons/{id}` */
  update(id: string, body: UpdateCouponData['body'], options?: CallOptions): Promise<UpdateCouponResponse> {
    return this.connection.send(updateCoupon, { path: { id }, body }, options);
  }

  /** Delete a coupon. `DELETE /api/coupons/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteCoupon, { path: { id } }, options);
  }

}
export class EventsGuestsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Read a guest of an event. `GET /api/events/{eventId}/guests/{eventGuestId}` */
  get(eventId: string, eventGuestId: string, options?: CallOptions): Promise<GetEventGuestResponse> {
    return this.connection.send(getEventGuest, { path: { eventId, eventGuestId } }, options);
  }

  /** Change a guest of an event. `PATCH /api/events/{eventId}/guests/{eventGuestId}` */
  update(eventId: string, eventGuestId: string, body: UpdateEventGuestData['body'], options?: CallOptions): Promise<UpdateEventGuestResponse> {
    return this.connection.send(updateEventGuest, { path: { eventId, eventGuestId }, body }, options);
  }

  /** Change a guest of an event. `PATCH /api/events/{eventId}/guests/{eventGuestId}` */
  answer(eventId: string, eventGuestId: string, body: UpdateEventGuestData['body'], options?: CallOptions): Promise<UpdateEventGuestResponse> {
    return this.connection.send(updateEventGuest, { path: { eventId, eventGuestId }, body }, options);
  }

  /** Take a guest off an event. `DELETE /api/events/{eventId}/guests/{eventGuestId}` */
  remove(eventId: string, eventGuestId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removeEventGuest, { path: { eventId, eventGuestId } }, options);
  }

  /** Check a guest in. `POST /api/events/{eventId}/guests/{eventGuestId}/check-in` */
  checkIn(eventId: string, eventGuestId: string, options?: CallOptions): Promise<CheckInEventGuestResponse> {
    return this.connection.send(checkInEventGuest, { path: { eventId, eventGuestId } }, options);
  }

  /** Take a guest's check-in back. `DELETE /api/events/{eventId}/guests/{eventGuestId}/check-in` */
  undoCheckIn(eventId: string, eventGuestId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(undoEventGuestCheckIn, { path: { eventId, eventGuestId } }, options);
  }

  /** Give a guest seats in a vehicle. `POST /api/events/{eventId}/guests/{eventGuestId}/vehicle` */
  seat(eventId: string, eventGuestId: string, body: SeatEventGuestData['body'], options?: CallOptions): Promise<SeatEventGuestResponse> {
    return this.connection.send(seatEventGuest, { path: { eventId, eventGuestId }, body }, options);
  }

  /** List an event's guests. `GET /api/events/{id}/guests` */
  list(id: string, query?: ListEventGuestsData['query'], options?: CallOptions): Promise<ListEventGuestsResponse> {
    return this.connection.send(listEventGuests, { path: { id }, query }, options);
  }
  /** List an event's guests: all of them, one after the other. */
  all(id: string, query?: ListEventGuestsData['query'], options?: CallOptions): AsyncGenerator<ListEventGuestsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListEventGuestsResponse> =>
      this.connection.send(listEventGuests, { path: { id }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Put guests on an event. `POST /api/events/{id}/guests` */
  add(id: string, body: AddEventGuestData['body'], options?: CallOptions): Promise<AddEventGuestResponse> {
    return this.connection.send(addEventGuest, { path: { id }, body }, options);
  }

  /** Add or change many guests of an event. `POST /api/events/{id}/guests/batch` */
  batch(id: string, body: BatchEventGuestsData['body'], options?: CallOptions): Promise<BatchEventGuestsResponse> {
    return this.connection.send(batchEventGuests, { path: { id }, body }, options);
  }

}
export class EventsTeamResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Read a member of an event's team. `GET /api/events/{eventId}/team/{teamMemberId}` */
  get(eventId: string, teamMemberId: string, options?: CallOptions): Promise<GetTeamMemberResponse> {
    return this.connection.send(getTeamMember, { path: { eventId, teamMemberId } }, options);
  }

  /** Change a member of an event's team. `PATCH /api/events/{eventId}/team/{teamMemberId}` */
  update(eventId: string, teamMemberId: string, body: UpdateTeamMemberData['body'], options?: CallOptions): Promise<UpdateTeamMemberResponse> {
    return this.connection.send(updateTeamMember, { path: { eventId, teamMemberId }, body }, options);
  }

  /** Take somebody off an event's team. `DELETE /api/events/{eventId}/team/{teamMemberId}` */
  remove(eventId: string, teamMemberId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removeTeamMember, { path: { eventId, teamMemberId } }, options);
  }

  /** Erase a contact on an event's team. `POST /api/events/{eventId}/team/{teamMemberId}/erase` */
  erase(eventId: string, teamMemberId: string, options?: CallOptions): Promise<EraseTeamMemberResponse> {
    return this.connection.send(eraseTeamMember, { path: { eventId, teamMemberId } }, options);
  }

  /** Read all that is known of a contact. `GET /api/events/{eventId}/team/{teamMemberId}/personal-data` */
  getPersonalData(eventId: string, teamMemberId: string, options?: CallOptions): Promise<GetTeamMemberPersonalDataResponse> {
    return this.connection.send(getTeamMemberPersonalData, { path: { eventId, teamMemberId } }, options);
  }

  /** List an event's team. `GET /api/events/{id}/team` */
  list(id: string, query?: ListTeamMembersData['query'], options?: CallOptions): Promise<ListTeamMembersResponse> {
    return this.connection.send(listTeamMembers, { path: { id }, query }, options);
  }
  /** List an event's team: all of them, one after the other. */
  all(id: string, query?: ListTeamMembersData['query'], options?: CallOptions): AsyncGenerator<ListTeamMembersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListTeamMembersResponse> =>
      this.connection.send(listTeamMembers, { path: { id }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Take somebody onto an event's team. `POST /api/events/{id}/team` */
  add(id: string, body: AddTeamMemberData['body'], options?: CallOptions): Promise<AddTeamMemberResponse> {
    return this.connection.send(addTeamMember, { path: { id }, body }, options);
  }

}
export class EventsExpensesResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List an event's expenses. `GET /api/events/{id}/expenses` */
  list(id: string, query?: ListExpensesData['query'], options?: CallOptions): Promise<ListExpensesResponse> {
    return this.connection.send(listExpenses, { path: { id }, query }, options);
  }
  /** List an event's expenses: all of them, one after the other. */
  all(id: string, query?: ListExpensesData['query'], options?: CallOptions): AsyncGenerator<ListExpensesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListExpensesResponse> =>
      this.connection.send(listExpenses, { path: { id }, query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /** Log an expense. `POST /api/events/{id}/expenses` */
  create(id: string, body: CreateExpenseData['body'], options?: CallOptions): Promise<CreateExpenseResponse> {
    return this.connection.send(createExpense, { path: { id }, body }, options);
  }

  /** Log or change many expenses. `POST /api/events/{id}/expenses/batch` */
  batch(id: string, body: BatchExpensesData['body'], options?: CallOptions): Promise<BatchExpensesResponse> {
    return this.connection.send(batchExpenses, { path: { id }, body }, options);
  }

}
export class EventsVehiclesResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List an event's vehicles. `GET /api/events/{id}/vehicles` */
  list(id: string, query?: ListVehicleAssignmentsData['query'], options?: CallOptions): Promise<ListVehicleAssignmentsResponse> {
    return this.connection.send(listVehicleAssignments, { path: { id }, query }, options);
  }
  /** List an event's vehicles: all of them, one after the other. */
  all(id: string, query?: ListVehicleAssignmentsData['query'], options?: CallOptions): AsyncGenerator<ListVehicleAssignmentsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListVehicleAssignmentsResponse> =>
      this.connection.send(listVehicleAssignments, { path: { id }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Assign a vehicle to an event. `POST /api/events/{id}/vehicles` */
  create(id: string, body: CreateVehicleAssignmentData['body'], options?: CallOptions): Promise<CreateVehicleAssignmentResponse> {
    return this.connection.send(createVehicleAssignment, { path: { id }, body }, options);
  }

}
export class EventsResource {
  readonly guests: EventsGuestsResource;
  readonly team: EventsTeamResource;
  readonly expenses: EventsExpensesResource;
  readonly vehicles: EventsVehiclesResource;

  constructor(protected readonly connection: Connection) {
    this.guests = new EventsGuestsResource(connection);
    this.team = new EventsTeamResource(connection);
    this.expenses = new EventsExpensesResource(connection);
    this.vehicles = new EventsVehiclesResource(connection);
  }

  /** List events. `GET /api/events` */
  list(query?: ListEventsData['query'], options?: CallOptions): Promise<ListEventsResponse> {
    return this.connection.send(listEvents, { query }, options);
  }
  /** List events: all of them, one after the other. */
  all(query?: ListEventsData['query'], options?: CallOptions): AsyncGenerator<ListEventsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListEventsResponse> =>
      this.connection.send(listEvents, { query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /** Create an event. `POST /api/events` */
  create(body: CreateEventData['body'], options?: CallOptions): Promise<CreateEventResponse> {
    return this.connection.send(createEvent, { body }, options);
  }

  /** Read an event. `GET /api/events/{id}` */
  get(id: string, options?: CallOptions): Promise<GetEventResponse> {
    return this.connection.send(getEvent, { path: { id } }, options);
  }

  /** Change an event. `PATCH /api/events/{id}` */
  update(id: string, body: UpdateEventData['body'], options?: CallOptions): Promise<UpdateEventResponse> {
    return this.connection.send(updateEvent, { path: { id }, body }, options);
  }

  /** Delete an event. `DELETE /api/events/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteEvent, { path: { id } }, options);
  }

  /** Read an event's calendar. `GET /api/events/{id}/calendar.ics` */
  getCalendar(id: string, options?: CallOptions): Promise<GetEventCalendarResponse> {
    return this.connection.send(getEventCalendar, { path: { id } }, options);
  }

  /** Read an event's manifest. `GET /api/events/{id}/manifest` */
  getManifest(id: string, options?: CallOptions): Promise<GetManifestResponse> {
    return this.connection.send(getManifest, { path: { id } }, options);
  }

  /** Read the figures of an event. `GET /api/events/{id}/summary` */
  getSummary(id: string, options?: CallOptions): Promise<GetEventSummaryResponse> {
    return this.connection.send(getEventSummary, { path: { id } }, options);
  }

}
export class ExpensesResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the organization's expenses. `GET /api/expenses` */
  listAll(query?: ListAllExpensesData['query'], options?: CallOptions): Promise<ListAllExpensesResponse> {
    return this.connection.send(listAllExpenses, { query }, options);
  }
  /** List the organization's expenses: all of them, one after the other. */
  allAll(query?: ListAllExpensesData['query'], options?: CallOptions): AsyncGenerator<ListAllExpensesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAllExpensesResponse> =>
      this.connection.send(listAllExpenses, { query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /** List the organization's expenses. `GET /api/expenses` */
  list(query?: ListAllExpensesData['query'], options?: CallOptions): Promise<ListAllExpensesResponse> {
    return this.connection.send(listAllExpenses, { query }, options);
  }
  /** List the organization's expenses: all of them, one after the other. */
  all(query?: ListAllExpensesData['query'], options?: CallOptions): AsyncGenerator<ListAllExpensesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAllExpensesResponse> =>
      this.connection.send(listAllExpenses, { query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /** Report on expenses. `GET /api/expenses/reports` */
  getReport(query?: GetExpenseReportData['query'], options?: CallOptions): Promise<GetExpenseReportResponse> {
    return this.connection.send(getExpenseReport, { query }, options);
  }

  /** Read an expense. `GET /api/expenses/{id}` */
  get(id: string, options?: CallOptions): Promise<GetExpenseResponse> {
    return this.connection.send(getExpense, { path: { id } }, options);
  }

  /** Change an expense. `PATCH /api/expenses/{id}` */
  update(id: string, body: UpdateExpenseData['body'], options?: CallOptions): Promise<UpdateExpenseResponse> {
    return this.connection.send(updateExpense, { path: { id }, body }, options);
  }

  /** Delete an expense. `DELETE /api/expenses/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteExpense, { path: { id } }, options);
  }

}
export class GuestsEventsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List a guest's events. `GET /api/guests/{id}/events` */
  list(id: string, query?: ListGuestEventsData['query'], options?: CallOptions): Promise<ListGuestEventsResponse> {
    return this.connection.send(listGuestEvents, { path: { id }, query }, options);
  }
  /** List a guest's events: all of them, one after the other. */
  all(id: string, query?: ListGuestEventsData['query'], options?: CallOptions): AsyncGenerator<ListGuestEventsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListGuestEventsResponse> =>
      this.connection.send(listGuestEvents, { path: { id }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

}
export class GuestsResource {
  readonly events: GuestsEventsResource;

  constructor(protected readonly connection: Connection) {
    this.events = new GuestsEventsResource(connection);
  }

  /** List guests. `GET /api/guests` */
  list(query?: ListGuestsData['query'], options?: CallOptions): Promise<ListGuestsResponse> {
    return this.connection.send(listGuests, { query }, options);
  }
  /** List guests: all of them, one after the other. */
  all(query?: ListGuestsData['query'], options?: CallOptions): AsyncGenerator<ListGuestsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListGuestsResponse> =>
      this.connection.send(listGuests, { query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /** Create a guest. `POST /api/guests` */
  create(body: CreateGuestData['body'], options?: CallOptions): Promise<CreateGuestResponse> {
    return this.connection.send(createGuest, { body }, options);
  }

  /** Create or change many guests. `POST /api/guests/batch` */
  batch(body: BatchGuestsData['body'], options?: CallOptions): Promise<BatchGuestsResponse> {
    return this.connection.send(batchGuests, { body }, options);
  }

  /** Export guests. `GET /api/guests/export` */
  export(query?: ExportGuestsData['query'], options?: CallOptions): Promise<ExportGuestsResponse> {
    return this.connection.send(exportGuests, { query }, options);
  }

  /** Import guests. `POST /api/guests/import` */
  import(body: ImportGuestsData['body'], query?: ImportGuestsData['query'], options?: CallOptions): Promise<ImportGuestsResponse> {
    return this.connection.send(importGuests, { body, query }, options);
  }

  /** Read a guest. `GET /api/guests/{id}` */
  get(id: string, options?: CallOptions): Promise<GetGuestResponse> {
    return this.connection.send(getGuest, { path: { id } }, options);
  }

  /** Change a guest. `PATCH /api/guests/{id}` */
  update(id: string, body: UpdateGuestData['body'], options?: CallOptions): Promise<UpdateGuestResponse> {
    return this.connection.send(updateGuest, { path: { id }, body }, options);
  }

  /** Delete a guest. `DELETE /api/guests/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteGuest, { path: { id } }, options);
  }

  /** Erase a guest. `POST /api/guests/{id}/erase` */
  erase(id: string, body?: EraseGuestData['body'], options?: CallOptions): Promise<EraseGuestResponse> {
    return this.connection.send(eraseGuest, { path: { id }, body }, options);
  }

  /** Read all that is known of a guest. `GET /api/guests/{id}/personal-data` */
  getPersonalData(id: string, options?: CallOptions): Promise<GetGuestPersonalDataResponse> {
    return this.connection.send(getGuestPersonalData, { path: { id } }, options);
  }

}
export class ImpersonationResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Stop acting as a user. `POST /api/impersonation/end` */
  end(options?: CallOptions): Promise<EndImpersonationResponse> {
    return this.connection.send(endImpersonation, {  }, options);
  }

}
export class InvitationsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Accept an invitation. `POST /api/invitations/accept` */
  accept(body: AcceptInvitationData['body'], options?: CallOptions): Promise<AcceptInvitationResponse> {
    return this.connection.send(acceptInvitation, { body }, options);
  }

}
export class NotificationsFailuresResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Count whom a notification did not reach, by reason. `GET /api/notifications/{id}/failures` */
  list(id: string, options?: CallOptions): Promise<ListNotificationFailuresResponse> {
    return this.connection.send(listNotificationFailures, { path: { id } }, options);
  }

}
export class NotificationsRecipientsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List a notification's recipients. `GET /api/notifications/{id}/recipients` */
  list(id: string, query?: ListNotificationRecipientsData['query'], options?: CallOptions): Promise<ListNotificationRecipientsResponse> {
    return this.connection.send(listNotificationRecipients, { path: { id }, query }, options);
  }
  /** List a notification's recipients: all of them, one after the other. */
  all(id: string, query?: ListNotificationRecipientsData['query'], options?: CallOptions): AsyncGenerator<ListNotificationRecipientsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListNotificationRecipientsResponse> =>
      this.connection.send(listNotificationRecipients, { path: { id }, query: { ...query, ...page } }, options);
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

  /** List notifications, newest first. `GET /api/notifications` */
  list(query?: ListNotificationsData['query'], options?: CallOptions): Promise<ListNotificationsResponse> {
    return this.connection.send(listNotifications, { query }, options);
  }
  /** List notifications, newest first: all of them, one after the other. */
  all(query?: ListNotificationsData['query'], options?: CallOptions): AsyncGenerator<ListNotificationsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListNotificationsResponse> =>
      this.connection.send(listNotifications, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Count whom a message to the guests of an event would reach. `GET /api/notifications/audience` */
  getAudience(query?: GetNotificationAudienceData['query'], options?: CallOptions): Promise<GetNotificationAudienceResponse> {
    return this.connection.send(getNotificationAudience, { query }, options);
  }

  /** Write to the guests of an event. `POST /api/notifications/bulk` */
  sendBulk(body: SendBulkNotificationData['body'], options?: CallOptions): Promise<SendBulkNotificationResponse> {
    return this.connection.send(sendBulkNotification, { body }, options);
  }

  /** Send an e-mail. `POST /api/notifications/email` */
  sendEmail(body: SendEmailNotificationData['body'], options?: CallOptions): Promise<SendEmailNotificationResponse> {
    return this.connection.send(sendEmailNotification, { body }, options);
  }

  /** Read a message as a guest of an event would get it. `POST /api/notifications/preview` */
  preview(body: PreviewNotificationData['body'], options?: CallOptions): Promise<PreviewNotificationResponse> {
    return this.connection.send(previewNotification, { body }, options);
  }

  /** Send a WhatsApp template message. `POST /api/notifications/whatsapp` */
  sendWhatsApp(body: SendWhatsAppNotificationData['body'], options?: CallOptions): Promise<SendWhatsAppNotificationResponse> {
    return this.connection.send(sendWhatsAppNotification, { body }, options);
  }

  /** Read a notification. `GET /api/notifications/{id}` */
  get(id: string, options?: CallOptions): Promise<GetNotificationResponse> {
    return this.connection.send(getNotification, { path: { id } }, options);
  }

  /** Send a notification again to those it did not reach. `POST /api/notifications/{id}/retry` */
  retry(id: string, options?: CallOptions): Promise<RetryNotificationResponse> {
    return this.connection.send(retryNotification, { path: { id } }, options);
  }

}
export class OrganizationsInvitationsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the invitations of the organization, newest first. `GET /api/organizations/invitations` */
  list(query?: ListInvitationsData['query'], options?: CallOptions): Promise<ListInvitationsResponse> {
    return this.connection.send(listInvitations, { query }, options);
  }
  /** List the invitations of the organization, newest first: all of them, one after the other. */
  all(query?: ListInvitationsData['query'], options?: CallOptions): AsyncGenerator<ListInvitationsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListInvitationsResponse> =>
      this.connection.send(listInvitations, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Invite somebody by e-mail. `POST /api/organizations/invitations` */
  create(body: CreateInvitationData['body'], options?: CallOptions): Promise<CreateInvitationResponse> {
    return this.connection.send(createInvitation, { body }, options);
  }

  /** Read an invitation. `GET /api/organizations/invitations/{id}` */
  get(id: string, options?: CallOptions): Promise<GetInvitationResponse> {
    return this.connection.send(getInvitation, { path: { id } }, options);
  }

  /** Send an invitation again. `POST /api/organizations/invitations/{id}` */
  resend(id: string, options?: CallOptions): Promise<ResendInvitationResponse> {
    return this.connection.send(resendInvitation, { path: { id } }, options);
  }

  /** Revoke an invitation. `DELETE /api/organizations/invitations/{id}` */
  revoke(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(revokeInvitation, { path: { id } }, options);
  }

}
export class OrganizationsMeResource {

  constructor(protected readonly connection: Connection) {
  }

  /** What the caller may do in the organization. `GET /api/organizations/me/permissions` */
  getCurrentPermissions(options?: CallOptions): Promise<GetCurrentPermissionsResponse> {
    return this.connection.send(getCurrentPermissions, {  }, options);
  }

}
export class OrganizationsMembersResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the members of the organization. `GET /api/organizations/members` */
  list(query?: ListMembersData['query'], options?: CallOptions): Promise<ListMembersResponse> {
    return this.connection.send(listMembers, { query }, options);
  }
  /** List the members of the organization: all of them, one after the other. */
  all(query?: ListMembersData['query'], options?: CallOptions): AsyncGenerator<ListMembersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListMembersResponse> =>
      this.connection.send(listMembers, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Read a member. `GET /api/organizations/members/{memberId}` */
  get(memberId: string, options?: CallOptions): Promise<GetMemberResponse> {
    return this.connection.send(getMember, { path: { memberId } }, options);
  }

  /** Give a member another role. `PATCH /api/organizations/members/{memberId}` */
  update(memberId: string, body: UpdateMemberData['body'], options?: CallOptions): Promise<UpdateMemberResponse> {
    return this.connection.send(updateMember, { path: { memberId }, body }, options);
  }

  /** Remove a member. `DELETE /api/organizations/members/{memberId}` */
  remove(memberId: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removeMember, { path: { memberId } }, options);
  }

}
export class OrganizationsRolesResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the roles of the organization. `GET /api/organizations/roles` */
  list(query?: ListRolesData['query'], options?: CallOptions): Promise<ListRolesResponse> {
    return this.connection.send(listRoles, { query }, options);
  }
  /** List the roles of the organization: all of them, one after the other. */
  all(query?: ListRolesData['query'], options?: CallOptions): AsyncGenerator<ListRolesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListRolesResponse> =>
      this.connection.send(listRoles, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Make a role. `POST /api/organizations/roles` */
  create(body: CreateRoleData['body'], options?: CallOptions): Promise<CreateRoleResponse> {
    return this.connection.send(createRole, { body }, options);
  }

  /** Read a role. `GET /api/organizations/roles/{id}` */
  get(id: string, options?: CallOptions): Promise<GetRoleResponse> {
    return this.connection.send(getRole, { path: { id } }, options);
  }

  /** Change a role of the organization. `PATCH /api/organizations/roles/{id}` */
  update(id: string, body: UpdateRoleData['body'], options?: CallOptions): Promise<UpdateRoleResponse> {
    return this.connection.send(updateRole, { path: { id }, body }, options);
  }

  /** Delete a role of the organization. `DELETE /api/organizations/roles/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteRole, { path: { id } }, options);
  }

}
export class OrganizationsUsersResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the members of any organization as users. `GET /api/organizations/{id}/users` */
  list(id: string, query?: ListOrganizationUsersData['query'], options?: CallOptions): Promise<ListOrganizationUsersResponse> {
    return this.connection.send(listOrganizationUsers, { path: { id }, query }, options);
  }
  /** List the members of any organization as users: all of them, one after the other. */
  all(id: string, query?: ListOrganizationUsersData['query'], options?: CallOptions): AsyncGenerator<ListOrganizationUsersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListOrganizationUsersResponse> =>
      this.connection.send(listOrganizationUsers, { path: { id }, query: { ...query, ...page } }, options);
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

  /** List all organizations. `GET /api/organizations` */
  list(query?: ListOrganizationsData['query'], options?: CallOptions): Promise<ListOrganizationsResponse> {
    return this.connection.send(listOrganizations, { query }, options);
  }
  /** List all organizations: all of them, one after the other. */
  all(query?: ListOrganizationsData['query'], options?: CallOptions): AsyncGenerator<ListOrganizationsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListOrganizationsResponse> =>
      this.connection.send(listOrganizations, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Read the current organization. `GET /api/organizations/me` */
  getCurrent(options?: CallOptions): Promise<GetCurrentOrganizationResponse> {
    return this.connection.send(getCurrentOrganization, {  }, options);
  }

  /** Change the current organization. `PATCH /api/organizations/me` */
  updateCurrent(body: UpdateCurrentOrganizationData['body'], options?: CallOptions): Promise<UpdateCurrentOrganizationResponse> {
    return this.connection.send(updateCurrentOrganization, { body }, options);
  }

  /** Read any organization. `GET /api/organizations/{id}` */
  get(id: string, options?: CallOptions): Promise<GetOrganizationResponse> {
    return this.connection.send(getOrganization, { path: { id } }, options);
  }

  /** Change, suspend or reactivate any organization. `PATCH /api/organizations/{id}` */
  update(id: string, body: UpdateOrganizationData['body'], options?: CallOptions): Promise<UpdateOrganizationResponse> {
    return this.connection.send(updateOrganization, { path: { id }, body }, options);
  }

  /** Delete any organization. `DELETE /api/organizations/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteOrganization, { path: { id } }, options);
  }

}
export class OverviewResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Read the overview. `GET /api/overview` */
  get(options?: CallOptions): Promise<GetOverviewResponse> {
    return this.connection.send(getOverview, {  }, options);
  }

}
export class PlansResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List plans. `GET /api/plans` */
  list(query?: ListPlansData['query'], options?: CallOptions): Promise<ListPlansResponse> {
    return this.connection.send(listPlans, { query }, options);
  }
  /** List plans: all of them, one after the other. */
  all(query?: ListPlansData['query'], options?: CallOptions): AsyncGenerator<ListPlansResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPlansResponse> =>
      this.connection.send(listPlans, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Create a plan. `POST /api/plans` */
  create(body: CreatePlanData['body'], options?: CallOptions): Promise<CreatePlanResponse> {
    return this.connection.send(createPlan, { body }, options);
  }

  /** List the plans on offer. `GET /api/plans/public` */
  listPublic(query?: ListPublicPlansData['query'], options?: CallOptions): Promise<ListPublicPlansResponse> {
    return this.connection.send(listPublicPlans, { query }, options);
  }
  /** List the plans on offer: all of them, one after the other. */
  allPublic(query?: ListPublicPlansData['query'], options?: CallOptions): AsyncGenerator<ListPublicPlansResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPublicPlansResponse> =>
      this.connection.send(listPublicPlans, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Read a plan. `GET /api/plans/{id}` */
  get(id: string, options?: CallOptions): Promise<GetPlanResponse> {
    return this.connection.send(getPlan, { path: { id } }, options);
  }

  /** Change a plan. `PATCH /api/plans/{id}` */
  update(id: string, body: UpdatePlanData['body'], options?: CallOptions): Promise<UpdatePlanResponse> {
    return this.connection.send(updatePlan, { path: { id }, body }, options);
  }

  /** Delete a plan. `DELETE /api/plans/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deletePlan, { path: { id } }, options);
  }

}
export class PlatformAnnouncementsReadersResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List who has read an announcement, the last one first. `GET /api/platform/announcements/{id}/readers` */
  list(id: string, query?: ListAnnouncementReadersData['query'], options?: CallOptions): Promise<ListAnnouncementReadersResponse> {
    return this.connection.send(listAnnouncementReaders, { path: { id }, query }, options);
  }
  /** List who has read an announcement, the last one first: all of them, one after the other. */
  all(id: string, query?: ListAnnouncementReadersData['query'], options?: CallOptions): AsyncGenerator<ListAnnouncementReadersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAnnouncementReadersResponse> =>
      this.connection.send(listAnnouncementReaders, { path: { id }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

}
export class PlatformAnnouncementsResource {
  readonly readers: PlatformAnnouncementsReadersResource;

  constructor(protected readonly connection: Connection) {
    this.readers = new PlatformAnnouncementsReadersResource(connection);
  }

  /** List all announcements with the number of their readers, newest first. `GET /api/platform/announcements` */
  list(query?: ListPlatformAnnouncementsData['query'], options?: CallOptions): Promise<ListPlatformAnnouncementsResponse> {
    return this.connection.send(listPlatformAnnouncements, { query }, options);
  }
  /** List all announcements with the number of their readers, newest first: all of them, one after the other. */
  all(query?: ListPlatformAnnouncementsData['query'], options?: CallOptions): AsyncGenerator<ListPlatformAnnouncementsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPlatformAnnouncementsResponse> =>
      this.connection.send(listPlatformAnnouncements, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

}
export class PlatformOrganizationsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** End the pause of an organization's e-mail. `DELETE /api/platform/organizations/{id}/mail-pause` */
  endMailPause(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(endMailPause, { path: { id } }, options);
  }

  /** How much an organization uses the service. `GET /api/platform/organizations/{id}/usage` */
  getUsage(id: string, options?: CallOptions): Promise<GetOrganizationUsageResponse> {
    return this.connection.send(getOrganizationUsage, { path: { id } }, options);
  }

}
export class PlatformUsersResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the users of all organizations. `GET /api/platform/users` */
  list(query?: ListPlatformUsersData['query'], options?: CallOptions): Promise<ListPlatformUsersResponse> {
    return this.connection.send(listPlatformUsers, { query }, options);
  }
  /** List the users of all organizations: all of them, one after the other. */
  all(query?: ListPlatformUsersData['query'], options?: CallOptions): AsyncGenerator<ListPlatformUsersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListPlatformUsersResponse> =>
      this.connection.send(listPlatformUsers, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Read a user of any organization. `GET /api/platform/users/{id}` */
  get(id: string, options?: CallOptions): Promise<GetPlatformUserResponse> {
    return this.connection.send(getPlatformUser, { path: { id } }, options);
  }

  /** Rename, suspend or reactivate a user of any organization. `PATCH /api/platform/users/{id}` */
  update(id: string, body: UpdatePlatformUserData['body'], options?: CallOptions): Promise<UpdatePlatformUserResponse> {
    return this.connection.send(updatePlatformUser, { path: { id }, body }, options);
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

  /** Replicas, queues, jobs, failing webhooks, mail, database and disk. `GET /api/platform/health` */
  getHealth(options?: CallOptions): Promise<GetPlatformHealthResponse> {
    return this.connection.send(getPlatformHealth, {  }, options);
  }

}
export class PrivacyDueGuestsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the guests who are due to be erased. `GET /api/privacy/due-guests` */
  list(query?: ListDueGuestsData['query'], options?: CallOptions): Promise<ListDueGuestsResponse> {
    return this.connection.send(listDueGuests, { query }, options);
  }
  /** List the guests who are due to be erased: all of them, one after the other. */
  all(query?: ListDueGuestsData['query'], options?: CallOptions): AsyncGenerator<ListDueGuestsResponse['data'][number], void, undefined> {
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

  /** Read what is erased, and when. `GET /api/privacy/report` */
  getReport(options?: CallOptions): Promise<GetPrivacyReportResponse> {
    return this.connection.send(getPrivacyReport, {  }, options);
  }

}
export class ReferralsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List your own referrals. `GET /api/referrals` */
  list(query?: ListReferralsData['query'], options?: CallOptions): Promise<ListReferralsResponse> {
    return this.connection.send(listReferrals, { query }, options);
  }
  /** List your own referrals: all of them, one after the other. */
  all(query?: ListReferralsData['query'], options?: CallOptions): AsyncGenerator<ListReferralsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListReferralsResponse> =>
      this.connection.send(listReferrals, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Create a referral. `POST /api/referrals` */
  create(body?: CreateReferralData['body'], options?: CallOptions): Promise<CreateReferralResponse> {
    return this.connection.send(createReferral, { body }, options);
  }

  /** Count a click on a referral link. `POST /api/referrals/click` */
  recordClick(body: RecordReferralClickData['body'], options?: CallOptions): Promise<RecordReferralClickResponse> {
    return this.connection.send(recordReferralClick, { body }, options);
  }

  /** Count a signup by a referral. `POST /api/referrals/track` */
  recordSignup(body: RecordReferralSignupData['body'], options?: CallOptions): Promise<RecordReferralSignupResponse> {
    return this.connection.send(recordReferralSignup, { body }, options);
  }

  /** Ask whether a referral code is good. `POST /api/referrals/validate` */
  validateCode(body: ValidateReferralCodeData['body'], options?: CallOptions): Promise<ValidateReferralCodeResponse> {
    return this.connection.send(validateReferralCode, { body }, options);
  }

  /** Read one of your own referrals. `GET /api/referrals/{id}` */
  get(id: string, options?: CallOptions): Promise<GetReferralResponse> {
    return this.connection.send(getReferral, { path: { id } }, options);
  }

  /** Take back one of your own referrals, or let it be used again. `PATCH /api/referrals/{id}` */
  update(id: string, body: UpdateReferralData['body'], options?: CallOptions): Promise<UpdateReferralResponse> {
    return this.connection.send(updateReferral, { path: { id }, body }, options);
  }

}
export class RsvpResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Read an invitation. `GET /api/rsvp/{token}` */
  get(token: string, options?: CallOptions): Promise<GetRsvpResponse> {
    return this.connection.send(getRsvp, { path: { token } }, options);
  }

  /** Answer an invitation. `POST /api/rsvp/{token}` */
  answer(token: string, body: AnswerRsvpData['body'], options?: CallOptions): Promise<AnswerRsvpResponse> {
    return this.connection.send(answerRsvp, { path: { token }, body }, options);
  }

}
export class SearchResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Search everything. `GET /api/search` */
  searchRecords(query?: SearchRecordsData['query'], options?: CallOptions): Promise<SearchRecordsResponse> {
    return this.connection.send(searchRecords, { query }, options);
  }

}
export class SettingsSsoDomainsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Add a domain whose addresses sign in at the provider. `POST /api/settings/sso/domains` */
  add(body: AddSsoDomainData['body'], options?: CallOptions): Promise<AddSsoDomainResponse> {
    return this.connection.send(addSsoDomain, { body }, options);
  }

  /** Remove a domain. `DELETE /api/settings/sso/domains/{id}` */
  remove(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(removeSsoDomain, { path: { id } }, options);
  }

  /** Look for the DNS record of a domain. `POST /api/settings/sso/domains/{id}/verify` */
  verify(id: string, body?: VerifySsoDomainData['body'], options?: CallOptions): Promise<VerifySsoDomainResponse> {
    return this.connection.send(verifySsoDomain, { path: { id }, body }, options);
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

  /** Read the organization's settings. `GET /api/settings` */
  get(options?: CallOptions): Promise<GetSettingsResponse> {
    return this.connection.send(getSettings, {  }, options);
  }

  /** Change the organization's settings. `PATCH /api/settings` */
  update(body: UpdateSettingsData['body'], options?: CallOptions): Promise<UpdateSettingsResponse> {
    return this.connection.send(updateSettings, { body }, options);
  }

  /** Read the platform's settings. `GET /api/settings/platform` */
  getPlatform(options?: CallOptions): Promise<GetPlatformSettingsResponse> {
    return this.connection.send(getPlatformSettings, {  }, options);
  }

  /** Change the platform's settings. `PATCH /api/settings/platform` */
  updatePlatform(body: UpdatePlatformSettingsData['body'], options?: CallOptions): Promise<UpdatePlatformSettingsResponse> {
    return this.connection.send(updatePlatformSettings, { body }, options);
  }

  /** Show the identity provider and its domains. `GET /api/settings/sso` */
  getSingleSignOn(options?: CallOptions): Promise<GetSingleSignOnResponse> {
    return this.connection.send(getSingleSignOn, {  }, options);
  }

  /** Set the identity provider. `PUT /api/settings/sso` */
  updateSingleSignOn(body: UpdateSingleSignOnData['body'], options?: CallOptions): Promise<UpdateSingleSignOnResponse> {
    return this.connection.send(updateSingleSignOn, { body }, options);
  }

  /** Forget the identity provider. `DELETE /api/settings/sso` */
  removeSingleSignOn(options?: CallOptions): Promise<void> {
    return this.connection.send(removeSingleSignOn, {  }, options);
  }

}
export class SuppressionsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the addresses that want no more e-mail, newest first. `GET /api/suppressions` */
  list(query?: ListSuppressionsData['query'], options?: CallOptions): Promise<ListSuppressionsResponse> {
    return this.connection.send(listSuppressions, { query }, options);
  }
  /** List the addresses that want no more e-mail, newest first: all of them, one after the other. */
  all(query?: ListSuppressionsData['query'], options?: CallOptions): AsyncGenerator<ListSuppressionsResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListSuppressionsResponse> =>
      this.connection.send(listSuppressions, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Read a suppression. `GET /api/suppressions/{id}` */
  get(id: string, options?: CallOptions): Promise<GetSuppressionResponse> {
    return this.connection.send(getSuppression, { path: { id } }, options);
  }

  /** Lift a suppression: the address gets e-mail again. `DELETE /api/suppressions/{id}` */
  lift(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(liftSuppression, { path: { id } }, options);
  }

}
export class ToursResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List tours. `GET /api/tours` */
  list(query?: ListToursData['query'], options?: CallOptions): Promise<ListToursResponse> {
    return this.connection.send(listTours, { query }, options);
  }
  /** List tours: all of them, one after the other. */
  all(query?: ListToursData['query'], options?: CallOptions): AsyncGenerator<ListToursResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListToursResponse> =>
      this.connection.send(listTours, { query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /** Create a tour. `POST /api/tours` */
  create(body: CreateTourData['body'], options?: CallOptions): Promise<CreateTourResponse> {
    return this.connection.send(createTour, { body }, options);
  }

  /** Read a tour. `GET /api/tours/{id}` */
  get(id: string, options?: CallOptions): Promise<GetTourResponse> {
    return this.connection.send(getTour, { path: { id } }, options);
  }

  /** Change a tour. `PATCH /api/tours/{id}` */
  update(id: string, body: UpdateTourData['body'], options?: CallOptions): Promise<UpdateTourResponse> {
    return this.connection.send(updateTour, { path: { id }, body }, options);
  }

  /** Delete a tour. `DELETE /api/tours/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteTour, { path: { id } }, options);
  }

  /** Read a tour's calendar. `GET /api/tours/{id}/calendar.ics` */
  getCalendar(id: string, options?: CallOptions): Promise<GetTourCalendarResponse> {
    return this.connection.send(getTourCalendar, { path: { id } }, options);
  }

  /** Read the figures of a tour. `GET /api/tours/{id}/summary` */
  getSummary(id: string, options?: CallOptions): Promise<GetTourSummaryResponse> {
    return this.connection.send(getTourSummary, { path: { id } }, options);
  }

}
export class UnsubscribeResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Read what a link to unsubscribe is about. `GET /api/unsubscribe/{token}` */
  getUnsubscription(token: string, options?: CallOptions): Promise<GetUnsubscriptionResponse> {
    return this.connection.send(getUnsubscription, { path: { token } }, options);
  }

  /** Unsubscribe. `POST /api/unsubscribe/{token}` */
  unsubscribe(token: string, body?: UnsubscribeData['body'], options?: CallOptions): Promise<UnsubscribeResponse> {
    return this.connection.send(unsubscribe, { path: { token }, body }, options);
  }

}
export class UsersMeOrganizationsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the organizations that the caller is a member of. `GET /api/users/me/organizations` */
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

  /** List the members of the organization as users. `GET /api/users` */
  list(query?: ListUsersData['query'], options?: CallOptions): Promise<ListUsersResponse> {
    return this.connection.send(listUsers, { query }, options);
  }
  /** List the members of the organization as users: all of them, one after the other. */
  all(query?: ListUsersData['query'], options?: CallOptions): AsyncGenerator<ListUsersResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListUsersResponse> =>
      this.connection.send(listUsers, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Read the caller's own user. `GET /api/users/me` */
  getCurrent(options?: CallOptions): Promise<GetCurrentUserResponse> {
    return this.connection.send(getCurrentUser, {  }, options);
  }

  /** Change your own name or phone. `PATCH /api/users/me` */
  updateCurrent(body: UpdateCurrentUserData['body'], options?: CallOptions): Promise<UpdateCurrentUserResponse> {
    return this.connection.send(updateCurrentUser, { body }, options);
  }

  /** Read a user who is a member of the organization. `GET /api/users/{id}` */
  get(id: string, options?: CallOptions): Promise<GetUserResponse> {
    return this.connection.send(getUser, { path: { id } }, options);
  }

  /** Rename, suspend or reactivate a member, or change their role here. `PATCH /api/users/{id}` */
  update(id: string, body: UpdateUserData['body'], options?: CallOptions): Promise<UpdateUserResponse> {
    return this.connection.send(updateUser, { path: { id }, body }, options);
  }

  /** Erase a user of any organization. `POST /api/users/{id}/erase` */
  erase(id: string, body?: EraseUserData['body'], options?: CallOptions): Promise<EraseUserResponse> {
    return this.connection.send(eraseUser, { path: { id }, body }, options);
  }

  /** Take all second factors from a user of any organization. `DELETE /api/users/{id}/factors` */
  resetSecondFactors(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(resetSecondFactors, { path: { id } }, options);
  }

  /** Act as a user. `POST /api/users/{id}/impersonate` */
  impersonate(id: string, body?: ImpersonateUserData['body'], options?: CallOptions): Promise<ImpersonateUserResponse> {
    return this.connection.send(impersonateUser, { path: { id }, body }, options);
  }

  /** Sign a user of any organization out everywhere. `DELETE /api/users/{id}/sessions` */
  endSessions(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(endUserSessions, { path: { id } }, options);
  }

  /** Make a user of any organization a Super Admin. `PUT /api/users/{id}/super-admin` */
  grantSuperAdmin(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(grantSuperAdmin, { path: { id } }, options);
  }

  /** Take the Super Admin flag from a user. `DELETE /api/users/{id}/super-admin` */
  revokeSuperAdmin(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(revokeSuperAdmin, { path: { id } }, options);
  }

}
export class VehicleAssignmentsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Read an assignment. `GET /api/vehicle-assignments/{id}` */
  get(id: string, options?: CallOptions): Promise<GetVehicleAssignmentResponse> {
    return this.connection.send(getVehicleAssignment, { path: { id } }, options);
  }

  /** Change an assignment. `PATCH /api/vehicle-assignments/{id}` */
  update(id: string, body: UpdateVehicleAssignmentData['body'], options?: CallOptions): Promise<UpdateVehicleAssignmentResponse> {
    return this.connection.send(updateVehicleAssignment, { path: { id }, body }, options);
  }

  /** Take a vehicle off an event. `DELETE /api/vehicle-assignments/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteVehicleAssignment, { path: { id } }, options);
  }

}
export class VehiclesAssignmentsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List a vehicle's assignments. `GET /api/vehicles/{id}/assignments` */
  listOfVehicle(id: string, query?: ListAssignmentsOfVehicleData['query'], options?: CallOptions): Promise<ListAssignmentsOfVehicleResponse> {
    return this.connection.send(listAssignmentsOfVehicle, { path: { id }, query }, options);
  }
  /** List a vehicle's assignments: all of them, one after the other. */
  allOfVehicle(id: string, query?: ListAssignmentsOfVehicleData['query'], options?: CallOptions): AsyncGenerator<ListAssignmentsOfVehicleResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAssignmentsOfVehicleResponse> =>
      this.connection.send(listAssignmentsOfVehicle, { path: { id }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

}
export class VehiclesResource {
  readonly assignments: VehiclesAssignmentsResource;

  constructor(protected readonly connection: Connection) {
    this.assignments = new VehiclesAssignmentsResource(connection);
  }

  /** List vehicles. `GET /api/vehicles` */
  list(query?: ListVehiclesData['query'], options?: CallOptions): Promise<ListVehiclesResponse> {
    return this.connection.send(listVehicles, { query }, options);
  }
  /** List vehicles: all of them, one after the other. */
  all(query?: ListVehiclesData['query'], options?: CallOptions): AsyncGenerator<ListVehiclesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListVehiclesResponse> =>
      this.connection.send(listVehicles, { query: { ...query, ...page } }, options);
    return byCursor(read);
  }

  /** Create a vehicle. `POST /api/vehicles` */
  create(body: CreateVehicleData['body'], options?: CallOptions): Promise<CreateVehicleResponse> {
    return this.connection.send(createVehicle, { body }, options);
  }

  /** Read a vehicle. `GET /api/vehicles/{id}` */
  get(id: string, options?: CallOptions): Promise<GetVehicleResponse> {
    return this.connection.send(getVehicle, { path: { id } }, options);
  }

  /** Change a vehicle. `PATCH /api/vehicles/{id}` */
  update(id: string, body: UpdateVehicleData['body'], options?: CallOptions): Promise<UpdateVehicleResponse> {
    return this.connection.send(updateVehicle, { path: { id }, body }, options);
  }

  /** Delete a vehicle. `DELETE /api/vehicles/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteVehicle, { path: { id } }, options);
  }

}
export class WebhooksDeliveriesResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the deliveries to all endpoints, newest first. `GET /api/webhooks/deliveries` */
  listAll(query?: ListAllWebhookDeliveriesData['query'], options?: CallOptions): Promise<ListAllWebhookDeliveriesResponse> {
    return this.connection.send(listAllWebhookDeliveries, { query }, options);
  }
  /** List the deliveries to all endpoints, newest first: all of them, one after the other. */
  allAll(query?: ListAllWebhookDeliveriesData['query'], options?: CallOptions): AsyncGenerator<ListAllWebhookDeliveriesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListAllWebhookDeliveriesResponse> =>
      this.connection.send(listAllWebhookDeliveries, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** List the deliveries to an endpoint, newest first. `GET /api/webhooks/{id}/deliveries` */
  list(id: string, query?: ListWebhookDeliveriesData['query'], options?: CallOptions): Promise<ListWebhookDeliveriesResponse> {
    return this.connection.send(listWebhookDeliveries, { path: { id }, query }, options);
  }
  /** List the deliveries to an endpoint, newest first: all of them, one after the other. */
  all(id: string, query?: ListWebhookDeliveriesData['query'], options?: CallOptions): AsyncGenerator<ListWebhookDeliveriesResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListWebhookDeliveriesResponse> =>
      this.connection.send(listWebhookDeliveries, { path: { id }, query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Read a delivery, what it sends and every attempt. `GET /api/webhooks/{id}/deliveries/{deliveryId}` */
  get(id: string, deliveryId: string, options?: CallOptions): Promise<GetWebhookDeliveryResponse> {
    return this.connection.send(getWebhookDelivery, { path: { id, deliveryId } }, options);
  }

  /** Send a delivery once more. `POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver` */
  redeliver(id: string, deliveryId: string, options?: CallOptions): Promise<RedeliverWebhookDeliveryResponse> {
    return this.connection.send(redeliverWebhookDelivery, { path: { id, deliveryId } }, options);
  }

}
export class WebhooksEventTypesResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the event types that endpoints can subscribe to. `GET /api/webhooks/event-types` */
  list(options?: CallOptions): Promise<ListWebhookEventTypesResponse> {
    return this.connection.send(listWebhookEventTypes, {  }, options);
  }

}
export class WebhooksTestInboxRequestsResource {

  constructor(protected readonly connection: Connection) {
  }

  /** List the requests that the test inbox got, newest first. `GET /api/webhooks/test-inbox/requests` */
  list(query?: ListTestInboxRequestsData['query'], options?: CallOptions): Promise<ListTestInboxRequestsResponse> {
    return this.connection.send(listTestInboxRequests, { query }, options);
  }
  /** List the requests that the test inbox got, newest first: all of them, one after the other. */
  all(query?: ListTestInboxRequestsData['query'], options?: CallOptions): AsyncGenerator<ListTestInboxRequestsResponse['data'][number], void, undefined> {
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

  /** List the endpoints of the organization. `GET /api/webhooks` */
  list(query?: ListWebhooksData['query'], options?: CallOptions): Promise<ListWebhooksResponse> {
    return this.connection.send(listWebhooks, { query }, options);
  }
  /** List the endpoints of the organization: all of them, one after the other. */
  all(query?: ListWebhooksData['query'], options?: CallOptions): AsyncGenerator<ListWebhooksResponse['data'][number], void, undefined> {
    const read = (page: object): Promise<ListWebhooksResponse> =>
      this.connection.send(listWebhooks, { query: { ...query, ...page } }, options);
    return byPage(read);
  }

  /** Register an endpoint. `POST /api/webhooks` */
  create(body: CreateWebhookData['body'], options?: CallOptions): Promise<CreateWebhookResponse> {
    return this.connection.send(createWebhook, { body }, options);
  }

  /** Make the test inbox of the organization. `POST /api/webhooks/test-inbox` */
  createTestInbox(options?: CallOptions): Promise<CreateTestInboxResponse> {
    return this.connection.send(createTestInbox, {  }, options);
  }

  /** Read the test inbox of the organization. `GET /api/webhooks/test-inbox` */
  getTestInbox(options?: CallOptions): Promise<GetTestInboxResponse> {
    return this.connection.send(getTestInbox, {  }, options);
  }

  /** Delete the test inbox with what it got. `DELETE /api/webhooks/test-inbox` */
  deleteTestInbox(options?: CallOptions): Promise<void> {
    return this.connection.send(deleteTestInbox, {  }, options);
  }

  /** Read an endpoint. `GET /api/webhooks/{id}` */
  get(id: string, options?: CallOptions): Promise<GetWebhookResponse> {
    return this.connection.send(getWebhook, { path: { id } }, options);
  }

  /** Change an endpoint. `PATCH /api/webhooks/{id}` */
  update(id: string, body: UpdateWebhookData['body'], options?: CallOptions): Promise<UpdateWebhookResponse> {
    return this.connection.send(updateWebhook, { path: { id }, body }, options);
  }

  /** Delete an endpoint with its deliveries. `DELETE /api/webhooks/{id}` */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.connection.send(deleteWebhook, { path: { id } }, options);
  }

  /** Count what became of the attempts of the last 24 hours, by the hour. `GET /api/webhooks/{id}/hours` */
  getHours(id: string, options?: CallOptions): Promise<GetWebhookHoursResponse> {
    return this.connection.send(getWebhookHours, { path: { id } }, options);
  }

  /** Send the failed deliveries of a period once more. `POST /api/webhooks/{id}/recover` */
  recover(id: string, body: RecoverWebhookDeliveriesData['body'], options?: CallOptions): Promise<RecoverWebhookDeliveriesResponse> {
    return this.connection.send(recoverWebhookDeliveries, { path: { id }, body }, options);
  }

  /** Give an endpoint a new secret. `POST /api/webhooks/{id}/rotate-secret` */
  rotateSecret(id: string, body?: RotateWebhookSecretData['body'], options?: CallOptions): Promise<RotateWebhookSecretResponse> {
    return this.connection.send(rotateWebhookSecret, { path: { id }, body }, options);
  }

  /** Send an endpoint a test. `POST /api/webhooks/{id}/test` */
  test(id: string, body?: TestWebhookData['body'], options?: CallOptions): Promise<TestWebhookResponse> {
    return this.connection.send(testWebhook, { path: { id }, body }, options);
  }

}
export class ServiceResource {

  constructor(protected readonly connection: Connection) {
  }

  /** Show the page behind the link that stops a change of address. `GET /email/cancel` */
  getEmailCancellationPage(options?: CallOptions): Promise<GetEmailCancellationPageResponse> {
    return this.connection.send(getEmailCancellationPage, {  }, options);
  }

  /** Show the page behind the link that confirms an e-mail address. `GET /email/confirm` */
  getEmailConfirmationPage(options?: CallOptions): Promise<GetEmailConfirmationPageResponse> {
    return this.connection.send(getEmailConfirmationPage, {  }, options);
  }

  /** Is the process alive?. `GET /health/live` */
  getLiveness(options?: CallOptions): Promise<GetLivenessResponse> {
    return this.connection.send(getLiveness, {  }, options);
  }

  /** Can the service serve requests?. `GET /health/ready` */
  getReadiness(options?: CallOptions): Promise<GetReadinessResponse> {
    return this.connection.send(getReadiness, {  }, options);
  }

  /** Show the page behind the link of an invitation. `GET /invitations/accept` */
  getInvitationPage(options?: CallOptions): Promise<GetInvitationPageResponse> {
    return this.connection.send(getInvitationPage, {  }, options);
  }

  /** Metrics in the text format of Prometheus. `GET /metrics` */
  getMetrics(options?: CallOptions): Promise<GetMetricsResponse> {
    return this.connection.send(getMetrics, {  }, options);
  }

  /** Show the page behind the link to a new password. `GET /password/reset` */
  getPasswordResetPage(options?: CallOptions): Promise<GetPasswordResetPageResponse> {
    return this.connection.send(getPasswordResetPage, {  }, options);
  }

}
export class TourEventsResources {
  readonly announcements: AnnouncementsResource;
  readonly apiKeys: ApiKeysResource;
  readonly auditLogs: AuditLogsResource;
  readonly auth: AuthResource;
  readonly billing: BillingResource;
  readonly changes: ChangesResource;
  readonly coupons: CouponsResource;
  readonly events: EventsResource;
  readonly expenses: ExpensesResource;
  readonly guests: GuestsResource;
  readonly impersonation: ImpersonationResource;
  readonly invitations: InvitationsResource;
  readonly notifications: NotificationsResource;
  readonly organizations: OrganizationsResource;
  readonly overview: OverviewResource;
  readonly plans: PlansResource;
  readonly platform: PlatformResource;
  readonly privacy: PrivacyResource;
  readonly referrals: ReferralsResource;
  readonly rsvp: RsvpResource;
  readonly search: SearchResource;
  readonly settings: SettingsResource;
  readonly suppressions: SuppressionsResource;
  readonly tours: ToursResource;
  readonly unsubscribe: UnsubscribeResource;
  readonly users: UsersResource;
  readonly vehicleAssignments: VehicleAssignmentsResource;
  readonly vehicles: VehiclesResource;
  readonly webhooks: WebhooksResource;
  readonly service: ServiceResource;

  constructor(protected readonly connection: Connection) {
    this.announcements = new AnnouncementsResource(connection);
    this.apiKeys = new ApiKeysResource(connection);
    this.auditLogs = new AuditLogsResource(connection);
    this.auth = new AuthResource(connection);
    this.billing = new BillingResource(connection);
    this.changes = new ChangesResource(connection);
    this.coupons = new CouponsResource(connection);
    this.events = new EventsResource(connection);
    this.expenses = new ExpensesResource(connection);
    this.guests = new GuestsResource(connection);
    this.impersonation = new ImpersonationResource(connection);
    this.invitations = new InvitationsResource(connection);
    this.notifications = new NotificationsResource(connection);
    this.organizations = new OrganizationsResource(connection);
    this.overview = new OverviewResource(connection);
    this.plans = new PlansResource(connection);
    this.platform = new PlatformResource(connection);
    this.privacy = new PrivacyResource(connection);
    this.referrals = new ReferralsResource(connection);
    this.rsvp = new RsvpResource(connection);
    this.search = new SearchResource(connection);
    this.settings = new SettingsResource(connection);
    this.suppressions = new SuppressionsResource(connection);
    this.tours = new ToursResource(connection);
    this.unsubscribe = new UnsubscribeResource(connection);
    this.users = new UsersResource(connection);
    this.vehicleAssignments = new VehicleAssignmentsResource(connection);
    this.vehicles = new VehiclesResource(connection);
    this.webhooks = new WebhooksResource(connection);
    this.service = new ServiceResource(connection);
  }

}
