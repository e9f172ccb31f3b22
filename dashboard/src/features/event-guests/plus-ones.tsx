import { ActionIcon, Group, Text } from '@mantine/core';
import type { ListEventGuestsResponse } from '@tour-events/client';
import { useRef, useState } from 'react';
import { MinusIcon, PlusIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { numberText } from '../../shared/money';
import { problemText } from '../../shared/problems';
import { invalidateEventGuests, savePlusOnes } from './event-guests-queries';

type EventGuest = ListEventGuestsResponse['data'][number];

/** What the service takes of planners, whatever a guest may say by their own link. */
const MAX = 100;

/** How many people a guest brings along, one more or fewer by a click. */
export function PlusOnes({ eventGuest }: { readonly eventGuest: EventGuest }) {
  const { eventGuests: text, problems } = useText();
  const { guest, rsvp } = eventGuest;
  const { shown, error, choose } = usePlusOnes(eventGuest);
  // Of a guest who was erased nothing can be changed, and who has declined brings nobody.
  if (guest.erasedAt !== null || rsvp === 'declined')
    return eventGuest.plusOnes === 0 ? null : numberText(eventGuest.plusOnes);
  const looks = { variant: 'subtle', color: 'gray', size: 26 } as const;
  return (
    <>
      <Group
        role="group"
        aria-label={text.plusOnesOf(guest.name)}
        className="plus-ones"
        gap={2}
        wrap="nowrap"
        display="inline-flex"
      >
        <ActionIcon
          {...looks}
          aria-label={text.fewer(guest.name)}
          // A disabled button would lose the focus to the page.
          aria-disabled={shown === 0}
          data-disabled={shown === 0 || undefined}
          onClick={() => choose(shown - 1)}
        >
          <MinusIcon width={14} />
        </ActionIcon>
        <Text
          span
          inherit
          miw={20}
          ta="center"
          className="figures"
          aria-live="polite"
          data-none={shown === 0 || undefined}
        >
          {numberText(shown)}
        </Text>
        <ActionIcon
          {...looks}
          aria-label={text.more(guest.name)}
          aria-disabled={shown === MAX}
          data-disabled={shown === MAX || undefined}
          onClick={() => choose(shown + 1)}
        >
          <PlusIcon width={14} />
        </ActionIcon>
      </Group>
      {error === null ? null : (
        <Text size="xs" className="bad-text" role="alert">
          {problemText(error, problems)}
        </Text>
      )}
    </>
  );
}

/**
 * Sends what is chosen at once, and while that is under way keeps the newest choice only: the last one wins, however
 * quickly somebody clicks. What the service refuses goes back to what it has.
 */
function usePlusOnes({ id, eventId, plusOnes }: EventGuest) {
  const [shown, setShown] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const wanted = useRef<number | null>(null);
  const isSaving = useRef(false);
  const save = async () => {
    isSaving.current = true;
    try {
      while (wanted.current !== null) {
        const next = wanted.current;
        await savePlusOnes(eventId, id, next);
        if (wanted.current === next) wanted.current = null;
      }
    } catch (failure) {
      wanted.current = null;
      setError(failure);
    }
    isSaving.current = false;
    // Until the list has it, the row shows what was chosen; unless somebody has chosen again meanwhile.
    await invalidateEventGuests(eventId);
    if (!isSaving.current) setShown(null);
  };
  const choose = (next: number) => {
    if (next < 0 || next > MAX) return;
    wanted.current = next;
    setShown(next);
    setError(null);
    if (!isSaving.current) void save();
  };
  return { shown: shown ?? plusOnes, error, choose };
}
