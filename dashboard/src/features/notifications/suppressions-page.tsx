import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListSuppressionsResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Empty, EmptyPost, NothingFound, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { SearchInput } from '../../shared/search-input';
import { TextLink } from '../../shared/text-link';
import { useSession } from '../session';
import { liftSuppression, suppressionsQuery } from './suppressions-queries';

type Suppression = ListSuppressionsResponse['data'][number];

const IS_ADDRESS = /^\S+@\S+\.\S+$/;

/** Addresses that want no more e-mail from the organization. */
export function SuppressionsPage() {
  const { messages } = useText();
  const text = messages.suppressions;
  const { search, value } = useListSearch();
  const [lifting, setLifting] = useState<Suppression | null>(null);
  const { page } = search;
  const address = value('address');
  // A part of an address is none yet: the API takes whole ones.
  const isWhole = address !== null && IS_ADDRESS.test(address);
  const query = { limit: 20, page, ...(isWhole && { address }) };
  const list = useQuery(suppressionsQuery(query));
  return (
    <Page title={text.title}>
      <Text size="sm">
        <TextLink to="/settings/messages">← {messages.back}</TextLink>
      </Text>
      <Text size="sm" c="dimmed">
        {text.text}
      </Text>
      <Group>
        <SearchInput name="address" label={text.search} />
      </Group>
      <RecordTable
        caption={text.title}
        noun="addresses"
        columns={useColumns(setLifting)}
        list={list}
        empty={isWhole ? <NothingFound noun="addresses" /> : <Empty picture={<EmptyPost />}>{text.empty}</Empty>}
      />
      {lifting === null ? null : (
        <ConfirmDialog
          title={text.liftTitle(lifting.address)}
          action={text.lift}
          run={() => liftSuppression(lifting.id)}
          onDone={() => setLifting(null)}
          onCancel={() => setLifting(null)}
        >
          {text.liftText}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function useColumns(lift: (suppression: Suppression) => void): Column<Suppression>[] {
  const { messages, common } = useText();
  const text = messages.suppressions;
  const { organization } = useSession();
  return [
    { key: 'address', title: text.address, phone: 'first', render: ({ address }) => address },
    {
      key: 'createdAt',
      title: text.since,
      phone: 'second',
      render: ({ createdAt }) => <Instant at={createdAt} zone={organization.timezone} />,
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: (suppression) => (
        <Button size="compact-sm" variant="default" onClick={() => lift(suppression)}>
          {text.lift}
        </Button>
      ),
    },
  ];
}
