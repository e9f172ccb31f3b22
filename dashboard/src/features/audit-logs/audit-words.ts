import type { GetAuditLogResponse } from '@tour-events/client';
import type { Dictionary } from '../../locales/en';
import { instantText } from '../../shared/time';

export type AuditLog = GetAuditLogResponse;
type Text = Dictionary['auditLogs'];
type Words = Readonly<Record<string, string>>;

/** Fields by which people know a record, the best one first. */
const NAMES = ['name', 'title', 'subject', 'description', 'email', 'url', 'code', 'number', 'eventName'];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Who did it: a person, a key, or the service itself. */
export function actorText({ actor }: AuditLog, text: Text): string {
  if (actor.name !== null && actor.name !== '') return actor.name;
  return actor.type === 'system' ? text.system : text.somebody;
}

/** What was done, without who: `changed the tour “Alps”`. Actions that this version does not know stay as they are. */
export function deedText({ action, target, changes }: AuditLog, text: Text): string {
  const deeds: Readonly<Record<string, (what: string) => string>> = text.deeds;
  const verbs: Readonly<Record<string, (what: string) => string>> = text.verbs;
  const nouns: Words = text.nouns;
  const [subject = '', verb = ''] = action.split('.');
  const noun = nouns[target.type] ?? nouns[subject];
  const name = nameOf(changes);
  const what = noun === undefined ? target.type : name === null ? noun : text.named(noun, name);
  const deed = deeds[action] ?? (noun === undefined ? undefined : verbs[verb]);
  return deed === undefined ? text.otherDeed(action) : deed(what);
}

function nameOf(changes: AuditLog['changes']): string | null {
  for (const field of NAMES) {
    const { before, after } = changes[field] ?? {};
    const name = after ?? before;
    if (typeof name === 'string' && name !== '') return name;
  }
  return null;
}

/** A field by the name that its form gives it, else in the words of the API: `startsAt` is `Starts at`. */
export function fieldName(field: string, dictionary: Dictionary): string {
  const { tours, events, guests, vehicles, expenses, webhooks, auditLogs } = dictionary;
  const sources: readonly Words[] = [
    auditLogs.fields,
    tours.fields,
    events.fields,
    guests.fields,
    vehicles.fields,
    expenses.fields,
    webhooks.fields,
  ];
  const known = sources.find((words) => words[field] !== undefined)?.[field];
  if (known !== undefined) return known;
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value as people read it. */
export function valueText(value: unknown, zone: string, { common }: Dictionary): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (typeof value === 'string') return INSTANT.test(value) ? instantText(value, zone) : value;
  if (Array.isArray(value)) {
    return value.length === 0 ? '–' : value.map((item) => valueText(item, zone, { common } as Dictionary)).join(', ');
  }
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value as number);
}
