import type { UseFormReturnType } from '@mantine/form';
import { ApiError } from '@tour-events/client';
import { useRef, useState, type ReactNode } from 'react';
import type { Versioned } from './api';
import type { ConflictField } from './conflict-dialog';
import { useDraft } from './draft';
import { lazyDialog } from './lazy-dialog';
import { ProblemAlert } from './problem-alert';
import { useSubmit } from './use-submit';

const ConflictDialog = lazyDialog(() => import('./conflict-dialog').then((file) => file.ConflictDialog));

export interface RecordFormOptions<Values extends Record<string, unknown>, Result> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Mantine's own helpers take any form, too.
  readonly form: UseFormReturnType<Values, any>;
  /** Of the draft: the form, the record, the user and the organization. Null for a form without one. */
  readonly draftKey: string | null;
  /** `etag` is null for a new record. */
  readonly send: (values: Values, options: { etag: string | null; idempotencyKey: string }) => Promise<Result>;
  readonly onDone: (result: Result) => void;
  /** The version that was on the screen when the form opened; null for a new record. */
  readonly etag: string | null;
  /** Reads the record again, as form values, after somebody else changed it. */
  readonly readTheirs?: () => Promise<Versioned<Values>>;
  /** The labels of the fields, for the conflict dialog. */
  readonly labels?: Readonly<Partial<Record<keyof Values, string>>>;
  /** What the conflict dialog calls the values of fields that are one of several: `draft` is "Draft". */
  readonly words?: Readonly<Partial<Record<keyof Values, Readonly<Record<string, string>>>>>;
  /** The form's fields for fields of the API that have other names. */
  readonly apiFields?: Readonly<Record<string, string>>;
  /** The form's fields that conflicts are about, by the code of the problem. */
  readonly problemFields?: Readonly<Record<string, string>>;
}

interface RecordFormState {
  readonly onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
  readonly isPending: boolean;
  /** The draft on offer, and what belongs to no field: above the fields. */
  readonly notices: ReactNode;
  /** Open when somebody else changed the record. */
  readonly dialog: ReactNode;
  /** The version that the next save is based on, when another one is on the screen. */
  readonly showVersion: (etag: string) => void;
  /** The version that the next save is based on. */
  readonly version: () => string | null;
}

interface Conflict<Values> {
  readonly theirs: Versioned<Values>;
  readonly fields: readonly ConflictField[];
}

/**
 * What every form of a record does, wherever it stands: keeps a draft, names errors at their fields, and lets one choose
 * when somebody else changed the record meanwhile.
 */
export function useRecordForm<Values extends Record<string, unknown>, Result>(
  options: RecordFormOptions<Values, Result>,
): RecordFormState {
  const { form, draftKey, send, onDone, readTheirs } = options;
  const labels: Readonly<Partial<Record<string, string>>> = options.labels ?? {};
  // The version from when the form opened: a refetch meanwhile must not make it look current.
  const etag = useRef(options.etag);
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null);
  const draft = useDraft(draftKey, form);
  const { submit, isPending, error } = useSubmit(form, {
    send: (values, idempotencyKey) => send(values, { etag: etag.current, idempotencyKey }),
    fields: options.apiFields ?? {},
    problemFields: options.problemFields ?? {},
    onSuccess: (result) => {
      form.resetDirty();
      draft.forget();
      onDone(result);
    },
    onError: (failure) => {
      if (!isConflict(failure) || readTheirs === undefined) return false;
      void readTheirs().then(resolve);
      return true;
    },
  });
  const resolve = (theirs: Versioned<Values>) => {
    const fields = differing(form.getInitialValues(), form.getValues(), theirs.record, labels).map((conflict) => {
      const words: Readonly<Record<string, string>> = options.words?.[conflict.field] ?? {};
      return {
        ...conflict,
        mine: words[conflict.mine] ?? conflict.mine,
        theirs: words[conflict.theirs] ?? conflict.theirs,
      };
    });
    if (fields.length > 0) return setConflict({ theirs, fields });
    // They changed what this form does not have, or the same as I did: there is nothing to choose.
    etag.current = theirs.etag;
    submit(form.getValues());
  };
  const choose = (kept: ReadonlySet<string>) => {
    const { theirs, fields } = conflict!;
    const taken = fields.map(({ field }) => field).filter((field) => !kept.has(field));
    const values = { ...form.getValues(), ...Object.fromEntries(taken.map((field) => [field, theirs.record[field]])) };
    form.setValues(values);
    etag.current = theirs.etag;
    setConflict(null);
    submit(values);
  };
  const isShown = error !== null && conflict === null && !(isConflict(error) && readTheirs !== undefined);
  return {
    onSubmit: form.onSubmit((values) => submit(values)),
    isPending,
    notices:
      draft.bar === null && !isShown ? null : (
        <>
          {draft.bar}
          {isShown ? <ProblemAlert error={error} /> : null}
        </>
      ),
    dialog:
      conflict === null ? null : (
        <ConflictDialog
          fields={conflict.fields}
          onChoose={choose}
          onCancel={() => setConflict(null)}
          isPending={isPending}
        />
      ),
    showVersion: (version) => {
      etag.current = version;
    },
    version: () => etag.current,
  };
}

/** The fields that somebody else changed, unless I did just the same. What I alone changed is no conflict. */
function differing<Values extends Record<string, unknown>>(
  before: Values,
  mine: Values,
  theirs: Values,
  labels: Readonly<Partial<Record<string, string>>>,
): ConflictField[] {
  return Object.keys(labels)
    .map((field) => ({
      field,
      label: String(labels[field]),
      mine: shown(mine[field]),
      theirs: shown(theirs[field]),
      isTheirsAlone: shown(mine[field]) === shown(before[field]),
    }))
    .filter(({ field, ...shownAs }) => shownAs.mine !== shownAs.theirs && shown(before[field]) !== shownAs.theirs);
}

/** A value as text. Of a record in a list its own id says nothing to people. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const parts = Object.entries(value).filter(([key, part]) => key !== 'id' && part !== false);
  return parts
    .map(([, part]) => shown(part))
    .filter((part) => part !== '')
    .join(' · ');
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'precondition_failed';
