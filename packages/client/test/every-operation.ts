import { resolve } from 'node:path';
import { ConflictError, TourEvents } from '@tour-events/client';
import type { TestApp } from '../../../test/support/app';
import { Authenticator } from '../../../test/support/authenticator';
import { eventually } from '../../../test/support/eventually';
import { exportsOf } from '../../../test/support/files-of';
import { CLIENT, IdentityProvider } from '../../../test/support/identity-provider';
import { pauseMail } from '../../../test/support/mail-pauses';
import { readMailFiles } from '../../../test/support/mail';
import { totpCode } from '../../../test/support/second-factors';
import { sql } from '../../../test/support/sql';

/** What the steps work with: the service, and somebody of each kind, each with a client of their own. */
export interface Stage {
  readonly service: TestApp;
  /** Calls without a credential, and gets a session by signing in or registering. */
  readonly browser: (baseUrl?: string) => TourEvents;
  /** For a client of one's own: calls, and notes which operation it was. */
  readonly watched: (request: Request) => Promise<Response>;
  /** Signed in, with an organization of their own. */
  readonly planner: TourEvents;
  /** The planner's API key. */
  readonly te: TourEvents;
  /** A Super Admin, signed in. */
  readonly operator: TourEvents;
}

const PASSWORD = 'a password for tests';
const SOON = '2027-05-01T18:00:00.000Z';

/**
 * Calls every operation of the API at least once, and has each succeed. An operation that is new in the document belongs
 * to one of these areas, or to a file in `operations`.
 */
