import { Alert, Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState, type ReactNode } from 'react';
import type { Versioned } from './api';
import { useText } from './language';
import { UnsavedGuard } from './unsaved-guard';
import { useRecordForm, type RecordFormOptions } from './use-record-form';

interface Props<Values extends Record<string, unknown>> extends Pick<
  RecordFormOptions<Values, Versioned<Values>>,
  'draftKey' | 'send' | 'readTheirs' | 'labels' | 'apiFields'
> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Mantine's own helpers take any form, too.
  readonly form: UseFormReturnType<Values, any>;
  /** The newest record that is known; what others change shows at once, unless something is being typed. */
  readonly shown: Versioned<Values>;
  readonly children: ReactNode;
}

/** A form of a record that is a part of its screen, for what there is one of. */
export function PageForm<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { form, shown, children, ...options } = props;
  const { common } = useText();
  const [isSaved, setSaved] = useState(false);
  const show = ({ record, etag }: Versioned<Values>) => {
    form.setInitialValues(record);
    form.setValues(record);
    showVersion(etag);
  };
  const { onSubmit, isPending, notices, dialog, showVersion, version } = useRecordForm({
    form,
    ...options,
    etag: shown.etag,
    onDone: (saved) => {
      show(saved);
      setSaved(true);
    },
  });
  useEffect(() => {
    if (shown.etag !== version() && !form.isDirty() && !isPending) show(shown);
  }, [shown.etag]); // eslint-disable-line react-hooks/exhaustive-deps -- only what others save is followed
  return (
    <form noValidate onSubmit={onSubmit} onChange={() => setSaved(false)}>
      <UnsavedGuard isDirty={() => form.isDirty()} isWholePage />
      <Stack gap="lg">
        {notices}
        {children}
        <Group>
          <Button type="submit" loading={isPending}>
            {common.save}
          </Button>
          {isSaved && !form.isDirty() ? (
            <Alert role="status" py={6}>
              {common.saved}
            </Alert>
          ) : null}
        </Group>
      </Stack>
      {dialog}
    </form>
  );
}
