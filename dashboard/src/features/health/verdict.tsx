import { Group } from '@mantine/core';
import type { PlatformHealthView } from '@tour-events/client';
import { useEveryText } from '../../shared/language';
import { Status } from '../../shared/status';
import { needsSomebody } from './job-state';

/** Whether anything needs somebody, before the figures that say why. */
export function Verdict({ health: { jobs, failingWebhooks, mail } }: { readonly health: PlatformHealthView }) {
  const {
    health: { state: text },
  } = useEveryText();
  const figures = [
    { count: jobs.filter(needsSomebody).length, say: text.jobs },
    { count: failingWebhooks.length, say: text.webhooks },
    { count: mail.failed, say: text.mail },
  ].filter(({ count }) => count > 0);
  return (
    <Group gap="sm">
      {figures.length === 0 ? <Status tone="good">{text.fine}</Status> : null}
      {figures.map(({ count, say }) => (
        <Status key={say(count)} tone="bad">
          {say(count)}
        </Status>
      ))}
    </Group>
  );
}
