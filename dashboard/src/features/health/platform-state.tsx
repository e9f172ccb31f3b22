import { Group, List, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlatformHealthView } from '@tour-events/client';
import { useEveryText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { Status } from '../../shared/status';
import { ButtonLink, TextLink } from '../../shared/text-link';
import { healthQuery } from './health-queries';
import { needsSomebody } from './job-state';

/** What an operator begins with: whether anything needs them, and where they work. */
export function PlatformState() {
  const { nav } = useEveryText();
  const { data, error } = useQuery(healthQuery);
  return (
    <Stack component="section" aria-labelledby="platform-state" gap="sm" align="flex-start">
      <Title order={2} size="h3" id="platform-state">
        {nav.platform}
      </Title>
      {error === null ? null : <ProblemAlert error={error} />}
      {data === undefined ? null : <Verdict health={data} />}
      <Group gap="sm">
        <ButtonLink variant="default" to="/platform/organizations">
          {nav.organizations}
        </ButtonLink>
        <ButtonLink variant="default" to="/platform/users">
          {nav.users}
        </ButtonLink>
        <ButtonLink variant="default" to="/platform/announcements">
          {nav.announcements}
        </ButtonLink>
        <ButtonLink variant="default" to="/platform/audit-log">
          {nav.auditLog}
        </ButtonLink>
      </Group>
    </Stack>
  );
}

function Verdict({ health: { jobs, failingWebhooks, mail } }: { readonly health: PlatformHealthView }) {
  const {
    health: { state: text },
  } = useEveryText();
  const figures = [
    { count: jobs.filter(needsSomebody).length, say: text.jobs },
    { count: failingWebhooks.length, say: text.webhooks },
    { count: mail.failed, say: text.mail },
  ].filter(({ count }) => count > 0);
  if (figures.length === 0)
    return (
      <Group gap="sm">
        <Status tone="good">{text.fine}</Status>
        <TextLink to="/platform/health">{text.details}</TextLink>
      </Group>
    );
  return (
    <List spacing={4} listStyleType="none">
      {figures.map(({ count, say }) => (
        <List.Item key={say(count)}>
          <Group gap="sm">
            <Status tone="bad">{say(count)}</Status>
            <TextLink to="/platform/health">{text.details}</TextLink>
          </Group>
        </List.Item>
      ))}
    </List>
  );
}
