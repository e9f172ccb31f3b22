import { Alert, List, Text } from '@mantine/core';
import type { BatchEventGuestsData } from '@tour-events/client';
import { api } from '../../shared/api';
import { useText } from '../../shared/language';
import { itemText } from '../../shared/problems';
import { invalidateEventGuests } from './event-guests-queries';

/** The most items of a batch of the API. */
const BATCH = 500;
const MAX_SHOWN = 10;

export interface BatchItem {
  /** Of the guest, to name them where it fails. */
  readonly name: string;
  readonly item: BatchEventGuestsData['body']['items'][number];
}

/** Changes several guests of an event with one request. Gives what is wrong, a sentence for each guest. */
export function useBatch(eventId: string): (items: readonly BatchItem[]) => Promise<string[]> {
  const { problems: text } = useText();
  return async (items) => {
    const problems: string[] = [];
    for (let start = 0; start < items.length; start += BATCH) {
      const sent = items.slice(start, start + BATCH);
      const { results } = await api.events.guests.batch(eventId, { items: sent.map(({ item }) => item) });
      for (const { index, status, errors } of results) {
        if (status !== 'error') continue;
        // Of very many, the response says only of the first what is wrong.
        const reasons = errors.map((error) => itemText(error, text)).join(' ');
        problems.push(reasons === '' ? sent[index]!.name : `${sent[index]!.name}: ${reasons}`);
      }
    }
    void invalidateEventGuests(eventId);
    return problems;
  };
}

/** Names those who could not be changed, and why. */
export function BatchProblems({ problems }: { readonly problems: readonly string[] | undefined }) {
  const { eventGuests: text } = useText();
  if (problems === undefined || problems.length === 0) return null;
  return (
    <Alert color="yellow" role="alert" title={text.notChanged(problems.length)}>
      <List size="sm">
        {problems.slice(0, MAX_SHOWN).map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
      {problems.length > MAX_SHOWN ? <Text size="sm">…</Text> : null}
    </Alert>
  );
}
