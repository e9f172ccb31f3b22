import { Code, Table, Text } from '@mantine/core';
import type { JobView } from '@tour-events/client';
import { ColumnTitles } from '../../shared/column-titles';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';
import { OWN_TIME_ZONE } from '../../shared/time';
import { secondsText } from './figures';
import { needsSomebody, stateOfJob, type JobState } from './job-state';

const TONES: Readonly<Record<JobState, Tone>> = { running: 'waiting', failed: 'bad', overdue: 'bad', fine: 'good' };
/** The background jobs, those that need somebody first. */
export function JobTable({ jobs }: { readonly jobs: readonly JobView[] }) {
  const { health: text } = useEveryText();
  const { name, state, last, took, next } = text.job;
  const names: Readonly<Record<string, string>> = text.jobNames;
  const isFine = (job: JobView) => Number(!needsSomebody(job));
  return (
    <Table.ScrollContainer
      minWidth={0}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': text.jobs } }}
    >
      <Table>
        <ColumnTitles titles={[name, state, last, took, next]} />
        <Table.Tbody>
          {[...jobs]
            .sort((a, b) => isFine(a) - isFine(b))
            .map((job) => (
              <Table.Tr key={job.name}>
                <Table.Th scope="row" fw={400} className="prose">
                  {names[job.name] ?? job.name}
                  {/* As logs have it. */}
                  <Text size="xs" c="dimmed">
                    <Code>{job.name}</Code>
                  </Text>
                  {job.lastError === null ? null : (
                    <Text size="xs" className="prose">
                      {job.lastError}
                    </Text>
                  )}
                </Table.Th>
                <Table.Td>
                  <Status tone={TONES[stateOfJob(job)]}>{text.jobStates[stateOfJob(job)]}</Status>
                </Table.Td>
                <Table.Td>
                  {job.lastStartedAt === null ? text.never : <Instant at={job.lastStartedAt} zone={OWN_TIME_ZONE} />}
                </Table.Td>
                <Table.Td className="figures">
                  {job.durationSeconds === null ? '–' : secondsText(job.durationSeconds)}
                </Table.Td>
                <Table.Td>
                  <Instant at={job.nextRunAt} zone={OWN_TIME_ZONE} />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
