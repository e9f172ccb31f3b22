import { Button, List, Text, Title } from '@mantine/core';
import type { GetOverviewResponse } from '@tour-events/client';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { TextLink } from '../../shared/text-link';

type Overview = GetOverviewResponse;

/** As many lines as leave the next events in sight. */
const MAX_AT_FIRST = 6;

/** What needs attention: first what concerns the organization, then event by event, the soonest first. */
export function AttentionList({ overview: { attention, upcoming } }: { readonly overview: Overview }) {
  const { home } = useText();
  const [isWhole, setWhole] = useState(false);
  if (attention.length === 0) return null;
  const order = ({ eventId }: Overview['attention'][number]) => upcoming.findIndex(({ event }) => event.id === eventId);
  const items = attention.toSorted((a, b) => order(a) - order(b));
  return (
    <section aria-labelledby="attention">
      <Title order={2} size="h3" id="attention" mb="xs">
        {home.attention}
      </Title>
      <List spacing={4}>
        {items.slice(0, isWhole ? undefined : MAX_AT_FIRST).map((item) => (
          <List.Item key={`${item.kind} ${item.eventId} ${item.tourId} ${item.webhookId}`}>
            <Attention item={item} eventName={upcoming.find(({ event }) => event.id === item.eventId)?.event.name} />
          </List.Item>
        ))}
      </List>
      {isWhole || items.length <= MAX_AT_FIRST ? null : (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
          {home.showAll(items.length)}
        </Button>
      )}
    </section>
  );
}

interface AttentionProps {
  readonly item: Overview['attention'][number];
  /** Of the event that it is about, if that is one of the next. */
  readonly eventName: string | undefined;
}

function Attention({ item, eventName }: AttentionProps) {
  const { home } = useText();
  const address = addressOf(item);
  const what = home.kinds[item.kind](item.count);
  const text = eventName === undefined ? what : `${eventName}: ${what}`;
  return address === null ? <Text span>{text}</Text> : <TextLink {...address}>{text}</TextLink>;
}

/** The tab of an event where it is dealt with. */
const TABS: Readonly<Record<string, string>> = {
  answers_missing: 'guests',
  guests_without_seat: 'seats',
  vehicle_conflict: 'seats',
  over_budget: 'expenses',
  notification_failed: 'messages',
};

/** Screens for what belongs to neither a tour nor an event. */
const SCREENS: Readonly<Record<string, string>> = {
  invoice_due: '/settings/billing',
  notification_failed: '/settings/messages',
  email_unconfirmed: '/account',
};

/** Where somebody deals with it; null where there is no screen for it. */
function addressOf({ kind, eventId, tourId, webhookId }: Overview['attention'][number]) {
  if (eventId !== null) {
    const tab = TABS[kind];
    return { to: `/events/${eventId}`, search: tab === undefined ? {} : { tab } };
  }
  if (tourId !== null) return { to: `/tours/${tourId}` };
  if (webhookId !== null) return { to: `/settings/webhooks/${webhookId}` };
  const screen = SCREENS[kind];
  return screen === undefined ? null : { to: screen };
}
