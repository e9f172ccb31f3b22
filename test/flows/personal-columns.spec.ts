import { registerTenant, type Tenant } from '../support/builders';
import { Client, type Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { newEvent, rsvpPathOf } from '../support/guests';
import { sealAuditRecords } from '../support/jobs';
import { tokenSentTo } from '../support/members';
import { emailFrom, mailOf, unsubscribePathIn, whenDone } from '../support/notifications';
import { sql } from '../support/sql';

/** Which columns of texts and bytes may hold something of a person, and how. */
interface Columns {
  /** The record itself, as it is shown; an erasure empties or deletes it. */
  readonly record?: string;
  /** Under a key of the person or of the service; in mail and stored responses until they are done. */
  readonly encrypted?: string;
  /** By a key, so that nobody can try values. */
  readonly hashed?: string;
  /** Gone when the work is done. */
  readonly passing?: string;
  /** Says nothing of a person, or is what an organization writes for all. */
  readonly other?: string;
}

const TABLES: Readonly<Record<string, Columns>> = {
  announcement_messages: { other: 'audience_before audience data' },
  announcements: { other: 'title body level audience' },
  api_keys: { other: 'name prefix secret_hash permissions scopes owner' },
  audit_heads: { other: 'hash signature' },
  audit_records: {
    // A key's name stands in actor_name as it is. Where requests came from is part of the log, and of nobody who is named.
    encrypted: 'actor_name impersonator_email personal',
    other: 'action actor_type target_type target_id changes ip user_agent request_id',
  },
  audit_seals: { other: 'hash' },
  coupons: { other: 'code code_key currency duration' },
  email_confirmations: { record: 'new_email', hashed: 'token_hash cancel_hash' },
  erasures: { other: 'kind' },
  event_guests: { record: 'notes note', other: 'rsvp' },
  events: { other: 'name description status timezone venue notes search external_id' },
  expense_days: { other: 'currency category' },
  expenses: { other: 'category currency description external_id' },
  guests: { record: 'name email email_key phone company tags tag_keys dietary notes external_id search' },
  health_samples: { other: 'figures' },
  idempotency_keys: { encrypted: 'body', hashed: 'fingerprint', other: 'principal route key' },
  installation: { other: 'encryption_key_check' },
  invitations: { record: 'email email_key search', hashed: 'token_hash', other: 'role status' },
  invoices: { other: 'status customer_name billing_interval timezone currency coupon_code lines' },
  jobs: { other: 'name locked_by last_error' },
  known_devices: { hashed: 'device_hash' },
  mail_messages: {
    encrypted: 'content',
    hashed: 'to_key',
    other: 'template status last_error',
  },
  mail_recipient_counts: { hashed: 'recipient_key' },
  memberships: { other: 'role status' },
  migrations: { other: 'name' },
  notification_recipients: {
    encrypted: 'encrypted_address encrypted_values',
    hashed: 'address_key',
    other: 'status error detail',
  },
  notification_suppressions: { record: 'address address_key' },
  notifications: {
    other: 'channel status rsvp subject body template language variables sender_name reply_to shared_values',
  },
  organization_settings: { other: 'locale expense_categories sender_name sender_reply_to' },
  organizations: { other: 'name slug search logo timezone currency status' },
  outbox_events: { encrypted: 'personal', other: 'type body full_body' },
  passkey_challenges: { hashed: 'challenge_hash' },
  passkeys: { record: 'name', other: 'credential_id public_key transports' },
  password_reset_requests: { passing: 'email_key ip user_agent', other: 'request_id' },
  password_resets: { record: 'requested_from', hashed: 'token_hash' },
  person_keys: { encrypted: 'sealed_key' },
  plans: { other: 'name name_key currency features' },
  platform_settings: { other: 'referral_reward_currency' },
  recovery_codes: { hashed: 'code_hash' },
  referral_signups: { hashed: 'email_hash' },
  referrals: { record: 'code code_key', other: 'currency' },
  referred_organizations: { other: 'reward_currency' },
  registration_counts: { hashed: 'source_hash' },
  replicas: { other: 'host version' },
  roles: { other: 'name name_key search description permissions' },
  security_notice_counts: { other: 'kind' },
  sessions: { record: 'ip user_agent', hashed: 'token_hash' },
  sign_in_addresses: { record: 'network' },
  sign_in_challenges: { hashed: 'token_hash password_digest', encrypted: 'continuation' },
  sign_in_failures: { hashed: 'attempt_hash account_hash' },
  sso_connections: { encrypted: 'client_secret', other: 'issuer client_id default_role' },
  sso_domains: { other: 'domain token proven_by' },
  sso_identities: { record: 'subject', other: 'issuer' },
  subscriptions: { other: 'billing_interval anchor coupon' },
  team_members: { record: 'name name_key email phone notes', other: 'role status' },
  totp_factors: { encrypted: 'secret' },
  tours: { other: 'name description status currency notes search external_id' },
  users: { record: 'name email email_key search phone', hashed: 'password_hash', other: 'status' },
  vehicle_assignments: { other: 'notes' },
  // Drivers are no people of the contract's section 11: whoever edits the vehicle can take them out.
  vehicles: { other: 'name type plate_number status driver_name driver_phone notes search external_id' },
  // What a receiver responds with goes with the delivery when somebody whom it names is erased.
  webhook_deliveries: { record: 'attempt_log', other: 'event_type next_kind' },
  webhook_endpoints: {
    encrypted: 'secret next_secret headers',
    other: 'url description event_types status secret_prefix next_secret_prefix header_names maker_permissions',
  },
  webhook_inbox_requests: { encrypted: 'personal', other: 'headers body' },
  webhook_inboxes: { other: 'token' },
  webhook_recoveries: { other: 'status' },
};

const TEXTS = `SELECT c.relname AS table, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    AND a.attnum > 0 AND NOT a.attisdropped
    AND format_type(a.atttypid, NULL) ~ '^(text|json|bytea|inet|cidr|character|citext|xml|hstore)' ORDER BY 1, 2`;

const named = (table: string, columns = '') =>
  columns.split(' ').flatMap((column) => (column ? [`${table}.${column}`] : []));

describe('what is known of people', () => {
  const service = useTestApp();
  const query = (text: string, ...values: unknown[]) => sql(service.databaseUrl, text, values);
  let tenant: Tenant;

  it('is declared for every column that can hold a text', async () => {
    const declared = Object.entries(TABLES).flatMap(([table, columns]) =>
      Object.values(columns).flatMap((list: string) => named(table, list)),
    );
    const there = (await query(TEXTS)).map(({ table, column }) => `${table}.${column}`);
    expect(declared.sort()).toEqual(there.sort());
  });

  it('is readable in the records of people alone, while they are there', async () => {
    tenant = await registerTenant(service.url, { name: 'Zyxwvuts Planner', email: 'zyxwvuts@planner.example' });
    await leaveTracesOfUsers();
    await leaveTracesOfGuests();
    await sealAuditRecords(service);
    const records = Object.entries(TABLES).flatMap(([table, { record }]) => named(table, record));
    // Too long to stand in anything random.
    const found = await columnsSaying('zyxwvuts');
    expect(found.filter((column) => !records.includes(column))).toEqual([]);
    for (const table of ['guests', 'users', 'team_members', 'event_guests', 'invitations', 'notification_suppressions'])
      expect(found.filter((column) => column.startsWith(`${table}.`))).not.toEqual([]);
  });

  async function leaveTracesOfUsers(): Promise<void> {
    const anybody = new Client(service.url);
    await tenant.session.patch('/api/users/me', { name: 'Zyxwvuts Planner again' }).expect(200);
    await tenant.session.post('/api/auth/email', { email: 'zyxwvutsnew@planner.example' }).expect(202);
    await anybody.post('/api/auth/password/forgot', { email: 'zyxwvuts@planner.example' }).expect(202);
    await anybody.post('/api/auth/login', { email: 'zyxwvuts@planner.example', password: 'wrong' }).expect(401);
    await anybody.post('/api/auth/login', { email: 'zyxwvutsnobody@planner.example', password: 'wrong' }).expect(401);
    const invited = { email: 'zyxwvutsbob@planner.example', role: 'Member' };
    await tenant.session.post('/api/organizations/invitations', invited).set('Idempotency-Key', 'invite').expect(201);
    const token = await tokenSentTo(service, invited.email);
    const accepted = { token, name: 'Zyxwvuts Bob', password: 'a long enough password' };
    await anybody.post('/api/invitations/accept', accepted).expect(200);
    await tenant.session
      .post('/api/organizations/invitations', { email: 'zyxwvutszoe@planner.example', role: 'Member' })
      .expect(201);
  }

  async function leaveTracesOfGuests(): Promise<void> {
    const { body: inbox } = await tenant.session.post('/api/webhooks/test-inbox').expect(201);
    for (const url of [inbox.url, `${service.url}/nowhere`])
      await tenant.key.post('/api/webhooks', { url, eventTypes: ['*'], fullPayload: true }).expect(201);
    const event = await newEvent(tenant.key);
    const ada = await guest();
    const added = tenant.key.post(`/api/events/${event.id}/guests`, { guestId: ada.id });
    const place: Json = (await added.expect(201)).body;
    await tenant.key.patch(`/api/events/${event.id}/guests/${place.id}`, { notes: 'Zyxwvuts by the door' }).expect(200);
    await new Client(service.url).post(rsvpPathOf(place), { rsvp: 'accepted', note: 'Zyxwvuts comes' }).expect(200);
    const csv = 'name,email\nZyxwvuts Imported,zyxwvutsimported@example.com\n';
    await tenant.key.post('/api/guests/import').set('Content-Type', 'text/csv').send(csv).expect(200);
    const contact = {
      name: 'Zyxwvuts Grace',
      email: 'zyxwvutsgrace@example.com',
      phone: '+436601239874',
      notes: 'Zyxwvuts keys',
    };
    await tenant.key.post(`/api/events/${event.id}/team`, contact).expect(201);
    const texts = { subject: 'Hi {{guest.name}}', body: 'Dear {{guest.name}}' };
    const toGuests = await tenant.key.post('/api/notifications/bulk', {
      channel: 'email',
      eventId: event.id,
      ...texts,
    });
    await whenDone(tenant.key, toGuests.body);
    const toNobody = await emailFrom(tenant.key, ['zyxwvutsnobody@example.com']);
    await whenDone(tenant.key, toNobody);
    const [mail] = await mailOf(service, toNobody);
    await new Client(service.url).post(unsubscribePathIn(mail!));
  }

  async function guest(): Promise<Json> {
    const fields = {
      name: 'Zyxwvuts Ada',
      email: 'zyxwvutsada@example.com',
      company: 'Zyxwvuts Ltd',
      tags: ['zyxwvutstag'],
    };
    const more = { dietary: 'Zyxwvuts-free', notes: 'Prefers zyxwvuts', externalId: 'zyxwvuts-1' };
    const keyed = tenant.key.post('/api/guests', { ...fields, ...more }).set('Idempotency-Key', 'guest');
    return (await keyed.expect(201)).body;
  }

  /** Columns with the text, in UTF-8 where they hold bytes. */
  async function columnsSaying(text: string): Promise<string[]> {
    const found: string[] = [];
    for (const table of Object.keys(TABLES)) {
      const rows = await query(
        `SELECT DISTINCT value.key FROM ${table} t, jsonb_each_text(to_jsonb(t)) AS value
         WHERE value.value ILIKE ANY ($1)`,
        [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`],
      );
      found.push(...rows.map(({ key }) => `${table}.${key}`));
    }
    return found;
  }
});
