import '../../shared/screens.css';
import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../shared/api';
import { letterLocales, locale, useText } from '../../shared/language';
import { PasswordField } from '../../shared/password-field';
import { ProblemAlert } from '../../shared/problem-alert';
import { queryClient } from '../../shared/query-client';
import { TextLink } from '../../shared/text-link';
import { OWN_TIME_ZONE, timeZones } from '../../shared/time';
import { useSubmit } from '../../shared/use-submit';
import { Entry } from './entry';
import { currencies, guessedCurrency } from '../../shared/currencies';
import { referralCodeQuery } from './referral-code';
import { announceSessionChange } from './session-channel';

export function RegisterPage() {
  const { session } = useText();
  const navigate = useNavigate();
  const { referral } = useSearch({ from: '/register' });
  const isReferred = useQuery(referralCodeQuery(referral)).data;
  const form = useForm({
    initialValues: {
      organizationName: '',
      name: '',
      email: '',
      password: '',
      currency: guessedCurrency(OWN_TIME_ZONE, locale()),
      timezone: OWN_TIME_ZONE,
      locale: locale(),
    },
  });
  const { submit, isPending, error } = useSubmit(form, {
    send: (body, idempotencyKey) =>
      api.auth.registerOrganization(
        { ...body, ...(isReferred === true && { referralCode: referral }) },
        { idempotencyKey },
      ),
    onSuccess: async () => {
      queryClient.clear();
      announceSessionChange();
      await navigate({ to: '/', replace: true });
    },
  });
  return (
    <Entry title={session.createYourOrganization}>
      <form noValidate onSubmit={form.onSubmit((values) => submit(values))}>
        <Stack gap="sm">
          {error === null ? null : <ProblemAlert error={error} />}
          {referral === undefined || isReferred === undefined ? null : (
            <Text size="sm" role="status">
              {isReferred ? session.invited(referral) : session.notReferred(referral)}
            </Text>
          )}
          <TextInput label={session.organization} required {...form.getInputProps('organizationName')} />
          <TextInput label={session.yourName} autoComplete="name" required {...form.getInputProps('name')} />
          <TextInput
            label={session.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={session.password}
            description={session.passwordRule}
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
          <Select
            label={session.currency}
            data={currencies()}
            searchable
            allowDeselect={false}
            {...form.getInputProps('currency')}
          />
          <Select
            label={session.timeZone}
            data={timeZones()}
            searchable
            allowDeselect={false}
            limit={100}
            {...form.getInputProps('timezone')}
          />
          <Select
            label={session.letterLanguage}
            data={letterLocales()}
            allowDeselect={false}
            {...form.getInputProps('locale')}
          />
          <Button type="submit" mt="xs" loading={isPending}>
            {session.createOrganization}
          </Button>
        </Stack>
      </form>
      <TextLink to="/sign-in" size="sm">
        {session.haveAccount}
      </TextLink>
    </Entry>
  );
}
