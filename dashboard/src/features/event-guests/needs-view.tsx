import { Button, Group, SimpleGrid, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { CountedValueView, GetEventResponse } from '@tour-events/client';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { numberText } from '../../shared/money';
import { ProblemAlert } from '../../shared/problem-alert';
import { saveAs } from '../../shared/save-as';
import { needsQuery } from '../events';
import { needsFile } from './needs-queries';

/** What those who come eat and have answered, as those who cook count it. */
export function NeedsView({ event }: { readonly event: GetEventResponse }) {
  const { eventGuests } = useText();
  const text = eventGuests.needsView;
  const { data, error } = useQuery(needsQuery(event.id));
  const download = useMutation({ mutationFn: async () => saveAs(await needsFile(event.id), text.file) });
  const yesOrNo = new Set(event.questions.filter(({ kind }) => kind === 'yes_no').map(({ id }) => id));
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          {data === undefined ? '' : text.people(data.people)}
        </Text>
        <Group gap="sm">
          <Button variant="default" component="a" href={`/api/events/${event.id}/guests/export`} download>
            {text.export}
          </Button>
          <Button loading={download.isPending} onClick={() => download.mutate()}>
            {text.download}
          </Button>
        </Group>
      </Group>
      {[error, download.error].map((each, index) => (each === null ? null : <ProblemAlert key={index} error={each} />))}
      {data === undefined ? (
        error === null ? (
          <Skeleton h={160} data-loading aria-busy="true" />
        ) : null
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Card title={text.dietary}>
            <Counts of={text.dietary} values={data.dietary} none={text.noNeeds} />
          </Card>
          {data.questions.map(({ id, label, values, unanswered }) => (
            <Card key={id} title={label}>
              <Counts
                of={label}
                values={yesOrNo.has(id) ? values.map((each) => ({ ...each, value: text.yesNo(each.value) })) : values}
                none={text.noAnswers}
              />
              {unanswered === 0 ? null : (
                <Text size="sm" c="dimmed" mt="xs">
                  {text.unanswered(unanswered)}
                </Text>
              )}
            </Card>
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}

interface CountsProps {
  readonly of: string;
  readonly values: readonly CountedValueView[];
  readonly none: string;
}

function Counts({ of, values, none }: CountsProps) {
  if (values.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  return (
    <Table aria-label={of} horizontalSpacing="md">
      <Table.Tbody>
        {values.map(({ value, people }) => (
          <Table.Tr key={value}>
            <Table.Th scope="row" fw={400} className="prose">
              {value}
            </Table.Th>
            <Table.Td ta="right" className="figures">
              {numberText(people)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
