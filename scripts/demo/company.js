'use strict';
const { setTimeout: delay } = require('node:timers/promises');
const { ApiError, TourEvents } = require('@tour-events/client');
const { say } = require('./progress');
const { browserAt, linkTo } = require('./service');

const POLL_MS = 1_000;
const PLANS = [
  { name: 'Starter', monthlyPrice: '19.00', yearlyPrice: '190.00', features: ['3 tours', '500 guests'] },
  { name: 'Professional', monthlyPrice: '49.00', yearlyPrice: '490.00', features: ['Unlimited tours', 'Webhooks'] },
];
const COUPON = { code: 'FIRST-SEASON', percentOff: 20, duration: 'once' };
const NEWS = [
  { title: 'Seats by drag and drop', body: 'The seat board is there: drag guests into vehicles, or use the keyboard.' },
  { title: 'Maintenance on Sunday', body: 'From 02:00 to 02:30 UTC the service may be slow.', level: 'warning' },
];

/** An organization, its people, and what it has to do with others. */
class Company {
  /**
   * @param {{ baseUrl: string, operator: { email: string, password: string } | null }} service
   * @param {object} account as it is registered
   */
  constructor({ baseUrl, operator }, account) {
    this.baseUrl = baseUrl;
    this.operatorAccount = operator;
    this.account = account;
    this.planner = browserAt(baseUrl);
  }

  /** Registers it, confirms the address, makes a key, and lets two colleagues join; a third is invited. */
  async found() {
    const { planner, account } = this;
    const { organization } = await planner.auth.registerOrganization(account);
    this.organizationId = organization.id;
    const token = await linkTo(account.email, /email\/confirm\?token=([\w-]+)/);
    await planner.auth.confirmEmail({ token });
    const { key } = await planner.apiKeys.create({ name: 'Demonstration' });
    this.key = key;
    this.te = new TourEvents({ baseUrl: this.baseUrl, apiKey: key });
    const role = { name: 'Tour manager', description: 'Plans and reads members', permissions: ['users.read'] };
    await planner.organizations.roles.create(role);
    this.colleague = await this.join('Grace', 'Tour manager');
    await this.join('Alan', 'Member');
    await planner.organizations.invitations.create({ email: this.addressOf('katherine'), role: 'Admin' });
  }

  addressOf(name) {
    return this.account.email.replace(/^demo/, name.toLowerCase());
  }

  async join(name, role) {
    const email = this.addressOf(name);
    await this.planner.organizations.invitations.create({ email, role });
    const token = await linkTo(email, /invitations\/accept\?token=([\w-]+)/);
    const client = browserAt(this.baseUrl);
    const { user } = await client.invitations.accept({ token, name, password: this.account.password });
    return { client, userId: user.id };
  }

  async receiveAt({ url, eventTypes, expect }) {
    const description = 'Box office (ended with the demonstration)';
    this.webhook = await this.planner.webhooks.create({ url, eventTypes, description });
    expect(this.webhook.secret);
    await this.planner.webhooks.test(this.webhook.id);
  }

  /** Writes to guests of the next events: those who come, and those who have not answered. */
  async writeTo(events) {
    const [next, later] = events.filter(({ isOver }) => !isOver);
    const letters = [
      {
        eventId: next.id,
        rsvp: 'accepted',
        subject: 'See you soon: {{event.name}}',
        body: 'Dear {{guest.name}},\n\nwe begin on {{event.startsAt}}.',
      },
      {
        eventId: later.id,
        rsvp: 'pending',
        subject: 'Are you coming?',
        body: 'Dear {{guest.name}},\n\nplease answer here: {{rsvpUrl}}',
      },
    ];
    for (const letter of letters) {
      const { id } = await this.planner.notifications.sendBulk({ channel: 'email', ...letter });
      await until(async () => !['queued', 'sending'].includes((await this.planner.notifications.get(id)).status));
    }
  }

