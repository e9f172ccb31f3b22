import { Button, Group, List, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ColumnTitles } from '../../shared/column-titles';
import { EraseDialog } from '../../shared/erase-dialog';
import { Instant } from '../../shared/instant';
import { useEveryText, useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { saveAs } from '../../shared/save-as';
import { actorText, deedText, type AuditLog } from '../audit-logs';
import { useMay, useSession } from '../session';
import { eraseGuest, personalDataFile, personalDataQuery, type PersonalData } from './guest';

interface Props {
  readonly id: string;
  readonly name: string;
  readonly erasedAt: string | null;
}

/** Changes that are shown; the rest is in the history. */
const MAX_CHANGES = 5;

/** What is known of a guest and what for, who changed it, a copy for the guest, and how all of it is forgotten. */
export function PersonalDataCard(props: Props) {
  return useMay('personalData.erase') ? <Card {...props} /> : null;
}

function Card({ id, name, erasedAt }: Props) {
  const {
    guests: { personalData: text },
  } = useText();
  const [isErasing, setErasing] = useState(false);
  const known = useQuery(personalDataQuery(id));
  const download = useMutation({
    // A plain link can't ask for CSV: the address has JSON, too.
    mutationFn: async (format: 'json' | 'csv') => saveAs(await personalDataFile(id, format), `${text.file}.${format}`),
  });
  const loading = <Skeleton h={160} data-loading aria-busy="true" />;
  return (
    <Stack gap="xs" component="section" aria-labelledby="personal-data">
      <Title order={2} size="h3" id="personal-data">
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" className="prose">
        {erasedAt === null ? text.text : text.erasedText}
      </Text>
      {/* Above what comes later, which would move them. */}
      <Group gap="xs">
        {(['json', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            loading={download.isPending && download.variables === format}
            onClick={() => download.mutate(format)}
          >
            {text.download[format]}
          </Button>
        ))}
        {erasedAt === null ? (
          <Button variant="default" onClick={() => setErasing(true)}>
            {text.erase}
          </Button>
        ) : null}
      </Group>
      {known.isPending ? loading : null}
      {[known.error, download.error].map((error, index) =>
        error === null ? null : <ProblemAlert key={index} error={error} />,
      )}
      {known.data === undefined ? null : (
        <Suspense fallback={loading}>
          <Known data={known.data} />
        </Suspense>
      )}
      {isErasing ? (
        <EraseDialog
          title={text.eraseTitle(name)}
          effects={text.eraseEffects}
          action={text.erase}
          inUse={{ code: 'guest_in_use', text: text.inUse, agree: text.eraseAnyway }}
          run={(force) => eraseGuest(id, force)}
          onDone={() => setErasing(false)}
          onCancel={() => setErasing(false)}
        />
      ) : null}
    </Stack>
  );
}

/** How much there is of each kind, and what it is for; then who changed it last. */
function Known({ data }: { readonly data: PersonalData }) {
  const {
    guests: { personalData: text },
    auditLogs,
  } = useEveryText();
  const { organization } = useSession();
  const sections = data.sections.filter(({ records }) => records.length > 0);
  const log = (data.sections.find(({ name }) => name === 'auditLog')?.records ?? []) as unknown as AuditLog[];
  const latest = [...log].sort((one, other) => other.occurredAt.localeCompare(one.occurredAt)).slice(0, MAX_CHANGES);
  return (
    <>
      <Table className="record-table">
        <ColumnTitles titles={Object.values(text.columns)} />
        <Table.Tbody>
          {sections.map(({ name, records }) => (
            <Table.Tr key={name}>
              <Table.Td data-phone="first">{text.sections[name].title}</Table.Td>
              <Table.Td data-phone="second" className="figures">
                {records.length}
              </Table.Td>
              <Table.Td data-phone="second">{text.sections[name].purpose}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {latest.length === 0 ? null : (
        <>
          <Title order={3} size="h4">
            {text.changes}
          </Title>
          <List size="sm" listStyleType="none" spacing={4} className="prose">
            {latest.map((record) => (
              <List.Item key={record.id}>
                {`${actorText(record, auditLogs)} ${deedText(record, auditLogs)}`}{' '}
                <Text span size="xs" c="dimmed">
                  <Instant at={record.occurredAt} zone={organization.timezone} />
                </Text>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </>
  );
}
