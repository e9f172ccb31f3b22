import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { GetSingleSignOnResponse } from '@tour-events/client';
import { useEveryText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { useSubmit } from '../../shared/use-submit';
import { useSession } from '../session';
import { addDomain, removeDomain, verifyDomain } from './single-sign-on-queries';

type Domain = GetSingleSignOnResponse['domains'][number];

/** The domains whose addresses sign in at the provider, with what proves them. */
export function SsoDomains({ domains }: { readonly domains: readonly Domain[] }) {
  const { organization } = useEveryText();
  const text = organization.sso;
  const form = useForm({ initialValues: { domain: '' } });
  const { submit, isPending, error } = useSubmit(form, {
    send: ({ domain }) => addDomain(domain),
    onSuccess: () => form.reset(),
  });
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500}>
        {text.domains}
      </Text>
      {domains.map((domain) => (
        <DomainRow key={domain.id} domain={domain} />
      ))}
      {error === null ? null : <ProblemAlert error={error} />}
      <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={text.newDomain}
            placeholder={text.domainExample}
            maxLength={253}
            {...form.getInputProps('domain')}
          />
          <Button type="submit" variant="default" loading={isPending} disabled={form.values.domain.trim() === ''}>
            {text.addDomain}
          </Button>
        </Group>
      </form>
    </Stack>
  );
}

function DomainRow({
  domain: { id, domain, provenAt, missingSince, recordName, recordValue },
}: {
  readonly domain: Domain;
}) {
  const { organization } = useEveryText();
  const text = organization.sso;
  const { superAdmin } = useSession();
  const verification = useMutation({ mutationFn: (byOperator: boolean) => verifyDomain(id, byOperator) });
  const removal = useMutation({ mutationFn: () => removeDomain(id) });
  const error = verification.error ?? removal.error;
  const isRecordNeeded = provenAt === null || missingSince !== null;
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="sm">
        <div className="breaks-words">
          <Text size="sm">{domain}</Text>
          <Text size="sm" c="dimmed">
            {provenAt === null ? text.unproven : missingSince === null ? text.proven : text.missing}
          </Text>
        </div>
        <Group gap="xs">
          {isRecordNeeded ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${text.verify}: ${domain}`}
              loading={verification.isPending}
              onClick={() => verification.mutate(false)}
            >
              {text.verify}
            </Button>
          ) : null}
          {provenAt === null && superAdmin ? (
            <Button size="compact-sm" variant="default" onClick={() => verification.mutate(true)}>
              {text.vouch}
            </Button>
          ) : null}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${text.removeDomain}: ${domain}`}
            loading={removal.isPending}
            onClick={() => removal.mutate()}
          >
            {text.removeDomain}
          </Button>
        </Group>
      </Group>
      {isRecordNeeded ? (
        <Text size="sm" className="breaks-words">
          {text.record} <Code>{recordName}</Code> <Code>{recordValue}</Code>
        </Text>
      ) : null}
      {error === null ? null : <ProblemAlert error={error} />}
    </Stack>
  );
}
