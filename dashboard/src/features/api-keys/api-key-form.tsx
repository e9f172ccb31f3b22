import { Checkbox, MultiSelect, Radio, Select, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { CreateApiKeyResponse } from '@tour-events/client';
import { api, readAs, type Versioned } from '../../shared/api';
import { useEveryText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordForm } from '../../shared/record-form';
import { dateText, dateIn } from '../../shared/time';
import { choices } from '../../shared/choices';
import { useDraftKey, useIsAdmin, useSession } from '../session';
import {
  DAYS,
  EMPTY,
  KEEP,
  NEVER,
  changesOf,
  createBodyOf,
  apiKeyValues,
  type ApiKey,
  type Values,
} from './api-key-values';
import { apiKeyQuery, createApiKey, updateApiKey } from './api-keys-queries';
import { ScopeTable } from './scope-table';

interface NewProps {
  /** With the key itself. */
  readonly onDone: (key: CreateApiKeyResponse) => void;
  readonly onClose: () => void;
}

export function NewApiKey({ onDone, onClose }: NewProps) {
  const { apiKeys: text } = useEveryText();
  const { superAdmin } = useSession();
  const isAdmin = useIsAdmin();
  const form = useForm<Values>({ initialValues: EMPTY });
  return (
    <RecordForm<Values, CreateApiKeyResponse>
      title={text.new}
      form={form}
      draftKey={useDraftKey('api key')}
      etag={null}
      send={(values, { idempotencyKey }) => createApiKey(createBodyOf(values), idempotencyKey)}
      submitLabel={text.create}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput label={text.fields.name} required data-autofocus {...form.getInputProps('name')} />
      {isAdmin ? (
        <Select
          label={text.fields.owner}
          description={text.ownerText}
          allowDeselect={false}
          data={(['user', 'organization'] as const).map((value) => ({ value, label: text.owners[value] }))}
          {...form.getInputProps('owner')}
        />
      ) : null}
      {superAdmin && form.values.owner === 'user' ? (
        <Checkbox label={text.superAdmin} {...form.getInputProps('superAdmin', { type: 'checkbox' })} />
      ) : null}
      <Reach form={form} />
    </RecordForm>
  );
}

interface EditProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Everything but the key itself and whose it is can be changed. */
export function EditApiKey({ id, onClose }: EditProps) {
  const { data: key, error } = useQuery(apiKeyQuery(id));
  if (error !== null) return <ProblemAlert error={error} />;
  if (key === undefined) return <Skeleton h={40} data-loading />;
  return <EditForm apiKey={key} onClose={onClose} />;
}

function EditForm({ apiKey, onClose }: { readonly apiKey: Versioned<ApiKey>; readonly onClose: () => void }) {
  const { apiKeys: text } = useEveryText();
  const { id } = apiKey.record;
  const form = useForm<Values>({ initialValues: apiKeyValues(apiKey.record) });
  return (
    <RecordForm<Values, unknown>
      title={text.editTitle(apiKey.record.name)}
      form={form}
      draftKey={useDraftKey(`api key ${id}`)}
      etag={apiKey.etag}
      send={(values, { etag }) => updateApiKey(id, changesOf(values), etag!)}
      readTheirs={readAs(() => api.apiKeys.get(id), apiKeyValues)}
      labels={{
        name: text.fields.name,
        scopes: text.fields.scopes,
        permissions: text.fields.permissions,
      }}
      onDone={onClose}
      onClose={onClose}
    >
      <TextInput label={text.fields.name} required data-autofocus {...form.getInputProps('name')} />
      <Reach form={form} expiresAt={apiKey.record.expiresAt} />
    </RecordForm>
  );
}

interface ReachProps {
  readonly form: UseFormReturnType<Values>;
  /** Of a key that exists: its end can stay as it is. */
  readonly expiresAt?: string | null;
}

/** What a key reaches, may do there, and until when: the same for a new one and a changed one. */
function Reach({ form, expiresAt = null }: ReachProps) {
  const { apiKeys: text, common } = useEveryText();
  const { permissions: own, organization } = useSession();
  const { owner, reach, rights, permissions } = form.values;
  const shown = [...new Set([...own, ...permissions])];
  return (
    <>
      <Radio.Group label={text.fields.reach} {...form.getInputProps('reach')}>
        <Stack gap="xs" mt="xs">
          <Radio value="chosen" label={text.chosen} />
          <Radio value="all" label={text.allOfApi} />
        </Stack>
      </Radio.Group>
      {reach === 'all' ? null : (
        <ScopeTable
          value={form.values.scopes}
          error={form.errors['scopes']}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        />
      )}
      {owner === 'organization' ? null : (
        <Radio.Group label={text.fields.rights} {...form.getInputProps('rights')}>
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={text.allOfRole} />
            <Radio value="chosen" label={text.chosen} />
          </Stack>
        </Radio.Group>
      )}
      {owner === 'user' && rights === 'all' ? null : (
        <MultiSelect
          label={text.fields.permissions}
          data={choices(shown, text.permissions)}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': common.clear }}
          {...form.getInputProps('permissions')}
        />
      )}
      <Select
        label={text.fields.expiresAt}
        allowDeselect={false}
        data={[
          ...(expiresAt === null ? [] : [{ value: KEEP, label: dateText(dateIn(expiresAt, organization.timezone)) }]),
          ...DAYS.map((days) => ({ value: String(days), label: text.days[days] })),
          { value: NEVER, label: text.never },
        ]}
        {...form.getInputProps('expiresAt')}
      />
    </>
  );
}
