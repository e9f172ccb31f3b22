import { Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Versioned } from '../../shared/api';
import { currencies } from '../../shared/currencies';
import { useEveryText } from '../../shared/language';
import { Page } from '../../shared/page';
import { Section, Sections } from '../../shared/sections';
import { PageForm } from '../../shared/page-form';
import { SHOWN_CHOICES } from '../../shared/choice-source';
import { timeZones } from '../../shared/time';
import { useDraftKey, useIsAdmin, useMay } from '../session';
import { CategoryEditor } from './category-editor';
import { locales } from './locales';
import { SingleSignOn } from './single-sign-on';
import { LogoPreview } from './logo-preview';
import { profileQuery, readProfile, saveProfile, type Profile, type Rights } from './organization-queries';

/** What the fields of the settings are called in the form. */
const API_FIELDS = { 'notificationSender.name': 'senderName', 'notificationSender.replyTo': 'senderReplyTo' };

/** What the organization is called, counts in and sends under, for those who may change it; for others to read. */
export function OrganizationPage() {
  const { organization: text } = useEveryText();
  const { data } = useSuspenseQuery(profileQuery);
  const may: Rights = { profile: useIsAdmin(), settings: useMay('settings.update') };
  return (
    <Page title={text.title}>
      {may.profile || may.settings ? (
        <Sections>
          <OrganizationForm shown={data} may={may} />
          {may.profile ? <SingleSignOn /> : null}
        </Sections>
      ) : (
        <Facts profile={data.record} />
      )}
    </Page>
  );
}

function OrganizationForm({ shown, may }: { readonly shown: Versioned<Profile>; readonly may: Rights }) {
  const { organization: text } = useEveryText();
  const form = useForm<Profile>({ initialValues: shown.record });
  const input = (field: Exclude<keyof Profile, 'expenseCategories' | 'requireSecondFactor'>, isMine: boolean) => ({
    label: text.fields[field],
    readOnly: !isMine,
    ...form.getInputProps(field),
  });
  const choice = { searchable: true, limit: SHOWN_CHOICES };
  return (
    <PageForm
      form={form}
      shown={shown}
      draftKey={useDraftKey('organization')}
      send={(values, { etag }) => saveProfile(values, etag!, may)}
      readTheirs={() => readProfile()}
      labels={text.fields}
      apiFields={API_FIELDS}
    >
      <Section isForm title={text.profile}>
        <TextInput {...input('name', may.profile)} required maxLength={120} />
        <TextInput {...input('logo', may.profile)} type="url" description={text.logoText} placeholder="https://" />
        <LogoPreview url={form.values.logo} />
        <Select {...input('timezone', may.profile)} {...choice} data={timeZones()} description={text.timezoneText} />
      </Section>
      <Section isForm title={text.settings}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select {...input('currency', may.settings)} {...choice} data={currencies()} />
          <Select {...input('locale', may.settings)} {...choice} data={locales(form.values.locale)} />
        </SimpleGrid>
      </Section>
      <Section isForm title={text.sender}>
        <Text size="sm" c="dimmed">
          {text.senderText}
        </Text>
        <TextInput {...input('senderName', may.settings)} maxLength={100} placeholder={form.values.name} />
        <TextInput {...input('senderReplyTo', may.settings)} type="email" />
      </Section>
      <Section isForm title={text.signingIn}>
        <Switch
          label={text.fields.requireSecondFactor}
          description={text.requireSecondFactorText}
          disabled={!may.settings}
          {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
        />
      </Section>
      <Section isForm title={text.fields.expenseCategories}>
        {may.settings ? (
          <CategoryEditor form={form} />
        ) : (
          <Text size="sm">{form.values.expenseCategories.join(', ')}</Text>
        )}
      </Section>
    </PageForm>
  );
}

function factOf(value: Profile[keyof Profile], { yes, no }: { readonly yes: string; readonly no: string }): string {
  if (typeof value === 'boolean') return value ? yes : no;
  return [value].flat().join(', ');
}

/** The same to read. */
function Facts({ profile }: { readonly profile: Profile }) {
  const { organization: text, common } = useEveryText();
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {text.readOnly}
      </Text>
      <LogoPreview url={profile.logo} />
      <Stack component="dl" gap="sm" my={0}>
        {(Object.keys(text.fields) as (keyof Profile)[])
          .filter((field) => field !== 'logo')
          .map((field) => (
            <Group key={field} gap="sm" align="baseline" wrap="nowrap">
              <Text component="dt" size="sm" c="dimmed" w={180}>
                {text.fields[field]}
              </Text>
              <Text component="dd" m={0} size="sm" className="prose">
                {factOf(profile[field], common) || '–'}
              </Text>
            </Group>
          ))}
      </Stack>
    </Stack>
  );
}
