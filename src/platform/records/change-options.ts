/** What can happen to records of a kind: the change log calls it by its type, and webhooks send it if it has a sentence. */
export interface ChangeOptions {
  /** By default the record's type and the verb: `tour.created`. */
  readonly type?: string;
  /** Further actions of the audit log that the change log shows as this. */
  readonly actions?: readonly string[];
  /** What it means, for those who subscribe to it; without, webhooks never send it. */
  readonly says?: string;
  /** Whether the event has `previous`: the values that the changed fields had. */
  readonly updates?: true;
  /** The fields of the event, if not all of the record's: then the whole record is for endpoints with `fullPayload`. */
  readonly fields?: Readonly<Record<string, FieldSchema>>;
  /** Fields that the event may have beyond the record's. */
  readonly optional?: Readonly<Record<string, FieldSchema>>;
  /** Whether endpoints with `fullPayload` get the whole record instead of `fields`. */
  readonly fullOnRequest?: true;
  /** Fields of an example of the event that differ from the view's example. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Fields of the view that the event omits. */
  readonly without?: readonly string[];
  /** Whether an endpoint gets it whatever its maker may read. */
  readonly toEveryMaker?: true;
}

/** A JSON Schema of a field of an event. */
export interface FieldSchema {
  readonly type: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly example: unknown;
}

/** Creation, update and deletion, in sentences. @param subject with its article: `A tour` */
export function lifecycleOf(subject: string): Record<'created' | 'updated' | 'deleted', ChangeOptions> {
  return {
    created: { says: `${subject} was created.` },
    updated: { says: `${subject} was changed. The data has the new record.`, updates: true },
    deleted: { says: `${subject} was deleted. The data has the last record.` },
  };
}
