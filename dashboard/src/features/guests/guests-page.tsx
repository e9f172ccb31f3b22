import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ListGuestsResponse } from '@tour-events/client';
import { useState } from 'react';
import { Filters } from '../../shared/filters';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { listQuery, useListSearch, type ListSearch } from '../../shared/list-search';
import { OpenForm } from '../../shared/open-form';
import { Empty, NothingFound, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { SearchInput } from '../../shared/search-input';
import { ButtonLink, TextLink } from '../../shared/text-link';
import { AddToEvents } from '../event-guests';
import { guests } from './guest';

const GuestForm = lazyDialog(() => import('./guest-form').then((file) => file.GuestForm));

type Guest = ListGuestsResponse['data'][number];

export function GuestsPage() {
  const { guests: text, eventGuests } = useText();
  const { search, filter } = useListSearch();
  const navigate = useNavigate();
  const columns = useColumns();
  const query = listQuery(search, { q: 'text', tag: 'text', sortBy: ['name', 'createdAt'] });
  const list = useQuery(guests.list({ limit: 20, sortBy: 'name', ...query }));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // Of a search with more than a page: all that it finds, also those who are not on this page.
  const [isAll, setAll] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const rows = list.data?.data ?? [];
  const total = list.data?.total ?? 0;
  const count = isAll ? total : selected.size;
  const select = (ids: ReadonlySet<string>) => {
    setSelected(ids);
    setAll(false);
  };
  const newGuest = <Button onClick={() => filter({ form: 'new' })}>{text.new}</Button>;
  const first = (
    <Group gap="xs" justify="center">
      {newGuest}
      <ButtonLink variant="default" to="/guests/import">
        {text.import}
      </ButtonLink>
    </Group>
  );
  const isFiltered = query.q !== undefined || query.tag !== undefined;
  return (
    <Page
      title={text.title}
      actions={
        <>
          <ButtonLink variant="default" to="/guests/import">
            {text.import}
          </ButtonLink>
          <Button variant="default" component="a" href={exportAddress(search)} download>
            {text.export}
          </Button>
          {newGuest}
        </>
      }
    >
      <Filters>
        <SearchInput />
        <SearchInput name="tag" label={text.tag} />
      </Filters>
      {count === 0 ? null : (
        <Group gap="xs" role="group" aria-label={eventGuests.selected(count)}>
          <Text size="sm" fw={600}>
            {eventGuests.selected(count)}
          </Text>
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {eventGuests.addTo}
          </Button>
          {!isAll && total > rows.length && rows.every(({ id }) => selected.has(id)) ? (
            <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
              {eventGuests.chooseAll(total)}
            </Button>
          ) : null}
        </Group>
      )}
      <RecordTable
        caption={text.title}
        noun="guests"
        columns={columns}
        list={list}
        selection={{
          selected: isAll ? new Set([...selected, ...rows.map(({ id }) => id)]) : selected,
          onSelect: select,
          nameOf: (id) => eventGuests.select(rows.find((one) => one.id === id)?.name ?? ''),
        }}
        empty={isFiltered ? <NothingFound noun="guests" /> : <Empty action={first}>{text.empty}</Empty>}
      />
      {isAdding ? (
        <AddToEvents
          whom={isAll ? foundBy(query) : { ids: [...selected] }}
          count={count}
          onClose={(isDone) => {
            setAdding(false);
            if (isDone) select(new Set());
          }}
        />
      ) : null}
      <OpenForm
        Form={GuestForm}
        record={null}
        onDone={({ id }) => void navigate({ to: '/guests/$guestId', params: { guestId: id } })}
      />
    </Page>
  );
}

/** What a list shows, without its order and pages. */
function foundBy(query: Readonly<Record<string, unknown>>): { q?: string; tag?: string } {
  const { q, tag } = query;
  return { ...(typeof q === 'string' && { q }), ...(typeof tag === 'string' && { tag }) };
}

/** What is filtered is what is exported. */
function exportAddress({ q, tag }: ListSearch): string {
  const filters = Object.entries({ q, tag }).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return `/api/guests/export${filters.length === 0 ? '' : `?${new URLSearchParams(filters)}`}`;
}

function useColumns(): Column<Guest>[] {
  const { guests: text } = useText();
  return [
    {
      key: 'name',
      title: text.fields.name,
      sortKey: 'name',
      phone: 'first',
      render: ({ id, name }) => (
        <TextLink to="/guests/$guestId" params={{ guestId: id }}>
          {name}
        </TextLink>
      ),
    },
    { key: 'email', title: text.fields.email, phone: 'second', render: ({ email }) => email },
    { key: 'phone', title: text.fields.phone, render: ({ phone }) => phone },
    { key: 'company', title: text.fields.company, render: ({ company }) => company },
    { key: 'tags', title: text.fields.tags, render: ({ tags }) => tags.join(', ') },
  ];
}
