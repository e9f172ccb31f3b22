import type { Type } from '@nestjs/common';
import { NO_PARENTS, type ParentIds } from '../../kernel/parent-ids';
import type { Permission } from '../../kernel/permissions';
import type { Resource } from '../../kernel/scopes';
import { personalityOf } from '../fields/field-definitions';
import type { ChangeOptions } from './change-options';
import { differences, type Changes } from './changes';

export { lifecycleOf, type ChangeOptions, type FieldSchema } from './change-options';

/** A record as the API shows it. */
export interface AnyRecord {
  readonly id: string;
}

/** A {@link ChangeOptions} with what follows from its record. */
export interface ChangeType extends ChangeOptions {
  readonly kind: AnyKind;
  readonly verb: string;
  readonly type: string;
  readonly actions: readonly string[];
}

/** How the audit log finds what a record is called now. */
interface NameSource {
  readonly entity: Type;
  /** The property of the entity that has the name, or with `of` the id of the record that it takes its name from. */
  readonly property: string;
  readonly of?: AnyKind;
}

/** A kind of record, whatever its records are like. */
export type AnyKind = RecordKind<AnyRecord>;

interface RecordKindOptions<View extends AnyRecord> {
  /** What the log calls such a record, and how its actions and events begin: `tour`. */
  readonly type: string;
  /** The record as the API shows it. */
  readonly view: Type;
  /** What the scopes of keys call such records; without, they are within `*:read` alone. */
  readonly resource?: Resource;
  /** What reading its changes takes; without, any caller may. */
  readonly permission?: Permission;
  /** Where the audit log finds its name; without, it has none. */
  readonly named?: NameSource;
  readonly changes?: Readonly<Record<string, ChangeOptions>>;
  /** The type of a change, where it goes by the fields that changed; null for the action's own. */
  readonly typeOf?: (action: string, fields: readonly string[]) => string | null;
  /** Shown fields that follow from other records: no change of this one. */
  readonly derived?: readonly (keyof View & string)[];
  /**
   * A record as far as people change it, where other things that happen change what it shows, again and again: If-Match
   * then goes by that where it is changed. By default by all that is shown.
   */
  readonly versionOf?: (record: View) => object;
  /** Shown fields that the audit log omits for another reason. */
  readonly unaudited?: readonly (keyof View & string)[];
  /** Shown fields that are secret: neither the audit log nor an event has them. */
  readonly secret?: readonly (keyof View & string)[];
  /** Shown fields with the name of a user, by the field with that user's id. They follow from the user's record. */
  readonly userNames?: Readonly<Record<string, keyof View & string>>;
  /** Whom the personal fields are about; by default the record itself is the person. */
  readonly personOf?: (record: View) => string;
  /** What it belongs to; by default to nothing. */
  readonly parents?: (record: View) => ParentIds;
  /** The field with the record whose `externalId` changes name it by; by default it is its own, if it has one. */
  readonly externalIdIn?: keyof View & string;
}

/** Fields of a record, as the API shows them or still as the database has them. */
type FieldsOf<View> = { readonly [Field in keyof View]?: unknown };

const kinds = new Map<string, AnyKind>();
const kindsByView = new Map<Type, AnyKind>();
const changesByType = new Map<string, ChangeType>();

/** Fields that no change consists of. */
const UNCHANGING = ['id', 'createdAt', 'updatedAt'];

/**
 * A kind of record: the one place that says what its changes are called, who may know of them, and which of its fields
 * follow from others, are secret or are about a person. Event types, the change log, names in the audit log, scopes,
 * entity tags and encryption derive from it.
 *
 * @typeParam View the record as the API shows it
 */
export class RecordKind<View extends AnyRecord> {
  readonly type: string;
  readonly view: Type;
  readonly resource: Resource | null;
  readonly permission: Permission | null;
  readonly named: NameSource | null;
  readonly changes: ReadonlyMap<string, ChangeType>;
  readonly typeOf: (action: string, fields: readonly string[]) => string | null;
  readonly userNames: readonly (readonly [nameField: string, idField: string])[];
  /** A field with a user's name in the record's JSON. A quote within another text has a backslash before it. */
  readonly userNamesInJson: RegExp | null;
  private readonly externalIdIn: string | null;
  private readonly unchanging: ReadonlySet<string>;
  private readonly unaudited: ReadonlySet<string>;
  private readonly secret: ReadonlySet<string>;
  private readonly shapes: Type[];
  private personal: ReadonlySet<string> | undefined;

  private readonly about: {
    readonly personOf?: ((record: AnyRecord) => string) | undefined;
    readonly parents?: ((record: AnyRecord) => ParentIds) | undefined;
    readonly versionOf?: ((record: AnyRecord) => object) | undefined;
  };

  constructor(options: RecordKindOptions<View>) {
    const { type, derived = [], unaudited = [], secret = [], userNames = {} } = options;
    this.type = type;
    this.view = options.view;
    this.shapes = [options.view];
    this.resource = options.resource ?? null;
    this.permission = options.permission ?? null;
    this.named = options.named ?? null;
    this.typeOf = options.typeOf ?? (() => null);
    this.userNames = Object.entries(userNames);
    this.userNamesInJson = patternOf(Object.keys(userNames));
    this.about = options as typeof this.about;
    this.externalIdIn = options.externalIdIn ?? null;
    this.unchanging = new Set([...UNCHANGING, ...derived, ...Object.keys(userNames)]);
    this.unaudited = new Set(unaudited);
    this.secret = new Set(secret);
    this.changes = new Map(
      Object.entries(options.changes ?? {}).map(([verb, change]) => [verb, this.changeType(verb, change)]),
    );
    this.register();
  }

