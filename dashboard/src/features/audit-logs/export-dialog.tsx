import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DateInput } from '../../shared/date-input';
import { FieldRow } from '../../shared/field-row';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Modal } from '../../shared/modal';

/** Downloads the log of a period; the browser writes the file while it comes, however long it is. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { auditLogs: text, common } = useEveryText();
  const { search } = useListSearch();
  const [period, setPeriod] = useState({ from: String(search['from'] ?? ''), to: String(search['to'] ?? '') });
  const query = new URLSearchParams(Object.entries(period).filter(([, date]) => date !== '')).toString();
  const isReversed = period.from !== '' && period.to !== '' && period.from > period.to;
  return (
    <Modal opened onClose={onClose} title={text.exportTitle} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Text size="sm">{text.exportText}</Text>
        <FieldRow>
          {(['from', 'to'] as const).map((name) => (
            <DateInput
              key={name}
              label={text[name]}
              value={period[name]}
              error={name === 'to' && isReversed ? text.reversed : null}
              onChange={(date) => setPeriod({ ...period, [name]: date })}
            />
          ))}
        </FieldRow>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          {isReversed ? (
            <Button disabled>{text.download}</Button>
          ) : (
            <Button component="a" href={`/api/audit-logs/export${query === '' ? '' : `?${query}`}`} download>
              {text.download}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
