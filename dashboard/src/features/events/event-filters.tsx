import { Group, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SearchInput } from '../../shared/search-input';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { toursQuery } from '../tours';
import { EVENT_STATUSES } from './event-status';

/** The filters of the events' list, which are in the address. */
export function EventFilters() {
  const { events: text, common } = useText();
  const { search, filter } = useListSearch();
  const tours = useQuery(toursQuery({ limit: 100, sortBy: 'name' }));
  const value = (name: string) => (search[name] as string | undefined) ?? null;
  return (
    <Group gap="sm">
      <SearchInput />
      <Select
        aria-label={text.fields.status}
        placeholder={text.fields.status}
        w={140}
        clearable
        clearButtonProps={{ 'aria-label': common.clear }}
        data={EVENT_STATUSES.map((status) => ({ value: status, label: text.statuses[status] }))}
        value={value('status')}
        onChange={(status) => filter({ status: status ?? undefined })}
      />
      <Select
        aria-label={text.fields.tourId}
        placeholder={text.fields.tourId}
        w={180}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': common.clear }}
        data={tours.data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={value('tourId')}
        onChange={(tourId) => filter({ tourId: tourId ?? undefined })}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          aria-label={text[name]}
          value={value(name) ?? ''}
          onChange={({ currentTarget }) => filter({ [name]: currentTarget.value || undefined })}
        />
      ))}
    </Group>
  );
}