  /** The fields of its shapes that are personal; none where it is about no person. */
  get personalFields(): ReadonlySet<string> {
    return (this.personal ??= new Set(
      this.shapes.flatMap((shape) => [...personalityOf(shape)].flatMap(([name, personal]) => (personal ? [name] : []))),
    ));
  }

  /** The shapes with a field that is personal, or is said not to be. */
  get shapesAboutPeople(): readonly Type[] {
    return this.shapes.filter((shape) => personalityOf(shape).size > 0);
  }

  /** Whom the personal fields of a record are about. */
  personOf(record: View): string {
    return this.about.personOf?.(record) ?? record.id;
  }

  /** What another system calls a record, or null. */
  externalIdOf(record: View): string | null {
    const fields = record as Readonly<Record<string, unknown>>;
    const owner = (this.externalIdIn === null ? fields : fields[this.externalIdIn]) as { externalId?: string | null };
    return owner?.externalId ?? null;
  }

  /** Whether {@link externalIdOf} is a person's. */
  get isExternalIdPersonal(): boolean {
    return this.personalFields.has(this.externalIdIn ?? 'externalId');
  }

  /** A record as far as people change it; null where that is all that it shows. */
  versionOf(record: View): object | null {
    return this.about.versionOf?.(record) ?? null;
  }

  /** What a record belongs to. */
  parents(record: View): ParentIds {
    return this.about.parents?.(record) ?? NO_PARENTS;
  }

  /**
   * The fields in which two versions of a record differ.
   *
   * @param before null when it was created
   * @param after null when it was deleted
   */
  changesBetween(before: FieldsOf<View> | null, after: FieldsOf<View> | null): Changes {
    return differences(before, after, (field) => this.unchanging.has(field) || this.secret.has(field));
  }

  /** Those of {@link changesBetween} that the audit log keeps. */
  auditedBetween(before: FieldsOf<View> | null, after: FieldsOf<View> | null): Changes {
    const changes = this.changesBetween(before, after);
    for (const field of this.unaudited) delete changes[field];
    return changes;
  }

  /**
   * Whether an update would leave a record unchanged. If so, nothing is written: no new version, audit record or event.
   *
   * @param after the record as it would be; timestamps may still be Dates
   */
  isSame(before: FieldsOf<View>, after: FieldsOf<View>): boolean {
    return Object.keys(this.changesBetween(before, after)).length === 0;
  }

  /** The values that fields had before they changed, as an event shows them. */
  previous(before: View, after: View): Record<string, unknown> {
    const changes = Object.entries(this.changesBetween(before, after));
    return Object.fromEntries(changes.map(([field, { before: was }]) => [field, was]));
  }

  /** A record without its secret fields. */
  withoutSecrets(record: View): Partial<View> {
    if (this.secret.size === 0) return record;
    return Object.fromEntries(Object.entries(record).filter(([field]) => !this.secret.has(field))) as Partial<View>;
  }

  get secretFields(): readonly string[] {
    return [...this.secret];
  }

  /** Adds a shape whose fields the audit log keeps under this type, too. */
  addShape(shape: Type): void {
    this.shapes.push(shape);
    this.personal = undefined;
  }

  private changeType(verb: string, options: ChangeOptions): ChangeType {
    const { type = `${this.type}.${verb}`, actions = [] } = options;
    return { ...options, kind: this as unknown as AnyKind, verb, type, actions: [`${this.type}.${verb}`, ...actions] };
  }

  private register(): void {
    if (kinds.has(this.type)) throw new Error(`Two kinds of records are called ${this.type}.`);
    const kind = this as unknown as AnyKind;
    kinds.set(this.type, kind);
    kindsByView.set(this.view, kind);
    for (const change of this.changes.values()) changesByType.set(change.type, change);
  }
}

/** Marks a shape whose fields the audit log keeps as a record of a kind: which of them are personal, they say themselves. */
export function LoggedAs(kind: AnyKind): ClassDecorator {
  return (shape) => kind.addShape(shape as unknown as Type);
}

/**
 * All kinds of records, in the order of their types. Complete when all modules are loaded: whoever derives something from
 * it does so when it is first asked for.
 */
export function recordKinds(): readonly AnyKind[] {
  return [...kinds.values()].sort((a, b) => (a.type < b.type ? -1 : 1));
}

/** All that can happen to records, in the order of {@link recordKinds}. */
export function changeTypes(): readonly ChangeType[] {
  return recordKinds().flatMap(({ changes }) => [...changes.values()]);
}

/** What the scopes of keys can name. */
export function resources(): readonly Resource[] {
  return [...new Set(recordKinds().flatMap(({ resource }) => resource ?? []))].sort();
}

/** The kind of record that the log calls so, if it has a description. */
export function kindOf(type: string): AnyKind | null {
  return kinds.get(type) ?? null;
}

/** The kind of record that a change of a type happened to. */
export function kindOfChange(type: string): AnyKind | null {
  return changesByType.get(type)?.kind ?? null;
}

/** The kind of record that the API shows in a shape, or in one that it is derived from. */
export function kindShownAs(view: Type): AnyKind | null {
  for (let shape = view; typeof shape === 'function' && shape.prototype; shape = Object.getPrototypeOf(shape) as Type) {
    const kind = kindsByView.get(shape);
    if (kind !== undefined) return kind;
  }
  return null;
}

function patternOf(fields: readonly string[]): RegExp | null {
  return fields.length === 0 ? null : new RegExp(`,"(?:${fields.join('|')})":(?:null|"(?:[^"\\\\]|\\\\.)*")`, 'g');
}
