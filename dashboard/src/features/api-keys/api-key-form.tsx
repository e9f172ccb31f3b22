import { MultiSelect, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ApiKeyOwner, CreateApiKeyData, CreateApiKeyResponse, Permission, Scope } from '@tour-events/client';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey, useSession } from '../session';
import { createApiKey } from './api-keys-queries';

const DAY_MS = 86_400_000;
const DAYS = [30, 90, 365] as const;
const NEVER = 'never';

const EMPTY = {
  name: '',
  owner: 'user' as ApiKeyOwner,
  reach: 'chosen' as 'all' | 'chosen',
  scopes: [] as Scope[],
  rights: 'all' as 'all' | 'chosen',
  permissions: [] as Permission[],
  expiresAt: '365',
};

type Values = typeof EMPTY;

/** The service asks for permissions where an organization's key has none of its own, so an empty choice is sent as it is. */
function bodyOf({ name, owner, reach, scopes, rights, permissions, expiresAt }: Values): CreateApiKeyData['body'] {
  const isOwn = owner === 'organization' || rights === 'chosen';
  return {
    name,
    owner,
    scopes: reach === 'all' ? null : scopes,
    permissions: isOwn ? permissions : null,
    expiresAt: expiresAt === NEVER ? null : new Date(Date.now() + Number(expiresAt) * DAY_MS).toISOString(),
  };
}

interface Props {
  /** With the key itself. */
  readonly onDone: (key: CreateApiKeyResponse) => void;
  readonly onClose: () => void;
}

export function ApiKeyForm({ onDone, onClose }: Props) {
  const { apiKeys: text, common } = useText();
  const { permissions: own } = useSession();
  const form = useForm<Values>({ initialValues: EMPTY });
  const { owner, reach, rights } = form.values;
  const input = (field: keyof Values & keyof typeof text.fields) => ({
    label: text.fields[field],
    ...form.getInputProps(field),
  });
  const choice = { searchable: true, clearable: true, clearButtonProps: { 'aria-label': common.clear } };
  return (
    <RecordForm<Values, CreateApiKeyResponse>
      title={text.new}
      form={form}
      draftKey={useDraftKey('api key')}
      etag={null}
      send={(values, { idempotencyKey }) => createApiKey(bodyOf(values), idempotencyKey)}
      submitLabel={text.create}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput {...input('name')} required data-autofocus />
      <Select
        {...input('owner')}
        description={text.ownerText}
        allowDeselect={false}
        data={(['user', 'organization'] as const).map((value) => ({ value, label: text.owners[value] }))}
      />
      <Radio.Group {...input('reach')}>
        <Stack gap="xs" mt="xs">
          <Radio value="chosen" label={text.chosen} />
          <Radio value="all" label={text.allOfApi} />
        </Stack>
      </Radio.Group>
      {reach === 'all' ? null : (
        <MultiSelect
          {...input('scopes')}
          {...choice}
          description={text.reachText}
          data={(Object.keys(text.scopes) as Scope[]).map((value) => ({ value, label: text.scopes[value] }))}
        />
      )}
      {owner === 'organization' ? null : (
        <Radio.Group {...input('rights')}>
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={text.allOfRole} />
            <Radio value="chosen" label={text.chosen} />
          </Stack>
        </Radio.Group>
      )}
      {owner === 'user' && rights === 'all' ? null : (
        <MultiSelect
          {...input('permissions')}
          {...choice}
          data={own.map((value) => ({ value, label: text.permissions[value] }))}
        />
      )}
      <Select
        {...input('expiresAt')}
        allowDeselect={false}
        data={[
          ...DAYS.map((days) => ({ value: String(days), label: text.days[days] })),
          { value: NEVER, label: text.never },
        ]}
      />
    </RecordForm>
  );
}