  /** Lets the tours write by themselves, and writes to guests of the next events later today and tomorrow. */
  async planMessages(events) {
    const [next, later] = events.filter(({ isOver }) => !isOver);
    const rules = [
      {
        name: 'Reminder',
        trigger: 'before_start',
        offsetMinutes: 2 * 24 * 60,
        rsvp: ['accepted'],
        window: { from: '09:00', to: '20:00' },
        subject: 'In two days: {{event.name}}',
        body: 'Dear {{guest.name}},\n\nwe begin on {{event.startsAt}}, at {{event.venue}}.',
      },
      {
        name: 'Thank you',
        trigger: 'after_end',
        offsetMinutes: 30,
        rsvp: ['accepted'],
        subject: 'Thank you for coming',
        body: 'Dear {{guest.name}},\n\nit was a pleasure to have you with us.',
      },
      {
        name: 'Still no answer',
        trigger: 'no_answer',
        offsetMinutes: 7 * 24 * 60,
        subject: 'Are you coming?',
        body: 'Dear {{guest.name}},\n\nplease answer here: {{rsvpUrl}}',
      },
      {
        name: 'New date',
        trigger: 'moved',
        subject: '{{event.name}} has moved',
        body: 'Dear {{guest.name}},\n\nit now begins on {{event.startsAt}}.',
      },
    ];
    for (const rule of rules) await this.planner.tours.messageRules.create(next.tourId, { channel: 'email', ...rule });
    const letters = [
      {
        eventId: later.id,
        rsvp: 'pending',
        subject: 'The last seats: {{event.name}}',
        body: 'Dear {{guest.name}},\n\nthere are some left: {{rsvpUrl}}',
        inMinutes: 45,
      },
      {
        eventId: next.id,
        subject: 'What to bring',
        body: 'Dear {{guest.name}},\n\nplease bring a coat: we sit outside.',
        inMinutes: 24 * 60,
      },
    ];
    for (const { inMinutes, ...letter } of letters) {
      const sendAt = new Date(Date.now() + inMinutes * 60_000).toISOString();
      await this.planner.notifications.sendBulk({ channel: 'email', ...letter, sendAt });
    }
  }

  /** Codes of the planner's, one of which others have used. */
  async recommend() {
    const suffix = this.account.email.match(/-(\w+)@/)[1];
    const { code } = await this.planner.referrals.create({ code: `SEASON-${suffix}` });
    await this.planner.referrals.create();
    const visitor = browserAt(this.baseUrl);
    for (let click = 1; click <= 12; click++) await visitor.referrals.recordClick({ code });
    for (const name of ['mary', 'edsger', 'barbara'])
      await visitor.referrals.recordSignup({ code, email: this.addressOf(name) });
  }

  /**
   * As the operator: plans on offer and news. Then a subscription with two invoices, of which one is paid. Nothing else
   * needs them, so that who cannot be signed in as the operator has all the rest.
   */
  async subscribe() {
    const operator = browserAt(this.baseUrl);
    const obstacle = await this.signIn(operator);
    if (obstacle !== null) {
      say(`There will be no plans, invoices and announcements, which are made by the operator. ${obstacle}`);
      return;
    }
    const { data: known } = await operator.plans.list({ limit: 100 });
    const plans = [];
    for (const plan of PLANS)
      plans.push(
        known.find(({ name }) => name === plan.name) ?? (await operator.plans.create({ ...plan, currency: 'EUR' })),
      );
    const { valid } = await this.planner.coupons.validate({ code: COUPON.code });
    if (!valid) await operator.coupons.create(COUPON);
    const { data: published } = await operator.announcements.list({ limit: 100 });
    for (const { title, ...rest } of NEWS)
      if (!published.some((announcement) => announcement.title === title))
        await operator.announcements.publish({ title, audience: 'everyone', ...rest });

    const [starter, professional] = plans;
    await this.planner.billing.subscribeToPlan({ planId: starter.id, interval: 'monthly', couponCode: COUPON.code });
    const { data: invoices } = await this.planner.billing.invoices.list();
    await operator.auth.switchOrganization({ organizationId: this.organizationId });
    await operator.billing.payInvoice(invoices[0].id);
    await this.planner.billing.subscribeToPlan({ planId: professional.id, interval: 'yearly' });
    await operator.auth.logOut();
  }

  /**
   * Signs the operator in.
   *
   * @returns {Promise<string | null>} why that cannot be done, in sentences; null when it was done
   */
  async signIn(operator) {
    if (this.operatorAccount === null)
      return 'Their password is not known here: set BOOTSTRAP_PASSWORD to it, and BOOTSTRAP_EMAIL to their address.';
    const { email } = this.operatorAccount;
    try {
      const { secondFactor } = await operator.auth.logIn(this.operatorAccount);
      return secondFactor === undefined ? null : `${email} signs in with a second factor, which this program has not.`;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const known = 'BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD must be those of a Super Admin, as they are by now.';
      return `${email} could not be signed in: ${error.message} ${known}`;
    }
  }

  /** @returns {string[]} lines for whoever wants to look at it; none before it is registered */
  howToSignIn() {
    if (this.organizationId === undefined) return [];
    const { organizationName, email, password } = this.account;
    return [
      `The organization is called "${organizationName}". Start the service with: npm start`,
      `Then sign in with ${email} and ${password}`,
      ...(this.key === undefined ? [] : [`or call it with the API key ${this.key}`]),
    ];
  }

  /** Waits for what is still under way, and disables the endpoint: nobody listens there from now on. */
  async stopReceiving() {
    const { id } = this.webhook;
    await until(
      async () => (await this.planner.webhooks.deliveries.list(id, { status: ['pending'], limit: 1 })).total === 0,
    );
    await this.planner.webhooks.update(id, { status: 'disabled' });
  }
}

/** Asks again and again, not often enough to meet the rate limit. */
async function until(ask) {
  for (let tries = 0; tries < 60 && !(await ask()); tries++) await delay(POLL_MS);
}

module.exports = { Company };
