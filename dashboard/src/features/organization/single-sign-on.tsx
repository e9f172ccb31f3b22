import { Button, Code, Group, Select, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { GetSingleSignOnResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { useEveryText } from '../../shared/language';
import { PasswordField } from '../../shared/password-field';
import { ProblemAlert } from '../../shared/problem-alert';
import { useSubmit } from '../../shared/use-submit';
import { removeProvider, rolesQuery, setProvider, singleSignOnQuery } from './single-sign-on-queries';
import { SsoDomains } from './sso-domains';

/** The identity provider at which the members of the organization sign in, for Admins. */
export function SingleSignOn() {
  const { organization } = useEveryText();
  const text = organization.sso;
  const { data, error } = useQuery(singleSignOnQuery);
  // Asked for here, at the same time.
  const roles = useQuery(rolesQuery).data ?? [];
  return (
    <Stack component="section" gap="sm" maw={560} mt="xl" aria-label={text.title}>
      <Title order={2} size="h4" tabIndex={-1} data-jump>
        {text.title}
      </Title>
      <Text size="sm" c="dimmed">
        {text.text}
      </Text>
      {error === null ? null : <ProblemAlert error={error} />}
      {data === undefined ? null : (
        <>
          <Provider key={data.issuer} provider={data} roles={roles} />
          <SsoDomains domains={data.domains} />
        </>
      )}
    </Stack>
  );
}

interface Props {
  readonly provider: GetSingleSignOnResponse;
  /** The names of those that new members can have. */
  readonly roles: readonly string[];
}

function Provider({ provider, roles }: Props) {
  const { organization, common } = useEveryText();
  const text = organization.sso;
  const [isRemoving, setRemoving] = useState(false);
  const form = useForm({
    initialValues: {
      issuer: provider.issuer ?? '',
      clientId: provider.clientId ?? '',
      clientSecret: '',
      defaultRole: provider.defaultRole ?? 'Member',
      requireSso: provider.requireSso,
    },
  });
  const { submit, isPending, error } = useSubmit(form, {
    send: ({ clientSecret, ...others }) => setProvider({ ...others, ...(clientSecret !== '' && { clientSecret }) }),
    onSuccess: () => form.setFieldValue('clientSecret', ''),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
      <Stack gap="sm">
        {error === null ? null : <ProblemAlert error={error} />}
        <TextInput
          label={text.issuer}
          description={text.issuerText}
          placeholder="https://"
          type="url"
          required
          {...form.getInputProps('issuer')}
        />
        <TextInput label={text.clientId} required maxLength={300} {...form.getInputProps('clientId')} />
        <PasswordField
          label={text.clientSecret}
          description={provider.hasClientSecret ? text.secretKept : undefined}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': text.showSecret }}
          {...form.getInputProps('clientSecret')}
        />
        <Select
          label={text.defaultRole}
          data={[...new Set([...roles, form.values.defaultRole])]}
          allowDeselect={false}
          {...form.getInputProps('defaultRole')}
        />
        <Switch
          label={text.require}
          description={text.requireText}
          {...form.getInputProps('requireSso', { type: 'checkbox' })}
        />
        <Text size="sm" className="breaks-words">
          {text.redirectUri} <Code>{provider.redirectUri}</Code>
        </Text>
        <Group>
          <Button type="submit" variant="default" loading={isPending}>
            {text.save}
          </Button>
          {provider.issuer === null ? null : (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {text.removeProvider}
            </Button>
          )}
        </Group>
      </Stack>
      {isRemoving ? (
        <ConfirmDialog
          title={text.removeProvider}
          action={common.delete}
          isFinal
          run={removeProvider}
          onDone={() => setRemoving(false)}
          onCancel={() => setRemoving(false)}
        >
          {text.removeProviderText}
        </ConfirmDialog>
      ) : null}
    </form>
  );
}
