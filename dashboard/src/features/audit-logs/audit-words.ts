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
  if (record.action === 'event_guest.answered') return targetName(record) ?? text.someGuest;
  if (actor.name !== null && actor.name !== '') return actor.name;
  return actor.type === 'system' ? text.system : text.somebody;
}

/** What was done, without who: `changed the tour “Alps”`. Actions that this version does not know stay as they are. */
export function deedText(record: Named & Pick<AuditLog, 'action'>, text: Text): string {
  const { action } = record;
  const deeds: Readonly<Record<string, (deed: Deed) => string>> = text.deeds;
  const verbs: Readonly<Record<string, (what: string) => string>> = text.verbs;
  const deed = deedOf(record, text);
  const verb = action.split('.')[1] ?? '';
  const said = deed.isKnown ? verbs[verb] : undefined;
  return deeds[action]?.(deed) ?? said?.(deed.what) ?? text.otherDeed(action);
}

function deedOf(record: Named & Pick<AuditLog, 'action'>, text: Text): Deed & { readonly isKnown: boolean } {
  const { action, target, changes, names = {} } = record;
  const nouns: Words = text.nouns;
  const noun = nouns[target.type] ?? nouns[action.split('.')[0] ?? ''];
  const name = targetName(record);
  // The id of a record that is gone says nothing.
  const valueOf = (value: unknown) =>
    typeof value === 'string' ? (names[value] ?? (ID.test(value) ? '' : value)) : null;
  return {
    isKnown: noun !== undefined,
    what: noun === undefined ? target.type : name === null ? noun : text.named(noun, name),
    name,
    before: (field) => valueOf(changes[field]?.before),
    after: (field) => valueOf(changes[field]?.after),
  };
}

/** What the record was called when it changed, else what it is called now. */
function targetName({ changes, target, names = {} }: Named): string | null {
  const known = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  for (const field of NAMES) {
    // A guest's is that of the pass, by which nobody knows them.
    if (field === 'code' && target.type === 'event_guest') continue;
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

/** What was done to all of a batch, without who: `gave 25 guests a seat`. */
export function batchText([first, ...others]: readonly AuditLog[], text: Text): string {
  const batches: Readonly<Record<string, (count: number, deed: Deed) => string>> = text.batches;
  const said = batches[first!.action];
  return said === undefined
    ? text.andMore(deedText(first!, text), others.length)
    : said(others.length + 1, deedOf(first!, text));
}

/** A field that changed; of an object, the part of it that did. */
export interface FieldChange {
  /** The names of the fields down to it, such as `venue` and `city`. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
  readonly erased: boolean;
}

/** What changed, as people see it: parts of objects that did not are left out. */
export function fieldChanges(changes: AuditLog['changes']): FieldChange[] {
  return Object.entries(changes).flatMap(([field, { before, after, erased }]) =>
    leavesOf([field], before, after).map((leaf) => ({ ...leaf, erased: erased === true })),
  );
}

function leavesOf(path: readonly string[], before: unknown, after: unknown): Omit<FieldChange, 'erased'>[] {
  // A whole object that came or went is said as one; so is a record in whose place another came, such as a plan.
  if (!isObject(before) || !isObject(after) || before['id'] !== after['id']) return [{ path, before, after }];
  const fields = Object.keys({ ...before, ...after });
  return fields
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .flatMap((field) => leavesOf([...path, field], before[field], after[field]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a changed field is called. The name of a part is the part: a venue's is `Venue`, its city `Venue, City`. */
export function pathName(path: readonly string[], dictionary: Dictionary): string {
  const [first, ...parts] = path;
  return [first!, ...parts.filter((part) => part !== 'name')].map((field) => fieldName(field, dictionary)).join(', ');
}

/**
 * A value as people read it. The id of a record that is gone, or that is not looked up, says nothing: it is no text.
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
  if (typeof value === 'string') {
    if (INSTANT.test(value)) return instantText(value, zone);
    return names[value] ?? words[value] ?? (ID.test(value) ? dictionary.auditLogs.goneRecord : value);
  }
  if (Array.isArray(value))
    return value.length === 0 ? '–' : value.map((item) => valueText(item, zone, dictionary, names, words)).join(', ');
  if (typeof value !== 'object') return String(value as number);
  // A record that belongs to this one, such as a plan, is known by its name.
  if ('id' in value && 'name' in value) return String(value.name);
  return Object.entries(value)
    .filter(([, item]) => item !== null && item !== '')
    .map(([field, item]) => `${fieldName(field, dictionary)}: ${valueText(item, zone, dictionary, names)}`)
    .join(', ');
}
