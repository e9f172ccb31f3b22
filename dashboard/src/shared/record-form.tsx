import { Button, Group, Stack } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useText } from './language';
import { Modal } from './modal';
import { LeaveDialog, UnsavedGuard } from './unsaved-guard';
import { useRecordForm, type RecordFormOptions } from './use-record-form';

interface Props<Values extends Record<string, unknown>, Result> extends RecordFormOptions<Values, Result> {
  readonly title: string;
  readonly onClose: () => void;
  readonly submitLabel?: string | undefined;
  /** False while there is nothing that submitting could do; the form itself says why. */
  readonly canSubmit?: boolean;
  /** Saves, and leaves the form open for the next record, which is prepared here. */
  readonly next?: { readonly label: string; readonly onSaved: (result: Result) => void } | undefined;
  /** Reads what the form still lacks to know what was typed: saving waits for it. Undefined where there is nothing. */
  readonly complete?: (() => Promise<void>) | undefined;
  /** Of the dialog, for a form that shows something beside its fields. */
  readonly size?: number;
  readonly children: ReactNode;
}

/** A form of a record in a dialog, which asks before it is left. */
export function RecordForm<Values extends Record<string, unknown>, Result>(props: Props<Values, Result>) {
  const {
    title,
    form,
    onClose,
    submitLabel,
    canSubmit = true,
    size,
    next,
    children,
    onDone,
    complete,
    ...options
  } = props;
  const { common } = useText();
  const [isLeaving, setLeaving] = useState(false);
  const goesOn = useRef(false);
  const { onSubmit, isPending, notices, dialog } = useRecordForm({
    form,
    ...options,
    onDone: (result) => (next !== undefined && goesOn.current ? next.onSaved(result) : onDone(result)),
  });
  const save = (event: React.FormEvent<HTMLFormElement> | undefined, isNext: boolean) => {
    goesOn.current = isNext;
    if (complete === undefined) return onSubmit(event);
    event?.preventDefault();
    void complete().then(() => onSubmit());
  };
  const isGivenUp = useRef(false);
  const close = () => (form.isDirty() ? setLeaving(true) : onClose());
  const leave = () => {
    isGivenUp.current = true;
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={!isLeaving && dialog === null}
      title={title}
      size={size ?? 'lg'}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <UnsavedGuard isDirty={() => !isGivenUp.current && form.isDirty()} />
      {isLeaving ? <LeaveDialog onLeave={leave} onStay={() => setLeaving(false)} /> : null}
      <form noValidate onSubmit={(event) => save(event, false)}>
        <Stack gap="sm">
          {notices}
          {children}
          <Group justify="flex-end" mt="xs">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            {/* No submit button: Enter presses the first one, and means to be done. */}
            {next === undefined ? null : (
              <Button variant="default" disabled={!canSubmit} loading={isPending} onClick={() => save(undefined, true)}>
                {next.label}
              </Button>
            )}
            <Button type="submit" disabled={!canSubmit} loading={isPending}>
              {submitLabel ?? common.save}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </Modal>
  );
}
