import { Table, Text } from '@mantine/core';
import type { JobView } from '@tour-events/client';
import { ColumnTitles } from '../../shared/column-titles';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';
import { OWN_TIME_ZONE } from '../../shared/time';
import { secondsText } from './figures';

type State = 'running' | 'failed' | 'overdue' | 'fine';

const TONES: Readonly<Record<State, Tone>> = { running: 'waiting', failed: 'bad', overdue: 'bad', fine: 'good' };
/** A job that is due for less than this only waits for the next look at the timetable. */
const OVERDUE_SECONDS = 120;

function stateOf({ running, lastError, overdueSeconds }: JobView): State {
  if (running) return 'running';
  if (lastError !== null) return 'failed';
  return overdueSeconds > OVERDUE_SECONDS ? 'overdue' : 'fine';
}

/** The background jobs, those that need somebody first. */
export function JobTable({ jobs }: { readonly jobs: readonly JobView[] }) {
  const { health: text } = useText();
  const { name, state, last, took, next } = text.job;
  const isFine = (job: JobView) => Number(['running', 'fine'].includes(stateOf(job)));
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
                  {job.name}
                  {job.lastError === null ? null : (
                    <Text size="xs" className="prose">
                      {job.lastError}
                    </Text>
                  )}
                </Table.Th>
                <Table.Td>
                  <Status tone={TONES[stateOf(job)]}>{text.jobStates[stateOf(job)]}</Status>
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
