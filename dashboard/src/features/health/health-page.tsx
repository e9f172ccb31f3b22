import { SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlatformHealthView } from '@tour-events/client';
import type { ReactNode } from 'react';
import { ColumnTitles } from '../../shared/column-titles';
import { Figures } from '../../shared/figures';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { numberText } from '../../shared/money';
import { Page, PageSkeleton } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { Status } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { clockText, OWN_TIME_ZONE } from '../../shared/time';
import { bytesText, secondsText } from './figures';
import { healthQuery } from './health-queries';
import { JobTable } from './job-table';
import { Sparkline } from './sparkline';
import { Verdict } from './verdict';

/** How the platform itself is doing, live. */
export function HealthPage() {
  const { health: text } = useEveryText();
  const { data, error } = useQuery(healthQuery);
  return (
    <Page
      title={text.title}
      status={
        data === undefined ? null : (
          <Text size="sm" c="dimmed">
            {text.asOf} <time dateTime={data.at}>{clockText(data.at, OWN_TIME_ZONE)}</time>
          </Text>
        )
      }
    >
      {error === null ? null : <ProblemAlert error={error} />}
      {data === undefined ? error === null ? <PageSkeleton /> : null : <HealthView health={data} />}
    </Page>
  );
}

function HealthView({ health }: { readonly health: PlatformHealthView }) {
  const { health: text } = useEveryText();
  return (
    <Stack gap="xl">
      <Verdict health={health} />
      <Part title={text.queues}>
        <Queues queues={health.queues} />
      </Part>
      <Part title={text.failing}>
        <FailingWebhooks webhooks={health.failingWebhooks} />
      </Part>
      <Part title={text.founders}>
        <FounderDomains domains={health.founderDomains} />
      </Part>
      <Part title={text.system}>
        <System health={health} />
      </Part>
      <Part title={text.history}>
        <History history={health.history} />
      </Part>
      <Part title={text.replicas}>
        <Replicas replicas={health.replicas} />
      </Part>
      <Part title={text.jobs}>
        <JobTable jobs={health.jobs} />
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

interface RowsProps {
  readonly caption: string;
  readonly titles: readonly string[];
  readonly children: ReactNode;
}

function Rows({ caption, titles, children }: RowsProps) {
  return (
    <Table.ScrollContainer
      minWidth={0}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': caption } }}
    >
      <Table>
        <ColumnTitles titles={titles} />
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Queues({ queues }: Pick<PlatformHealthView, 'queues'>) {
  const { health: text } = useEveryText();
  return (
    <Rows caption={text.queues} titles={[text.queue.name, text.queue.depth, text.queue.oldest]}>
      {queues.map(({ name, depth, oldestSeconds }) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" fw={400}>
            {text.queueNames[name]}
          </Table.Th>
          <Table.Td className="figures">{numberText(depth)}</Table.Td>
          <Table.Td className="figures">{oldestSeconds === 0 ? '–' : secondsText(oldestSeconds)}</Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

function FailingWebhooks({ webhooks }: { readonly webhooks: PlatformHealthView['failingWebhooks'] }) {
  const { health: text } = useEveryText();
  if (webhooks.length === 0) return <Text size="sm">{text.noneFailing}</Text>;
  const { url, organization, failing, since } = text.failingOf;
  return (
    <Rows caption={text.failing} titles={[url, organization, failing, since]}>
      {webhooks.map((webhook) => (
        <Table.Tr key={webhook.id}>
          <Table.Td className="prose" miw={160}>
            {webhook.url}
          </Table.Td>
          <Table.Td className="prose" miw={120}>
            <TextLink to="/platform/organizations" search={{ organization: webhook.organizationId }}>
              {webhook.organizationName}
            </TextLink>
          </Table.Td>
          <Table.Td className="figures">{numberText(webhook.failing)}</Table.Td>
          <Table.Td>
            <Instant at={webhook.since} zone={OWN_TIME_ZONE} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

function FounderDomains({ domains }: { readonly domains: PlatformHealthView['founderDomains'] }) {
  const { health: text } = useEveryText();
  if (domains.length === 0) return <Text size="sm">{text.noFounders}</Text>;
  const { domain, registered, recipients, refused, paused } = text.foundersOf;
  return (
    <Rows caption={text.founders} titles={[domain, registered, recipients, refused, paused]}>
      {domains.map((each) => (
        <Table.Tr key={each.domain}>
          <Table.Th scope="row" fw={400} className="prose">
            {each.domain}
          </Table.Th>
          {[each.registered, each.recipients, each.refused, each.paused].map((count, index) => (
            <Table.Td key={index} className="figures">
              {numberText(count)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Rows>
  );
}

function System({ health: { mail, database, disk, keyRotation } }: { readonly health: PlatformHealthView }) {
  const { health: text } = useEveryText();
  const { figures } = text;
  const { connections, maxConnections, standbys } = database;
  return (
    <Figures
      figures={[
        { label: figures.mailToday, value: numberText(mail.today) },
        { label: figures.mailFailed, value: numberText(mail.failed) },
        { label: figures.database, value: `PostgreSQL ${database.version}` },
        { label: figures.size, value: bytesText(database.sizeBytes) },
        {
          label: figures.connections,
          value: text.connectionsOf(numberText(connections), numberText(maxConnections)),
        },
        {
          label: figures.standbys,
          value:
            standbys.length === 0
              ? text.none
              : standbys
                  .map(({ name, state, lagSeconds }) =>
                    [name, state, lagSeconds === null ? null : secondsText(lagSeconds)].filter(Boolean).join(' · '),
                  )
                  .join(', '),
        },
        {
          label: figures.disk,
          value: disk === null ? '–' : text.freeOf(bytesText(disk.freeBytes), bytesText(disk.totalBytes)),
        },
        ...(keyRotation === null ? [] : [{ label: figures.keyRotation, value: numberText(keyRotation.left) }]),
      ]}
    />
  );
}

function History({ history }: Pick<PlatformHealthView, 'history'>) {
  const { health: text } = useEveryText();
  if (history.length === 0) return <Text size="sm">{text.noHistory}</Text>;
  const charts = [
    ['waiting', numberText],
    ['oldestSeconds', numberText],
    ['failingWebhooks', numberText],
    ['connections', numberText],
    ['databaseBytes', bytesText],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {charts.map(([name, format]) => (
        <Sparkline key={name} name={text.charts[name]} values={history.map((sample) => sample[name])} format={format} />
      ))}
    </SimpleGrid>
  );
}

function Replicas({ replicas }: Pick<PlatformHealthView, 'replicas'>) {
  const { health: text } = useEveryText();
  const { host, pid, version, state, started, seen } = text.replica;
  return (
    <Rows caption={text.replicas} titles={[host, pid, version, state, started, seen]}>
      {replicas.map((replica) => (
        <Table.Tr key={replica.id}>
          <Table.Td className="prose">{replica.host}</Table.Td>
          <Table.Td className="figures">{replica.pid}</Table.Td>
          <Table.Td>{replica.version}</Table.Td>
          <Table.Td>
            <Status tone={replica.alive ? 'good' : 'bad'}>{replica.alive ? text.alive : text.silent}</Status>
          </Table.Td>
          <Table.Td>
            <Instant at={replica.startedAt} zone={OWN_TIME_ZONE} />
          </Table.Td>
          <Table.Td>
            <Instant at={replica.lastSeenAt} zone={OWN_TIME_ZONE} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}