export const AREAS: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
  async 'what has a file of its own'(stage) {
    for (const call of exportsOf<(stage: Stage) => Promise<void>>(resolve(__dirname, 'operations'), 'call'))
      await call(stage);
  },

  async events({ te }) {
    const event = await te.events.create({ name: 'An event', startsAt: SOON });
    await te.events.list({ status: ['draft', 'completed'], include: ['summary'] });
    await te.events.get(event.id);
    await te.events.update(event.id, { capacity: 100 });
    expect(await te.events.getCalendar(event.id)).toContain('BEGIN:VCALENDAR');
    await te.events.getSummary(event.id);
    const draft = await te.events.duplicate(event.id, { startsAt: SOON, with: ['team', 'vehicles', 'guests'] });
    expect(draft).toMatchObject({ name: 'An event', status: 'draft', capacity: 100 });
    const worker = await te.events.team.add(event.id, { name: 'A driver' });
    await te.events.team.list(event.id);
    await te.events.team.get(event.id, worker.id);
    await te.events.team.update(event.id, worker.id, { role: 'Lead' });
    const contact = await te.events.team.getPersonalData(event.id, worker.id);
    expect(contact.sections[0]).toMatchObject({ name: 'contact', records: [{ name: 'A driver' }] });
    await te.events.team.erase(event.id, worker.id);
    await te.events.team.remove(event.id, worker.id);
    await te.events.delete(event.id);
    await te.overview.get();
    await te.search.searchRecords({ q: 'Renamed' });
  },

  async 'guests, answers and seats'({ te, browser }) {
    const event = await te.events.create({ name: 'A party', capacity: 10 });
    const guest = await te.guests.create({ name: 'Ada', email: 'ada@example.com' });
    await te.guests.list({ q: 'ada' });
    await te.guests.get(guest.id);
    await te.guests.update(guest.id, { company: 'Analytical Engines' });
    const batch = await te.guests.batch({ items: [{ name: 'Grace', externalId: 'g-1' }] });
    expect(batch).toMatchObject({ created: 1, results: [{ status: 'created' }] });
    expect(await te.guests.import('name,externalId\nAlan,a-1\n')).toMatchObject({ created: 1 });
    expect(await te.guests.export()).toContain('Grace');
    const known = await te.guests.getPersonalData(guest.id);
    expect(known.sections[0]).toMatchObject({ name: 'guest', records: [{ name: 'Ada' }] });
    await te.guests.erase((await te.guests.create({ name: 'Forgotten' })).id, {});
    const place = await te.events.guests.add(event.id, { guestId: guest.id });
    const others = await te.events.guests.add(event.id, { from: { all: true } });
    expect(others.data.map((other) => other.guestId)).not.toContain(guest.id);
    if (!('rsvpUrl' in place)) throw new Error('One guest was added, so one comes back.');
    await te.events.guests.batch(event.id, { items: [{ externalId: 'g-1', rsvp: 'accepted' }] });
    await te.events.guests.list(event.id, { rsvp: ['accepted', 'pending'] });
    await te.events.guests.get(event.id, place.id);
    await te.events.guests.answer(event.id, place.id, { rsvp: 'accepted' });
    await te.guests.events.list(guest.id);
    const token = new URL(place.rsvpUrl).pathname.split('/').at(-1)!;
    await browser().rsvp.get(token);
    await browser().rsvp.answer(token, { rsvp: 'accepted', plusOnes: 1 });
    await browser().rsvp.answerForm(token, 'rsvp=accepted&plusOnes=1');

    const vehicle = await te.vehicles.create({ name: 'A bus', capacity: 8 });
    await te.vehicles.list();
    await te.vehicles.get(vehicle.id);
    await te.vehicles.update(vehicle.id, { plateNumber: 'W 1' });
    const assignment = await te.events.vehicles.create(event.id, { vehicleId: vehicle.id });
    await te.events.vehicles.list(event.id);
    await te.vehicles.assignments.listOfVehicle(vehicle.id);
    await te.vehicleAssignments.get(assignment.id);
    await te.vehicleAssignments.update(assignment.id, { notes: 'Early' });
    await te.events.guests.seat(event.id, place.id, { vehicleAssignmentId: assignment.id });
    await te.events.getManifest(event.id);
    await te.events.guests.checkIn(event.id, place.id);
    await te.events.guests.undoCheckIn(event.id, place.id);
    await te.events.guests.remove(event.id, place.id);
    await te.events.update(event.id, { waitlist: 'manual' });
    const waiting = await te.events.guests.add(event.id, { name: 'Waits' });
    await te.events.waitlist.add(event.id, { eventGuestId: waiting.id });
    expect((await te.events.waitlist.list(event.id)).data).toMatchObject([{ name: 'Waits', position: 1 }]);
    expect((await te.events.waitlist.promote(event.id, waiting.id)).rsvp).toBe('accepted');
    await te.events.guests.answer(event.id, waiting.id, { rsvp: 'declined' });
    await te.events.waitlist.add(event.id, { eventGuestId: waiting.id });
    await te.events.waitlist.remove(event.id, waiting.id);
    await te.vehicleAssignments.delete(assignment.id);
    await te.vehicles.delete(vehicle.id);
    await te.guests.delete(guest.id);
  },

  async expenses({ te }) {
    const tour = await te.tours.create({ name: 'A costly one' });
    const event = await te.events.create({ name: 'A costly one', tourId: tour.id });
    const expense = await te.events.expenses.create(event.id, { category: 'transport', amount: '12.50' });
    await te.events.expenses.batch(event.id, { items: [{ category: 'catering', amount: '1.00' }] });
    await te.events.expenses.list(event.id);
    expect((await te.tours.expenses.list(tour.id, { category: 'catering' })).total).toBe(1);
    await te.expenses.get(expense.id);
    await te.expenses.update(expense.id, { amount: '13.00' });
    expect((await te.expenses.getReport({ groupBy: 'category' })).totals).toMatchObject({ amount: '14.00', count: 2 });
    await te.expenses.delete(expense.id);
  },

  async messages({ te, service, browser }) {
    const event = await te.events.create({ name: 'Written about' });
    const guest = await te.guests.create({ name: 'Without an address' });
    await te.events.guests.add(event.id, { name: 'Reader', email: 'reader@example.com' });
    const letter = { subject: '{{event.name}}', body: 'Dear {{guest.name}}' };
    await te.notifications.getAudience({ eventId: event.id });
    await te.notifications.preview({ channel: 'email', eventId: event.id, ...letter });
    await te.notifications.sendBulk({ channel: 'email', eventId: event.id, ...letter });
    await te.notifications.sendWhatsApp({ to: ['+4930123456'], template: 'hello' });
    const sent = await te.notifications.sendEmail({ guestIds: [guest.id], subject: 'Hello', body: 'A body.' });
    await te.guests.update(guest.id, { email: 'late@example.com' });
    await te.notifications.retry(sent.id);
    const sendAt = new Date(Date.now() + 86_400_000).toISOString();
    const later = await te.notifications.sendEmail({ guestIds: [guest.id], subject: 'Later', body: 'A body.', sendAt });
    await te.notifications.update(later.id, { subject: 'Changed' });
    await te.notifications.delete(later.id);
    await te.notifications.list();
    await te.notifications.get(sent.id);
    await te.notifications.recipients.list(sent.id);
    await te.notifications.failures.list(sent.id);
    const link = await linkTo(service, 'reader@example.com', /\/api\/unsubscribe\/([^\s>]+)/);
    await browser().unsubscribe.getUnsubscription(link);
    await browser().unsubscribe.unsubscribe(link);
    const { data } = await te.suppressions.list();
    await te.suppressions.get(data[0]!.id);
    await te.suppressions.lift(data[0]!.id);
  },

  async 'announcements and changes'({ te, operator }) {
    const { next } = await te.changes.list();
    const announcement = await operator.announcements.publish({ title: 'A title', body: 'A body' });
    await operator.announcements.update(announcement.id, { level: 'critical' });
    await te.announcements.list();
    await te.announcements.get(announcement.id);
    await te.announcements.markRead(announcement.id);
    for await (const message of te.announcements.follow({ after: '0' })) {
      expect(message).toMatchObject({ type: 'published', announcement: { id: announcement.id, level: 'critical' } });
      break;
    }
    await operator.platform.announcements.list();
    await operator.platform.announcements.readers.list(announcement.id);
    await operator.announcements.delete(announcement.id);
    await te.tours.create({ name: 'Something new' });
    for await (const change of te.changes.follow({ after: next, types: ['tour.created'] })) {
      expect(change).toMatchObject({ type: 'tour.created' });
      break;
    }
  },

  async webhooks({ te }) {
    await te.webhooks.eventTypes.list();
    const webhook = await te.webhooks.create({ url: 'http://127.0.0.1:9/', eventTypes: ['webhook.test'] });
    await te.webhooks.list();
    await te.webhooks.get(webhook.id);
    await te.webhooks.update(webhook.id, { description: 'Nobody listens there' });
    await te.webhooks.rotateSecret(webhook.id);
    const delivery = await te.webhooks.test(webhook.id);
    await eventually('all attempts to fail', async () => {
      const { status } = await te.webhooks.deliveries.get(webhook.id, delivery.id);
      return status === 'failed';
    });
    await te.webhooks.deliveries.list(webhook.id);
    await te.webhooks.deliveries.redeliver(webhook.id, delivery.id);
    await te.webhooks.deliveries.listAcrossEndpoints();
    await te.webhooks.getHours(webhook.id);
    await te.webhooks.recover(webhook.id, { since: '2020-01-01T00:00:00Z', dryRun: true });
    await te.webhooks.createTestInbox();
    await te.webhooks.getTestInbox();
    await te.webhooks.testInbox.requests.list();
    await te.webhooks.deleteTestInbox();
    await te.webhooks.delete(webhook.id);
  },

  async referrals({ te, browser }) {
    const { id, code } = await te.referrals.create();
    await te.referrals.list();
    await te.referrals.get(id);
    await browser().referrals.recordClick({ code });
    await browser().referrals.recordSignup({ code, email: 'new@example.com' });
    expect(await browser().referrals.validateCode({ code })).toMatchObject({ valid: true });
    await te.referrals.update(id, { active: false });
  },

  async 'the organization and its people'({ te, planner, service, browser }) {
    await te.organizations.getCurrent();
    await te.organizations.updateCurrent({ timezone: 'Europe/Vienna' });
    await te.organizations.me.getCurrentPermissions();
    await te.settings.get();
    await te.settings.update({ locale: 'de', retention: { guestDaysAfterLastEvent: 365 } });
    expect(await te.privacy.getReport()).toMatchObject({ due: 0, oldest: null });
    expect(await te.privacy.dueGuests.list({ guestDaysAfterLastEvent: 30 })).toMatchObject({ total: 0 });
    await te.users.getCurrent();
    await te.users.updateCurrent({ phone: '+43123456789' });
    await planner.users.me.organizations.listOwn();

    const role = await te.organizations.roles.create({ name: 'Planner', permissions: ['users.read'] });
    await te.organizations.roles.list();
    await te.organizations.roles.get(role.id);
    await te.organizations.roles.update(role.id, { description: 'Plans' });
    await te.organizations.roles.delete(role.id);

    const email = 'colleague@example.com';
    const invitation = await te.organizations.invitations.create({ email, role: 'Member' });
    await te.organizations.invitations.list();
    await te.organizations.invitations.get(invitation.id);
    const token = await linkTo(service, email, /invitations\/accept\?token=(\S+)/);
    await browser().service.getInvitationPage();
    await browser().invitations.accept({ token, name: 'Colleague', password: PASSWORD });
    const { data: members } = await te.organizations.members.list({ q: email });
    const memberId = members[0]!.id;
    await te.organizations.members.get(memberId);
    await te.organizations.members.update(memberId, { role: 'Admin' });
    await te.organizations.members.remove(memberId);
    const other = await te.organizations.invitations.create({ email: 'other@example.com', role: 'Member' });
    await te.organizations.invitations.resend(other.id);
    await te.organizations.invitations.revoke(other.id);

    const key = await planner.apiKeys.create({ name: 'Another' });
    await te.apiKeys.list();
    await te.apiKeys.getCurrent();
    await te.apiKeys.get(key.id);
    await te.apiKeys.update(key.id, { name: 'Renamed' });
    await te.apiKeys.revoke(key.id);

    const { data: records } = await te.auditLogs.list();
    await te.auditLogs.get(records[0]!.id);
    expect(await te.auditLogs.verify()).toMatchObject({ valid: true });
    await te.auditLogs.export({ from: '2027-01-01' });
  },

  async 'plans and billing'({ te, planner, operator }) {
    const prices = { monthlyPrice: '10.00', yearlyPrice: '100.00', currency: 'EUR', features: ['Tours'] };
    const [plan, spare] = [
      await operator.plans.create({ name: 'A plan', ...prices }),
      await operator.plans.create({ name: 'A spare one', ...prices }),
    ];
    await operator.plans.list();
    await operator.plans.listPublic();
    await operator.plans.get(plan.id);
    await operator.plans.update(plan.id, { features: ['Tours', 'Guests'] });
    await operator.plans.delete(spare.id);
    const coupon = await operator.coupons.create({ code: 'SPRING', percentOff: 20 });
    await operator.coupons.list();
    await operator.coupons.get(coupon.id);
    await operator.coupons.update(coupon.id, { planIds: [plan.id] });
    expect(await te.coupons.validate({ code: 'SPRING', planId: plan.id })).toMatchObject({ valid: true });
    await operator.coupons.delete(coupon.id);

    const wanted = { planId: plan.id, interval: 'monthly' } as const;
    expect(await te.billing.previewSubscription(wanted)).toMatchObject({ invoice: { total: '10.00' } });
    await te.billing.subscribeToPlan(wanted);
    await te.billing.get();
    const { data: invoices } = await te.billing.invoices.list();
    const invoice = await te.billing.invoices.get(invoices[0]!.id);
    const { organization } = await planner.auth.getCurrentSession();
    const { organization: own } = await operator.auth.getCurrentSession();
    await operator.auth.switchOrganization({ organizationId: organization.id });
    expect(await operator.billing.payInvoice(invoice.id)).toMatchObject({ status: 'paid', total: '10.00' });
    await operator.auth.switchOrganization({ organizationId: own.id });
    await te.billing.cancelSubscription();
  },

  async 'second factors'({ service, browser, operator }) {
    // Passkeys work under a name, not under an address.
    const url = service.url.replace('127.0.0.1', 'localhost');
    const visitor = browser(url);
    const account = { email: 'careful@example.com', password: PASSWORD };
    const { user } = await visitor.auth.registerOrganization({ organizationName: 'Careful', name: 'Vi', ...account });
    await visitor.auth.reauthenticate({ password: PASSWORD });
    const { secret } = await visitor.auth.startTotp();
    await visitor.auth.verifyTotp({ code: totpCode(secret as string, service.clock) });
    const { recoveryCodes } = await visitor.auth.renewRecoveryCodes();
    const device = new Authenticator(url);
    const credential = device.create(await visitor.auth.getPasskeyCreationOptions());
    const passkey = await visitor.auth.factors.passkeys.add({ name: 'A phone', credential });
    expect(await visitor.auth.getSecondFactors()).toMatchObject({
      recoveryCodesLeft: 10,
      passkeys: [{ id: passkey.id }],
    });

    const result = await browser().auth.logIn(account);
    if (!('secondFactor' in result)) throw new Error('It does not ask for the second factor.');
    const { challenge } = result.secondFactor;
    await browser().auth.logInWithFactor({ challenge, recoveryCode: recoveryCodes![0]! });
    const stranger = browser(url);
    await stranger.auth.logInWithPasskey({ credential: device.get(await stranger.auth.getPasskeyOptions({})) });
    await visitor.auth.factors.passkeys.remove(passkey.id);
    await visitor.auth.removeTotp();
    await operator.users.resetSecondFactors(user.id);
  },

  async 'single sign-on'({ service, browser, operator }) {
    const provider = await IdentityProvider.start(`${service.url}/sso/`);
    const admin = browser();
    const account = { organizationName: 'Signed on', name: 'Sia', email: 'sia@example.com', password: PASSWORD };
    const { organization } = await admin.auth.registerOrganization(account);
    await admin.settings.updateSingleSignOn({ issuer: provider.issuer, ...CLIENT, defaultRole: 'Member' });
    const { id } = await admin.settings.sso.domains.add({ domain: 'signed-on.example.com' });
    const { organization: own } = await operator.auth.getCurrentSession();
    await operator.auth.switchOrganization({ organizationId: organization.id });
    await operator.settings.sso.domains.verify(id, { byOperator: true });
    await operator.auth.switchOrganization({ organizationId: own.id });

    const visitor = browser();
    const person = { subject: 'grace', email: 'grace@signed-on.example.com' };
    const { url } = await visitor.auth.startSsoSignIn({ email: person.email });
    const query = await provider.signIn(url, person);
    const { user } = await visitor.auth.finishSsoSignIn({ query, organizationId: organization.id });
    expect(user.email).toBe(person.email);

    // An account that was there before is connected by its own password.
    const known = { email: 'ida@signed-on.example.com', password: PASSWORD };
    await browser().auth.registerOrganization({ organizationName: 'Of before', name: 'Ida', ...known });
    await sql(service.databaseUrl, 'UPDATE users SET email_proven_at = now() WHERE email = $1', [known.email]);
    const started = await visitor.auth.startSsoSignIn({ email: known.email });
    const returned = await provider.signIn(started.url, { subject: 'ida', email: known.email });
    const asked = await visitor.auth
      .finishSsoSignIn({ query: returned, organizationId: organization.id })
      .catch((error: unknown) => error);
    if (!(asked instanceof ConflictError)) throw new Error('It does not ask for the password.');
    await visitor.auth.logInWithFactor({ challenge: asked.problem.challenge!, password: PASSWORD });
    const { providers } = await visitor.auth.getSecondFactors();
    await visitor.auth.factors.providers.endConnection(providers[0]!.id);
    provider.stop();
    await admin.settings.sso.domains.remove(id);
    await admin.settings.removeSingleSignOn();
    expect(await admin.settings.getSingleSignOn()).toMatchObject({ issuer: null, domains: [] });
  },

  async "one's own account"({ service, browser }) {
    const visitor = browser();
    const email = 'visitor@example.com';
    await visitor.auth.registerOrganization({ organizationName: 'Visits', name: 'Vi', email, password: PASSWORD });
    await visitor.auth.resendEmailConfirmation();
    await browser().service.getEmailConfirmationPage();
    const confirmation = await linkTo(service, email, /email\/confirm\?token=(\S+)/, 2);
    await browser().auth.confirmEmail({ token: confirmation });
    await visitor.auth.changeEmail({ email: 'elsewhere@example.com' });
    await browser().service.getEmailCancellationPage();
    await browser().auth.cancelEmailChange({ token: await linkTo(service, email, /email\/cancel\?token=(\S+)/) });
    await visitor.auth.changePassword({ currentPassword: PASSWORD, newPassword: `${PASSWORD} again` });
    const elsewhere = browser();
    await elsewhere.auth.logIn({ email, password: `${PASSWORD} again` });
    const { data: sessions } = await visitor.auth.sessions.list();
    expect(sessions).toHaveLength(2);
    await visitor.auth.sessions.end(sessions.find(({ current }) => !current)!.id);
    await visitor.auth.logOut();
    await browser().auth.requestPasswordReset({ email });
    await browser().service.getPasswordResetPage();
    const reset = await linkTo(service, email, /password\/reset\?token=(\S+)/);
    await browser().auth.resetPassword({ token: reset, password: `${PASSWORD} anew` });
  },

  async 'the platform'({ service, operator, planner, browser }) {
    await operator.platform.getHealth();
    await operator.settings.getPlatform();
    await operator.settings.updatePlatform({ referralReward: { amount: '1.00', currency: 'EUR' } });
    await operator.auditLogs.listPlatform();
    const customer = browser();
    const account = { organizationName: 'A customer', name: 'Cy', email: 'cy@example.com', password: PASSWORD };
    const { organization, user } = await customer.auth.registerOrganization(account);
    await operator.organizations.list({ q: 'A customer' });
    await operator.organizations.get(organization.id);
    await operator.organizations.update(organization.id, { name: 'A good customer' });
    await operator.organizations.users.list(organization.id);
    await operator.platform.organizations.getUsage(organization.id);
    await pauseMail(service.databaseUrl, organization.id);
    await operator.platform.organizations.endMailPause(organization.id);
    await operator.platform.users.list();
    await operator.platform.users.get(user.id);
    await operator.platform.users.update(user.id, { name: 'Cyrus' });
    const { organization: own } = await operator.auth.getCurrentSession();
    await operator.auth.switchOrganization({ organizationId: organization.id });
    await operator.users.list();
    await operator.users.get(user.id);
    await operator.users.update(user.id, { name: 'Cyril' });
    await operator.users.grantSuperAdmin(user.id);
    await operator.users.revokeSuperAdmin(user.id);
    await operator.users.endSessions(user.id);
    await operator.users.impersonate(user.id);
    await operator.impersonation.end();
    await operator.users.erase(user.id, { force: true });
    await operator.auth.switchOrganization({ organizationId: own.id });
    await operator.organizations.delete(organization.id);
    await operator.organizations.restore(organization.id);
    for (const { name } of [await planner.users.getCurrent()]) expect(name).toEqual(expect.any(String));
    await browser().service.getLiveness();
    await browser().service.getReadiness();
    expect(await browser().service.getMetrics()).toContain('# TYPE');
  },
};

/** What a pattern finds in the newest message to an address that has it, once so many have come. */
async function linkTo({ dataDir }: TestApp, email: string, pattern: RegExp, messages = 1): Promise<string> {
  return eventually(`${messages} messages to ${email} with ${pattern.source}`, async () => {
    const mails = (await readMailFiles(dataDir)).filter(({ headers }) => headers['to']?.includes(email));
    const found = mails.flatMap(
      ({ text, headers }) => pattern.exec(`${text}\n${headers['list-unsubscribe']}`)?.[1] ?? [],
    );
    return found.length >= messages ? found.at(-1)! : null;
  });
}
