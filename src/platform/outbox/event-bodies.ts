import { Injectable } from '@nestjs/common';
import { decryptOf, encryptFor } from '../personal/person-cipher';
import { PersonKeys, type WantedPerson } from '../personal/person-keys';
import { kindOfChange, type AnyKind, type AnyRecord } from '../records/record-kind';
import type { Transaction } from '../transaction/transaction';
import { columnsOf } from '../database/table';
import { PersonKey } from '../personal/person-key.entity';
import { OutboxEvent } from './outbox-event.entity';

const OUTBOX_EVENT = columnsOf(OutboxEvent, 'o');
const PERSON_KEY = columnsOf(PersonKey);

/** What stands in a stored body for a value of a person: which person's, and which of theirs. No text can contain it. */
const PLACEHOLDER = /\{"\\u0001":"(\d+)\.(\d+)"\}/g;

/** An event before its personal values are taken out. */
export interface EventContent {
  readonly id: string;
  readonly type: string;
  readonly organizationId: string;
  readonly actor: { readonly type: string; readonly id: string | null; readonly name: string | null };
  readonly data: object;
  readonly previous?: object | undefined;
}

/** An event with placeholders for the values of people, which are not encrypted yet. */
export interface EventWithPlaceholders<Content extends EventContent> {
  readonly content: Content;
  readonly people: readonly string[];
  /** Of each of the people. */
  readonly values: readonly (readonly unknown[])[];
  /** Who the event says was just made, and so has no key yet. */
  readonly newPerson: string | null;
}

/** The columns of an event that bodies are read from, and what {@link keysOf} reads of the keys. */
export interface StoredBody {
  readonly organizationId: string;
  readonly eventId: string;
  readonly body: string;
  readonly people: readonly string[];
  readonly personal: string | null;
  readonly keys: readonly (string | null)[];
}

/**
 * The sealed keys of the people of an event, in the order of `people`, null for those who are forgotten. Read with the
 * event, so that a body is opened without another statement.
 */
export const keysOf = (event: { readonly organizationId: string; readonly people: string }) => `ARRAY(
  SELECT encode(k.sealed_key, 'base64') FROM unnest(${event.people}) WITH ORDINALITY AS person (id, position)
  LEFT JOIN LATERAL (
    SELECT ${PERSON_KEY.sealedKey} FROM person_keys
    WHERE ${PERSON_KEY.organizationId} = ${event.organizationId}
      AND ${PERSON_KEY.personId} = person.id LIMIT 1
  ) AS k ON true ORDER BY person.position)`;
/** The columns of a {@link StoredBody} but its body, of an event `o`. */
export const PEOPLE_COLUMNS = `${OUTBOX_EVENT.organizationId} AS "organizationId", ${OUTBOX_EVENT.id} AS "eventId",
  ${OUTBOX_EVENT.people}, ${OUTBOX_EVENT.personal},
  ${keysOf(OUTBOX_EVENT)} AS keys`;

/**
 * Keeps what events say of people apart from their bodies, encrypted under the key of each. A body is put together again,
 * to the byte, when it is sent or shown; of a person without a key it says null.
 */
@Injectable()
export class EventBodies {
  constructor(private readonly keys: PersonKeys) {}

  /** Those under whose keys events have values. */
  peopleIn(events: readonly EventWithPlaceholders<EventContent>[]): WantedPerson[] {
    return events.flatMap(({ content: { organizationId }, people, newPerson }) =>
      people.map((personId) => ({ organizationId, personId, isNew: personId === newPerson })),
    );
  }

  /** The values of an event's people, encrypted. The keys must have been prepared. */
  encrypt({ content, people, values }: EventWithPlaceholders<EventContent>, transaction: Transaction): string {
    const { id, organizationId } = content;
    const encrypted = people.map((personId, index) => {
      const key = this.keys.get({ organizationId, personId }, transaction);
      return key === null ? '' : encryptFor(key, JSON.stringify(values[index]), placeOf(id));
    });
    return encrypted.join(',');
  }

  /** The body as it is sent. */
  open({ organizationId, eventId, body, people, personal, keys }: StoredBody): string {
    if (people.length === 0) return body;
    const encrypted = (personal ?? '').split(',');
    const values = people.map((personId, index) => {
      const sealed = keys[index];
      const sealedKey = sealed == null ? null : Buffer.from(sealed, 'base64');
      const key = this.keys.openIfReadable({ organizationId, personId, sealedKey });
      const text = key === null ? null : decryptOf(key, encrypted[index] ?? '', placeOf(eventId));
      return text === null ? [] : (JSON.parse(text) as unknown[]);
    });
    return body.replace(PLACEHOLDER, (_placeholder, person: string, value: string) =>
      JSON.stringify(values[Number(person)]?.[Number(value)] ?? null),
    );
  }
}

/** Takes the values of people out of an event: of whom it is about, of who made the change, and of users whom it names. */
export function extractPersonalValues<Content extends EventContent>(event: Content, fullData?: object) {
  const placeholders = new Placeholders();
  const { actor, data, previous, type } = event;
  const kind = kindOfChange(type);
  const of = (record: object) => (kind === null ? record : placeholders.ofRecord(record, kind, data));
  const content: Content = {
    ...event,
    actor: actor.type === 'user' && actor.id !== null ? placeholders.in(actor, ACTOR_FIELDS, actor.id) : actor,
    data: of(data),
    previous: previous && of(previous),
  };
  const newPerson = kind !== null && type === `${kind.type}.created` ? kind.personOf(data as AnyRecord) : null;
  return {
    event: {
      content,
      people: placeholders.people,
      values: placeholders.values,
      newPerson,
    } satisfies EventWithPlaceholders<Content>,
    fullData: fullData && of(fullData),
  };
}

const ACTOR_FIELDS = new Set(['name']);

/** Whether it is the record of somebody who was erased, which has no value of a person any more. */
function isOfNobody(record: object): boolean {
  return (record as { erasedAt?: string | null }).erasedAt != null;
}

class Placeholders {
  readonly people: string[] = [];
  readonly values: unknown[][] = [];

  /** @param whole says whom a record is about of which only some fields are given */
  ofRecord(record: object, kind: AnyKind, whole: object): object {
    const fields = kind.personalFields;
    const isAboutSomebody = fields.size > 0 && !isOfNobody(record);
    let filled = isAboutSomebody ? this.in(record, fields, kind.personOf(whole as AnyRecord)) : record;
    for (const [nameField, idField] of kind.userNames) {
      const { [nameField]: name, [idField]: id } = record as Record<string, unknown>;
      if (name && typeof id === 'string') filled = { ...filled, [nameField]: this.add(id, name) };
    }
    return filled;
  }

  in<Record extends object>(record: Record, fields: ReadonlySet<string>, personId: string): Record {
    const filled = Object.entries(record).map(([field, value]) => [
      field,
      value != null && fields.has(field) ? this.add(personId, value) : (value as unknown),
    ]);
    return Object.fromEntries(filled) as Record;
  }

  private add(personId: string, value: unknown): object {
    if (!this.people.includes(personId)) {
      this.people.push(personId);
      this.values.push([]);
    }
    const person = this.people.indexOf(personId);
    const own = this.values[person] ?? [];
    return { '\u0001': `${person}.${own.push(value) - 1}` };
  }
}

function placeOf(eventId: string): string {
  return `outbox_events.personal:${eventId}`;
}
