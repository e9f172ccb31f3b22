import { Button, List, Text, Title } from '@mantine/core';
import type { GetOverviewResponse } from '@tour-events/client';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { TextLink } from '../../shared/text-link';

type Overview = GetOverviewResponse;

/** As many lines as leave the next events in sight. */
const MAX_AT_FIRST = 6;

/** What needs attention, a line for each kind and event, in the order of the service: the most urgent first. */
export function AttentionList({ overview: { attention } }: { readonly overview: Overview }) {
  const { home } = useText();
  const [isWhole, setWhole] = useState(false);
  if (attention.length === 0) return null;
  return (
    <section aria-labelledby="attention">
      <Title order={2} size="h3" id="attention" mb="xs">
        {home.attention}
      </Title>
      <List spacing={4} className="whole-words">
        {attention.slice(0, isWhole ? undefined : MAX_AT_FIRST).map((item) => (
          <List.Item key={`${item.kind} ${item.eventId} ${item.tourId} ${item.webhookId}`}>
            <Attention item={item} />
          </List.Item>
        ))}
      </List>
      {isWhole || attention.length <= MAX_AT_FIRST ? null : (
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
          {home.showAll(attention.length)}
        </Button>
      )}
    </section>
  );
}

function Attention({ item }: { readonly item: Overview['attention'][number] }) {
  const { home } = useText();
  const address = addressOf(item);
  const what = home.kinds[item.kind](item.count);
  const text = item.name === null ? what : `${item.name}: ${what}`;
  return address === null ? <Text span>{text}</Text> : <TextLink {...address}>{text}</TextLink>;
}

/** The tab of an event where it is dealt with. */
const TABS: Readonly<Record<string, string>> = {
  answers_missing: 'guests',
  waitlist_fits: 'guests',
  guests_without_seat: 'seats',
  trip_conflict: 'trips',
  driver_missing: 'trips',
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
    const view = kind === 'waitlist_fits' ? { view: 'waitlist' } : {};
    return { to: `/events/${eventId}`, search: tab === undefined ? {} : { tab, ...view } };
  }
  if (tourId !== null) return { to: `/tours/${tourId}` };
  // The page opens the latest one that did not arrive.
  if (webhookId !== null) return { to: `/settings/webhooks/${webhookId}`, search: { delivery: 'failing' } };
  const screen = SCREENS[kind];
  return screen === undefined ? null : { to: screen };
}
