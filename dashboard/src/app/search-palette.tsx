import { NavLink, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent } from 'react';
import { useSession, type Permission } from '../features/session';
import type { Dictionary } from '../locales/en';
import { hasWords } from '../shared/folded';
import { useText } from '../shared/language';
import { navigationFor } from './navigation';
import { todayQuery } from './today-query';
import { useFoundRecords, type Hit } from './search-records';
import { Modal } from '../shared/modal';

interface Props {
  readonly onClose: () => void;
  readonly onLogExpense: () => void;
}

/** Jumps to any record or screen, and does things: by typing, arrows and Enter. */
export function SearchPalette({ onClose, onLogExpense }: Props) {
  const { nav, shell } = useText();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const records = useFoundRecords(query);
  const { permissions, organization } = useSession();
  const today = useQuery(todayQuery(organization.timezone)).data;
  const actions = actionsOf(shell.actions, today?.id).filter(
    ({ permission }) => permission === undefined || permissions.includes(permission),
  );
  const screens = navigationFor(nav, useSession())
    .flatMap((item) => item.screens ?? [item])
    .map(({ to, label }): Hit => ({ to, title: label }));
  const matching = [...actions, ...screens].filter(({ title }) => hasWords(title, query));
  // What is found arrives later, so it comes behind what is there: nothing moves under the cursor.
  const hits: readonly Hit[] = query.trim() === '' ? matching.slice(0, 10) : [...matching, ...records].slice(0, 12);
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    onClose();
    if (hit.action === 'logExpense') return onLogExpense();
    void navigate({ to: hit.to, search: hit.search ?? {} });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((chosen + step + hits.length) % Math.max(1, hits.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(hits[chosen]);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size="lg"
      yOffset="10vh"
      // Of the dialog: as a property of its own it would be that of the box around it.
      attributes={{ content: { 'aria-label': shell.search } }}
    >
      <Stack gap="xs">
        <TextInput
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls="search-hits"
          aria-activedescendant={hits.length > 0 ? `search-hit-${chosen}` : undefined}
          aria-label={shell.search}
          placeholder={shell.searchPlaceholder}
          value={query}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div role="listbox" id="search-hits" aria-label={shell.hits}>
          {hits.map((hit, index) => (
            <NavLink
              key={`${hit.to} ${hit.title} ${JSON.stringify(hit.search)}`}
              component="div"
              role="option"
              id={`search-hit-${index}`}
              aria-selected={index === chosen}
              active={index === chosen}
              label={hit.title}
              description={hit.subtitle ?? undefined}
              onClick={() => open(hit)}
            />
          ))}
        </div>
        {hits.length === 0 ? (
          <Text size="sm" c="dimmed" role="status">
            {shell.noHits}
          </Text>
        ) : null}
      </Stack>
    </Modal>
  );
}

interface Action extends Hit {
  /** Without which it is not offered. */
  readonly permission?: Permission;
}

/** What can be done from anywhere. @param today the event that is on or begins within a day: trips are most often its own */
function actionsOf(text: Dictionary['shell']['actions'], today: string | undefined): Action[] {
  const form = { form: 'new' };
  const newTrip =
    today === undefined ? { to: '/events' } : { to: `/events/${today}`, search: { tab: 'trips', form: 'trip' } };
  return [
    { to: '/expenses', title: text.logExpense, action: 'logExpense' },
    { to: '/tours', title: text.newTour, search: form },
    { to: '/events', title: text.newEvent, search: form },
    { to: '/guests', title: text.newGuest, search: form },
    { to: '/guests/import', title: text.importGuests },
    { to: '/vehicles', title: text.newVehicle, search: form },
    { to: '/today', title: text.whoIsMissing },
    { ...newTrip, title: text.newTrip },
    { to: '/settings/members', title: text.invite, search: form, permission: 'users.invite' },
    { to: '/settings/api-keys', title: text.newApiKey, search: form, permission: 'apiKeys.create' },
    { to: '/settings/webhooks', title: text.newWebhook, search: form, permission: 'webhooks.create' },
  ];
}
