import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from './language';
import { Modal } from './modal';

export interface ConflictField {
  readonly field: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  /** Whether I left it as it was: then theirs is chosen to begin with. */
  readonly isTheirsAlone: boolean;
}

interface Props {
  readonly fields: readonly ConflictField[];
  /** Called with the fields whose own value is kept. */
  readonly onChoose: (mine: ReadonlySet<string>) => void;
  readonly onCancel: () => void;
  readonly isPending: boolean;
}

/** Shows what two people made of the same record, field by field, and lets one choose. */
export function ConflictDialog({ fields, onChoose, onCancel, isPending }: Props) {
  const { conflict, common } = useText();
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter(({ isTheirsAlone }) => isTheirsAlone).map(({ field }) => field)),
  );
  const choose = (field: string, isMine: boolean) => {
    const next = new Set(theirs);
    if (isMine) next.delete(field);
    else next.add(field);
    setTheirs(next);
  };
  const save = () => onChoose(new Set(fields.map(({ field }) => field).filter((field) => !theirs.has(field))));
  return (
    <Modal opened onClose={onCancel} title={conflict.title} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Text size="sm">{conflict.explanation}</Text>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{conflict.field}</Table.Th>
              <Table.Th scope="col">{conflict.mine}</Table.Th>
              <Table.Th scope="col">{conflict.theirs}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(({ field, label, mine, theirs: other }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{label}</Table.Th>
                {[
                  { value: mine, isMine: true, name: conflict.mine },
                  { value: other, isMine: false, name: conflict.theirs },
                ].map(({ value, isMine, name }) => (
                  <Table.Td key={name}>
                    <Radio
                      name={field}
                      label={value === '' ? '–' : value}
                      aria-label={`${label}: ${name}`}
                      checked={theirs.has(field) !== isMine}
                      onChange={() => choose(field, isMine)}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button onClick={save} loading={isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
