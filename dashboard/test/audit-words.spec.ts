import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { auditLogs as de } from '../src/locales/de/audit-logs';
import { auditLogs as en } from '../src/locales/en/audit-logs';

const SOURCES = resolve(import.meta.dirname, '../../src');
const ACTION = /'([a-z_]+\.[a-z_]+)'/g;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => join(folder, name));

/** Every action that the sources of the service write into an audit log. */
function actionsOfTheService(): Set<string> {
  const actions = new Set<string>();
  for (const text of filesBelow(SOURCES).map((file) => readFileSync(file, 'utf8'))) {
    if (!/AuditTrail|RecordRecorder/.test(text)) continue;
    // Lines that publish say event types, which are other names for some of the same.
    const lines = text.split('\n').filter((line) => !/(outbox\.record|publish)\(/.test(line));
    for (const [, action] of lines.join('\n').matchAll(ACTION)) actions.add(action!);
    const subject = /readonly type = '(\w+)'/.exec(text)?.[1];
    const verbs = /type SubscriptionAction = ([^;]+);/.exec(text)?.[1]?.match(/\w+/g) ?? [];
    if (subject !== undefined) for (const verb of ['created', 'updated', 'deleted']) actions.add(`${subject}.${verb}`);
    for (const verb of verbs) actions.add(`subscription.${verb}`);
  }
  return actions;
}

test('the actions of the service are found', () => {
  const actions = actionsOfTheService();
  expect(actions.size).toBeGreaterThan(80);
  for (const known of ['tour.created', 'session.locked', 'subscription.renewed', 'event_guest.vehicle_changed'])
    expect(actions).toContain(known);
});

for (const [language, words] of Object.entries({ en, de })) {
  test(`every action has a sentence in ${language}`, () => {
    const { deeds, nouns, verbs }: Readonly<Record<'deeds' | 'nouns' | 'verbs', object>> = words;
    const speechless = [...actionsOfTheService()].filter((action) => {
      const [subject = '', verb = ''] = action.split('.');
      return !(action in deeds) && !(subject in nouns && verb in verbs);
    });
    expect(speechless).toEqual([]);
  });
}
