import type { CallOptions } from '@tour-events/client';
import { versioned, type Versioned } from './api';
import { deleteRecord, makeStale, queryClient } from './query-client';
import { paging, reading } from './reading';
import { withReauthentication } from './with-reauthentication';

/** The calls of the client for the records of a resource. */
interface Calls<Item, Created, Create, Update, Query, Rows> {
  list(query: Query, options: CallOptions): Promise<Rows>;
  get(id: string, options?: CallOptions): Promise<Item>;
  create(body: Create, options: CallOptions): Promise<Created>;
  update(id: string, body: Update, options: CallOptions): Promise<Item>;
  delete(id: string, options: CallOptions): Promise<unknown>;
}

/** What forms need of the organization: its zone says in which country phone numbers are. */
interface Organization {
  readonly timezone: string;
}

/** Where the form of a record reads and changes it. */
interface Changed<Item, Created, Create, Update> {
  /** Of one record, in the key of a draft. */
  readonly name: string;
  readonly read: (id: string) => Promise<Item>;
  readonly create: (body: Create, idempotencyKey: string) => Promise<Created>;
  readonly update: (id: string, body: Update, ifMatch: string) => Promise<Item>;
}

/** What the form of a record contains. */
interface FormValues<Item, Body, Values> {
  /** A record as the fields of its form. */
  readonly valuesOf: (record: Item) => Values;
  /** The fields of a new one. */
  readonly empty: NoInfer<Values>;
  /** What the fields are for the API. `before`: the record that is changed; null for a new one. */
  readonly bodyOf: (values: NoInfer<Values>, organization: Organization, before: Item | null) => Body;
}

/** What a form needs of a resource. */
export type FormResource<Item, Created, Body, Values> = Changed<Item, Created, Body, Body> &
  FormValues<Item, Body, Values>;

/** What whoever opens the form of a record gives it. */
export interface FormProps<Item, Created = Item> {
  /** Null for a new one. */
  readonly record: Versioned<Item> | null;
  /** Left out, the form just closes. */
  readonly onDone?: (record: Item | Created) => void;
  readonly onClose: () => void;
}

interface Description<Item extends object, Created, Create, Update, Query, Rows> {
  /** Of one record, in the key of a draft. */
  readonly name: string;
  /** What query keys begin with: the API's name of the resource. */
  readonly key: string;
  /** The keys of what else a change makes stale. */
  readonly stale?: readonly string[];
  readonly calls: Calls<Item, Created, Create, Update, Query, Rows>;
}

/**
 * One kind of record: where it is read and changed, and what that makes stale. `EditableList` needs no more, `ResourceForm`
 * what {@link formOf} adds.
 */
export function resource<Item extends object, Created, Create, Update, Query, Rows>(
  description: Description<Item, Created, Create, Update, Query, Rows>,
) {
  const { key, stale = [], calls } = description;
  const invalidate = () => makeStale(key, ...stale);
  /** A record with its version. */
  const one = (id: string) => reading([key, id], (options) => versioned(calls.get(id, options)));
  return {
    ...description,
    invalidate,
    read: (id: string) => calls.get(id),
    one,
    /** A page of a list; the one before stays until it is there. */
    list: (query: Query) => paging([key, 'list', query], (options) => calls.list(query, options)),
    create: async (body: Create, idempotencyKey: string): Promise<Created> => {
      const created = await withReauthentication((isAgain) => calls.create(body, isAgain ? {} : { idempotencyKey }));
      void invalidate();
      return created;
    },
    update: async (id: string, body: Update, ifMatch: string): Promise<Item> => {
      const updated = await versioned(withReauthentication(() => calls.update(id, body, { ifMatch })));
      queryClient.setQueryData(one(id).queryKey, updated);
      void invalidate();
      return updated.record;
    },
    /** @param ifMatch left out, it is deleted whatever others have changed */
    remove: async (id: string, ifMatch?: string): Promise<void> => {
      const options = ifMatch === undefined ? {} : { ifMatch };
      await deleteRecord(id, () => withReauthentication(() => calls.delete(id, options)));
      void invalidate();
    },
  };
}

/** A resource with what its form contains: beside the form, so that lists don't load it. */
export function formOf<Item, Created, Create, Update, Values extends object>(
  of: Changed<Item, Created, Create, Update>,
  values: FormValues<Item, Create & Update, Values>,
): FormResource<Item, Created, Create & Update, Values> {
  return { ...of, ...values };
}
