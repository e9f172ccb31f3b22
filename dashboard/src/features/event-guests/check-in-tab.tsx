import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { GetEventResponse, ListEventGuestsData } from '@tour-events/client';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { ProblemAlert } from '../../shared/problem-alert';
import { checkIn, eventGuestsQuery, eventSummaryQuery } from './event-guests-queries';

/** At the door, in one hand: search, tap, next. */
export function CheckInTab({ event }: { readonly event: GetEventResponse }) {
  const { eventGuests: text, common } = useText();
  const { search, filterSoon } = useListSearch();
  const summary = useQuery(eventSummaryQuery(event.id));
  const query = { limit: 50, q: search.q, sortBy: 'name' } as ListEventGuestsData['query'];
  const { data } = useQuery(eventGuestsQuery(event.id, query));
  const change = useMutation({
    mutationFn: ({ id, isIn }: { id: string; isIn: boolean }) => checkIn(event.id, id, isIn),
  });
  return (
    <Stack>
      <TextInput
        size="lg"
        type="search"
        aria-label={common.search}
        placeholder={common.search}
        defaultValue={search.q ?? ''}
        onChange={({ currentTarget }) => filterSoon({ q: currentTarget.value })}
      />
      {summary.data == null || summary.data.people === null || summary.data.checkedIn === null ? null : (
        <Text fw={600} role="status">
          {text.arrived(summary.data.checkedIn, summary.data.people)}
        </Text>
      )}
      {change.error === null ? null : <ProblemAlert error={change.error} />}
      {data?.data.map(({ id, guest, plusOnes, checkedInAt }) => (
        <Button
          key={id}
          size="lg"
          justify="space-between"
          variant={checkedInAt === null ? 'default' : 'filled'}
          aria-pressed={checkedInAt !== null}
          disabled={guest.erasedAt !== null}
          rightSection={checkedInAt === null ? text.checkIn : text.here}
          onClick={() => change.mutate({ id, isIn: checkedInAt === null })}
        >
          {guest.name}
          {plusOnes > 0 ? ` +${plusOnes}` : ''}
        </Button>
      ))}
    </Stack>
  );
}
