import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { fieldWord, wordsOfValues } from '../src/features/audit-logs/field-words';
import { publicTexts as publicGerman } from '../src/locales/de';
import { administrationTexts as germanAdministration } from '../src/locales/de/administration-texts';
import { appTexts as german } from '../src/locales/de/app-texts';
import { publicTexts as publicEnglish } from '../src/locales/en';
import { administrationTexts as englishAdministration } from '../src/locales/en/administration-texts';
import { appTexts as english } from '../src/locales/en/app-texts';

const LANGUAGES = {
  en: { ...publicEnglish, ...english, ...englishAdministration },
  de: { ...publicGerman, ...german, ...germanAdministration },
};

const SOURCES = resolve(import.meta.dirname, '../../src');
const ACTION = /'([a-z_]+\.[a-z_]+)'/g;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => join(folder, name));

const KIND = /const (\w+_RECORD) = new RecordKind<\w+>\(\{\s*type: '(\w+)'/g;
const LIFECYCLE = /\.(created|updated|deleted)\((\w+_RECORD)\b/g;
const RECORDED = /\.(?:record|log)\(\s*(\w+_RECORD),\s*'(\w+)'/g;
/** A recorder whose own method passes the verb on. */
const PASSED_ON = /\.record\((\w+_RECORD), verb\b/;
const PASSED_VERB = /this\.record\('(\w+)'/g;

/** A method that makes the action of a verb that it takes: `inbox(verb: 'created' | 'deleted', …)`. */
const MADE = /\(verb: ([^,)]+)[^{]*\{[^}]*`(\w+)\.\$\{verb\}`/g;

/** Every action that the sources of the service write into an audit log. */
function actionsOfTheService(): Set<string> {
  const texts = filesBelow(SOURCES).map((file) => readFileSync(file, 'utf8'));
  const kinds = new Map(texts.flatMap((text) => [...text.matchAll(KIND)].map(([, name, type]) => [name!, type!])));
  const actions = new Set<string>();
  const add = (kind: string, verb: string) => actions.add(`${kinds.get(kind)}.${verb}`);
  for (const text of texts) {
    for (const [, verb, kind] of text.matchAll(LIFECYCLE)) add(kind!, verb!);
    for (const [, kind, verb] of text.matchAll(RECORDED)) add(kind!, verb!);
    const passing = PASSED_ON.exec(text)?.[1];
    if (passing !== undefined) for (const [, verb] of text.matchAll(PASSED_VERB)) add(passing, verb!);
    for (const verb of /type SubscriptionAction = ([^;]+);/.exec(text)?.[1]?.match(/\w+/g) ?? [])
      add('SUBSCRIPTION_RECORD', verb);
    if (!text.includes('AuditTrail')) continue;
    for (const [, made, type] of text.matchAll(MADE))
      for (const verb of made!.match(/\w+/g) ?? []) actions.add(`${type}.${verb}`);
    // Lines that publish say event types, which are other names for some of the same.
    const lines = text.split('\n').filter((line) => !/(outbox\.record|publish)\(/.test(line));
    for (const [, action] of lines.join('\n').matchAll(ACTION)) actions.add(action!);
  }
  return actions;
}

test('the actions of the service are found', () => {
  const actions = actionsOfTheService();
  expect(actions.size).toBeGreaterThan(80);
  for (const known of [
    'tour.created',
    'session.locked',
    'subscription.renewed',
    'event_guest.vehicle_changed',
    'webhook_inbox.created',
  ])
    expect(actions).toContain(known);
});

for (const [language, { auditLogs: words }] of Object.entries(LANGUAGES)) {
  test(`every action has a sentence in ${language}`, () => {
    const { deeds, nouns, verbs }: Readonly<Record<'deeds' | 'nouns' | 'verbs', object>> = words;
    const speechless = [...actionsOfTheService()].filter((action) => {
      const [subject = '', verb = ''] = action.split('.');
      return !(action in deeds) && !(subject in nouns && verb in verbs);
    });
    expect(speechless, `name them in dashboard/src/locales/${language}/audit-logs.ts`).toEqual([]);
  });
}

/** Fields of those records that the log does not show. */
const UNLOGGED = [
  'id',
  'createdAt',
  'updatedAt',
  'createdByName',
  'eventName',
  'tourName',
  'rsvpUrl',
  'passUrl',
  'health',
  'sentSubject',
  'lastSeenAt',
  'devices',
  'scans',
  'rejected',
  'driver',
  'passengers',
];

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly (string | null)[];
}

interface Webhook {
  readonly post: {
    readonly requestBody: { readonly content: { readonly 'application/json': { schema: { readonly $ref: string } } } };
  };
}

const { components, webhooks } = JSON.parse(readFileSync(resolve(SOURCES, '../docs/openapi.json'), 'utf8')) as {
  components: { schemas: Readonly<Record<string, Schema>> };
  webhooks: Readonly<Record<string, Webhook>>;
};
const named = (ref: string): Schema => components.schemas[ref.slice(ref.lastIndexOf('/') + 1)]!;

/** What the events of a kind of record say of it. */
const ofEvents = Object.entries(webhooks).flatMap(([type, { post }]): [string, string][] => {
  const { $ref } = named(post.requestBody.content['application/json'].schema.$ref).properties!['data']!;
  return $ref === undefined ? [] : [[type.split('.')[0]!, $ref]];
});

/** The schemas of the records that the log says changes of, by the type of the target. */
const RECORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ofEvents),
  // These have no events, or others.
  announcement: 'AnnouncementView',
  api_key: 'ApiKeyView',
  coupon: 'CouponView',
  event_guest: 'EventGuestView',
  organization: 'AdministeredOrganizationView',
  plan: 'PlanView',
  platform_settings: 'PlatformSettingsView',
  referral: 'ReferralView',
  user: 'UserView',
  webhook: 'WebhookView',
};

/** The values that a field takes, where they are few. */
function valuesOf({ $ref, anyOf = [], enum: values = [] }: Schema): string[] {
  const own = values.filter((value) => value !== null);
  return [...own, ...anyOf.flatMap(valuesOf), ...($ref === undefined ? [] : valuesOf(named($ref)))];
}

for (const [language, dictionary] of Object.entries(LANGUAGES)) {
  for (const [type, schema] of Object.entries(RECORDS)) {
    test(`what changed of a record of type ${type} is said in words in ${language}`, () => {
      const fields = Object.entries(named(schema).properties!).filter(([field]) => !UNLOGGED.includes(field));
      expect(fields.length).toBeGreaterThan(1);
      const unnamed = fields.map(([field]) => field).filter((field) => fieldWord(field, dictionary) === undefined);
      expect(unnamed, `name them in dashboard/src/locales/${language}/audit-logs.ts`).toEqual([]);
      for (const [field, of] of fields) {
        const words = wordsOfValues(field, type, dictionary);
        expect(
          valuesOf(of).filter((value) => words[value] === undefined),
          field,
        ).toEqual([]);
      }
    });
  }
}
