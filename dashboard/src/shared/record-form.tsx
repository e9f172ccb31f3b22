import { Button, Group, Modal, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ApiError } from '@tour-events/client';
import { useRef, useState, type ReactNode } from 'react';
import type { Recorded } from './api';
import { ConflictDialog, type ConflictField } from './conflict-dialog';
import { useDraft } from './draft';
import { useText } from './language';
import { ProblemAlert } from './problem-alert';
import { LeaveDialog, UnsavedGuard } from './unsaved-guard';
import { useSubmit } from './use-submit';

interface Props<Values extends Record<string, unknown>, Result> {
  readonly title: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Mantine's own helpers take any form, too.
  readonly form: UseFormReturnType<Values, any>;
  /** Of the draft: the form, the record, the user and the organization. */
  readonly draftKey: string;
  /** `etag` is null for a new record. */
  readonly send: (values: Values, options: { etag: string | null; idempotencyKey: string }) => Promise<Result>;
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
  /** The version that was on the screen when the form opened; null for a new record. */
  readonly etag: string | null;
  /** Reads the record again, as form values, after somebody else changed it. */
  readonly readTheirs?: () => Promise<Recorded<Values>>;
  /** The labels of the fields, for the conflict dialog. */
  readonly labels?: Readonly<Partial<Record<keyof Values, string>>>;
  readonly submitLabel?: string | undefined;
  /** The form's fields for fields of the API that have other names. */
  readonly apiFields?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

interface Conflict<Values> {
  readonly theirs: Recorded<Values>;
  readonly fields: readonly ConflictField[];
}

/**
 * A form of a record in a dialog: keeps a draft, asks before it is left, names errors at their fields, and lets one choose
 * when somebody else changed the record meanwhile.
 */
export function RecordForm<Values extends Record<string, unknown>, Result>(props: Props<Values, Result>) {
  const { title, form, draftKey, send, onDone, onClose, readTheirs, submitLabel, children } = props;
  const labels: Readonly<Partial<Record<string, string>>> = props.labels ?? {};
  const { common } = useText();
  // The version from when the form opened: a refetch meanwhile must not make it look current.
  const etag = useRef(props.etag);
  const [isLeaving, setLeaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null);
  const draft = useDraft(draftKey, form);
  const { submit, isPending, error } = useSubmit(form, {
    send: (values, idempotencyKey) => send(values, { etag: etag.current, idempotencyKey }),
    fields: props.apiFields ?? {},
    onSuccess: (result) => {
      form.resetDirty();
      draft.forget();
      onDone(result);
    },
    onError: (failure) => {
      if (!(failure instanceof ApiError) || failure.code !== 'precondition_failed' || readTheirs === undefined)
        return false;
      void readTheirs().then((theirs) => setConflict({ theirs, fields: differing(form.getValues(), theirs.record) }));
      return true;
    },
  });
  const differing = (mine: Values, theirs: Values): ConflictField[] =>
    Object.keys(labels)
      .filter((field) => String(mine[field] ?? '') !== String(theirs[field] ?? ''))
      .map((field) => ({
        field,
        label: String(labels[field]),
        mine: String(mine[field] ?? ''),
        theirs: String(theirs[field] ?? ''),
      }));
  const choose = (kept: ReadonlySet<string>) => {
    const { theirs, fields } = conflict!;
    const taken = fields.map(({ field }) => field).filter((field) => !kept.has(field));
    const values = { ...form.getValues(), ...Object.fromEntries(taken.map((field) => [field, theirs.record[field]])) };
    form.setValues(values);
    etag.current = theirs.etag;
    setConflict(null);
    submit(values);
  };
  const close = () => (form.isDirty() ? setLeaving(true) : onClose());
  return (
    <Modal opened onClose={close} title={title} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      <LeaveDialog opened={isLeaving} onLeave={onClose} onStay={() => setLeaving(false)} />
      <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
        <Stack gap="sm">
          {draft.bar}
          {error === null || conflict !== null || isConflict(error) ? null : <ProblemAlert error={error} />}
          {children}
          <Group justify="flex-end" mt="xs">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {submitLabel ?? common.save}
            </Button>
          </Group>
        </Stack>
      </form>
      {conflict === null ? null : (
        <ConflictDialog
          fields={conflict.fields}
          onChoose={choose}
          onCancel={() => setConflict(null)}
          isPending={isPending}
        />
      )}
    </Modal>
  );
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'precondition_failed';
