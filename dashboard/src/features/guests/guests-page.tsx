import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ListGuestsData, ListGuestsResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { listQuery, useListSearch, type ListSearch } from '../../shared/list-search';
import { Empty, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { ButtonLink, TextLink } from '../../shared/text-link';
import { GuestForm } from './guest-form';
import { guestsQuery } from './guests-queries';

type Guest = ListGuestsResponse['data'][number];

export function GuestsPage() {
  const { guests: text, common } = useText();
  const { search, filter, filterSoon } = useListSearch();
  const navigate = useNavigate();
  const columns = useColumns();
  const { form } = search;
  const query = listQuery(search, { q: 'text', tag: 'text', sortBy: ['name', 'createdAt'] });
  const list = useQuery(guestsQuery({ limit: 20, sortBy: 'name', ...query } as ListGuestsData['query']));
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
      <Group gap="sm">
        {(['q', 'tag'] as const).map((name) => (
          <TextInput
            key={name}
            aria-label={name === 'q' ? common.search : text.tag}
            placeholder={name === 'q' ? common.search : text.tag}
            type="search"
            defaultValue={(search[name] as string | undefined) ?? ''}
            onChange={({ currentTarget }) => filterSoon({ [name]: currentTarget.value })}
          />
        ))}
      </Group>
      <RecordTable
        caption={text.title}
        columns={columns}
        list={list}
        empty={isFiltered ? <Empty>{common.nothingFound}</Empty> : <Empty action={first}>{text.empty}</Empty>}
      />
      {form === 'new' ? (
        <GuestForm
          guest={null}
          onDone={({ id }) => void navigate({ to: '/guests/$guestId', params: { guestId: id } })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
    </Page>
  );
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
    { key: 'email', title: text.fields.email, phone: 'second', render: ({ email }) => email ?? '–' },
    { key: 'phone', title: text.fields.phone, render: ({ phone }) => phone ?? '–' },
    { key: 'company', title: text.fields.company, render: ({ company }) => company ?? '–' },
    { key: 'tags', title: text.fields.tags, render: ({ tags }) => tags.join(', ') },
  ];
}
