import type { GetAuditLogResponse } from '@tour-events/client';
import type { Dictionary } from '../../locales/en';
import type { Deed } from '../../locales/en/audit-logs';
import { instantText } from '../../shared/time';
import { fieldName } from './field-words';

/** A record; the platform's log does not look up what records of all organizations are called. */
export type AuditLog = Omit<GetAuditLogResponse, 'names'> & Partial<Pick<GetAuditLogResponse, 'names'>>;
type Text = Dictionary['auditLogs'];
type Words = Readonly<Record<string, string>>;
type Named = Pick<AuditLog, 'target' | 'changes' | 'names'>;

/** Fields by which people know a record, the best one first. */
const NAMES = ['name', 'title', 'subject', 'description', 'email', 'url', 'code', 'number', 'eventName'];
/** Records that are known by one that they show. */
const PARTS = ['guest', 'vehicle'];
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Who did it: a person, a key, or the service itself; of an answer, the guest. */
export function actorText({ actor, ...record }: AuditLog, text: Text): string {
  if (record.action === 'event_guest.answered') return nameOf(record) ?? text.somebody;
  if (actor.name !== null && actor.name !== '') return actor.name;
  return actor.type === 'system' ? text.system : text.somebody;
}

/** What was done, without who: `changed the tour “Alps”`. Actions that this version does not know stay as they are. */
export function deedText(record: Named & Pick<AuditLog, 'action'>, text: Text): string {
  const { action, target, changes, names = {} } = record;
  const deeds: Readonly<Record<string, (deed: Deed) => string>> = text.deeds;
  const verbs: Readonly<Record<string, (what: string) => string>> = text.verbs;
  const nouns: Words = text.nouns;
  const [subject = '', verb = ''] = action.split('.');
  const noun = nouns[target.type] ?? nouns[subject];
  const name = nameOf(record);
  const what = noun === undefined ? target.type : name === null ? noun : text.named(noun, name);
  // The id of a record that is gone says nothing.
  const valueOf = (value: unknown) =>
    typeof value === 'string' ? (names[value] ?? (ID.test(value) ? '' : value)) : null;
  const deed = deeds[action];
  if (deed !== undefined) {
    return deed({
      what,
      name,
      before: (field) => valueOf(changes[field]?.before),
      after: (field) => valueOf(changes[field]?.after),
    });
  }
  const said = noun === undefined ? undefined : verbs[verb];
  return said === undefined ? text.otherDeed(action) : said(what);
}

/** What the record was called when it changed, else what it is called now. */
function nameOf({ changes, target, names = {} }: Named): string | null {
  const known = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  for (const field of NAMES) {
    const { before, after } = changes[field] ?? {};
    const name = known(after) ?? known(before);
    if (name !== null) return name;
  }
  for (const part of PARTS) {
    const { before, after } = changes[part] ?? {};
    const name = known(((after ?? before) as { name?: unknown } | null | undefined)?.name);
    if (name !== null) return name;
  }
  return names[target.id] ?? null;
}

/**
 * A value as people read it.
 *
 * @param names of the records that values refer to, by id
 * @param words for values of fields that take few
 */
export function valueText(
  value: unknown,
  zone: string,
  dictionary: Dictionary,
  names: Words = {},
  words: Words = {},
): string {
  const { common } = dictionary;
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (typeof value === 'string')
    return INSTANT.test(value) ? instantText(value, zone) : (names[value] ?? words[value] ?? value);
  if (Array.isArray(value))
    return value.length === 0 ? '–' : value.map((item) => valueText(item, zone, dictionary, names, words)).join(', ');
  if (typeof value !== 'object') return String(value as number);
  return Object.entries(value)
    .map(([field, item]) => `${fieldName(field, dictionary)}: ${valueText(item, zone, dictionary, names)}`)
    .join(', ');
}
