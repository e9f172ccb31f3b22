import { Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { ColumnTitles } from '../../shared/column-titles';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Drawer } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { useSession } from '../session';
import { actorText, deedText, fieldChanges, pathName, valueText, type AuditLog } from './audit-words';
import { wordsOfValues } from './field-words';

interface Props {
  /** Undefined while it is loaded. */
  readonly record: AuditLog | undefined;
  readonly error?: Error | null;
}

/** The record that the address names. */
export function AuditLogDrawer({ record, error = null }: Props) {
  const { auditLogs: text, common } = useEveryText();
  const { filter } = useListSearch();
  return (
    <Drawer
      opened
      onClose={() => filter({ record: undefined })}
      position="right"
      size="xl"
      title={text.record}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {error === null ? null : <ProblemAlert error={error} />}
      {record === undefined && error === null ? <Skeleton h={240} data-loading /> : null}
      {record === undefined ? null : <RecordView record={record} />}
    </Drawer>
  );
}

/** Who did what, when and from where, and each field before and after. */
function RecordView({ record }: { readonly record: AuditLog }) {
  const { auditLogs: text } = useEveryText();
  const { filter } = useListSearch();
  const { organization } = useSession();
  const { impersonator, context, target, action } = record;
  const facts = [
    [text.when, <Instant key="at" at={record.occurredAt} zone={organization.timezone} long />],
    [text.action, action],
    [text.ip, context.ip],
    [text.userAgent, context.userAgent],
    [text.requestId, context.requestId],
  ] as const;
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={2} size="h3" className="prose">
          {`${actorText(record, text)} ${deedText(record, text)}`}
        </Title>
        {impersonator === null || impersonator.id === record.actor.id ? null : (
          <Text fw={600}>{text.impersonated(impersonator.email)}</Text>
        )}
      </Stack>
      <Changes record={record} />
      <Table layout="fixed" variant="vertical">
        <Table.Tbody>
          {facts.map(([label, value]) =>
            value === null ? null : (
              <Table.Tr key={label}>
                <Table.Th scope="row" w={140}>
                  {label}
                </Table.Th>
                <Table.Td className="prose">{value}</Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
      <Group>
        <Button
          variant="default"
          onClick={() => filter({ targetType: target.type, targetId: target.id, record: undefined })}
        >
          {text.allAbout}
        </Button>
      </Group>
    </Stack>
  );
}

function Changes({ record }: { readonly record: AuditLog }) {
  const dictionary = useEveryText();
  const { auditLogs: text } = dictionary;
  const { organization } = useSession();
  const changes = fieldChanges(record.changes);
  if (changes.length === 0) return null;
  const textOf = (field: string, value: unknown) => {
    const words = wordsOfValues(field, record.target.type, dictionary);
    // Another system's id may look like one of ours, and is what people look for.
    if (field === 'externalId' && typeof value === 'string') return value;
    return valueText(value, organization.timezone, dictionary, record.names, words);
  };
  return (
    <Table layout="fixed">
      <ColumnTitles titles={[text.field, text.before, text.after]} />
      <Table.Tbody>
        {changes.map(({ path, before, after, erased }) => (
          <Table.Tr key={path.join('.')}>
            <Table.Th scope="row" fw={400}>
              {pathName(path, dictionary)}
            </Table.Th>
            {[before, after].map((value, index) => (
              <Table.Td key={index} className="prose">
                {erased ? text.erased : textOf(path.at(-1)!, value)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
