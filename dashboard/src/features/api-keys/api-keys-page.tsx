import { Button, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CreateApiKeyResponse, ListApiKeysData, ListApiKeysResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { Empty, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { RowButton } from '../../shared/row-button';
import { SecretDialog } from '../../shared/secret-dialog';
import { HistoryButton } from '../audit-logs';
import { useMay, useSession } from '../session';
import { apiKeysQuery, revokeApiKey } from './api-keys-queries';

const EditApiKey = lazyDialog(() => import('./api-key-form').then((file) => file.EditApiKey));
const NewApiKey = lazyDialog(() => import('./api-key-form').then((file) => file.NewApiKey));

type ApiKey = ListApiKeysResponse['data'][number];

export function ApiKeysPage() {
  const { apiKeys: text } = useEveryText();
  const { search, filter } = useListSearch();
  const mayCreate = useMay('apiKeys.create');
  const mayUpdate = useMay('apiKeys.update');
  const { form, key } = search;
  const [created, setCreated] = useState<CreateApiKeyResponse | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const query: ListApiKeysData['query'] = { limit: 20, ...(search.page !== undefined && { page: search.page }) };
  const list = useQuery(apiKeysQuery(query));
  const newKey = mayCreate ? <Button onClick={() => filter({ form: 'new' })}>{text.new}</Button> : null;
  return (
    <Page title={text.title} actions={newKey}>
      <RecordTable
        caption={text.title}
        noun="keys"
        columns={useColumns(setRevoking)}
        list={list}
        empty={<Empty action={newKey}>{text.empty}</Empty>}
      />
      {form === 'new' && mayCreate && created === null ? (
        <NewApiKey onDone={setCreated} onClose={() => filter({ form: undefined })} />
      ) : null}
      {form === 'edit' && mayUpdate && typeof key === 'string' ? (
        <EditApiKey id={key} onClose={() => filter({ form: undefined, key: undefined })} />
      ) : null}
      {created === null ? null : (
        <SecretDialog
          text={text}
          secret={created.key}
          onClose={() => {
            setCreated(null);
            filter({ form: undefined });
          }}
        />
      )}
      {revoking === null ? null : (
        <ConfirmDialog
          title={text.revokeTitle(revoking.name)}
          action={text.revoke}
          isFinal
          run={() => revokeApiKey(revoking.id)}
          onDone={() => setRevoking(null)}
          onCancel={() => setRevoking(null)}
        >
          {text.revokeText}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function useColumns(revoke: (key: ApiKey) => void): Column<ApiKey>[] {
  const { apiKeys: text, common } = useEveryText();
  const { organization, user } = useSession();
  const { filter } = useListSearch();
  const mayUpdate = useMay('apiKeys.update');
  const mayRevoke = useMay('apiKeys.delete');
  const { timezone } = organization;
  return [
    {
      key: 'name',
      title: text.fields.name,
      phone: 'first',
      render: ({ name, prefix }) => (
        <>
          {name}
          <Text size="xs" c="dimmed">
            <Code>te_{prefix}…</Code>
          </Text>
        </>
      ),
    },
    {
      key: 'owner',
      title: text.fields.owner,
      phone: 'second',
      render: ({ owner, createdBy, createdByName }) => {
        if (owner === 'organization') return text.owners.organization;
        return createdBy === user.id ? text.owners.user : (createdByName ?? text.colleague);
      },
    },
    {
      key: 'scopes',
      title: text.fields.reach,
      render: ({ scopes }) =>
        scopes === null
          ? text.allOfApi
          : scopes.length === 0
            ? '–'
            : scopes.map((scope) => text.scopes[scope]).join(', '),
    },
    {
      key: 'lastUsedAt',
      title: text.fields.lastUsedAt,
      phone: 'second',
      render: ({ lastUsedAt }) => (lastUsedAt === null ? text.neverUsed : <Instant at={lastUsedAt} zone={timezone} />),
    },
    {
      key: 'expiresAt',
      title: text.fields.expiresAt,
      render: ({ expiresAt }) => (expiresAt === null ? text.never : <Instant at={expiresAt} zone={timezone} />),
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: (key) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <HistoryButton type="api_key" id={key.id} size="compact-sm" />
          {mayUpdate ? (
            <RowButton aria-label={text.editTitle(key.name)} onClick={() => filter({ form: 'edit', key: key.id })}>
              {common.edit}
            </RowButton>
          ) : null}
          {mayRevoke ? <RowButton onClick={() => revoke(key)}>{text.revoke}</RowButton> : null}
        </Group>
      ),
    },
  ];
}
