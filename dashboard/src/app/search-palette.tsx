import { Modal, NavLink, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent } from 'react';
import { useSession } from '../features/session';
import { useText } from '../shared/language';
import { navigationFor } from './navigation';
import { useFoundRecords, type Hit } from './search-records';

/** Jumps to any record or screen, and does things: by typing, arrows and Enter. */
export function SearchPalette({ onClose }: { readonly onClose: () => void }) {
  const { nav, shell } = useText();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const records = useFoundRecords(query);
  const actions = actionsOf(shell.actions);
  const screens = navigationFor(nav, useSession().permissions)
    .flatMap((item) => item.screens ?? [item])
    .map(({ to, label }): Hit => ({ to, title: label }));
  const matching = [...actions, ...screens].filter(({ title }) =>
    title.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase()),
  );
  const hits: readonly Hit[] = query.trim() === '' ? matching.slice(0, 8) : [...records, ...matching].slice(0, 12);
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    onClose();
    void navigate({ to: hit.to, search: (hit.search ?? {}) as never });
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
    <Modal opened onClose={onClose} withCloseButton={false} size="lg" yOffset="10vh" aria-label={shell.search}>
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

/** What can be done from anywhere. */
function actionsOf(text: Readonly<Record<'newTour' | 'newEvent' | 'logExpense' | 'newGuest', string>>): Hit[] {
  return [
    { to: '/expenses', title: text.logExpense, search: { form: 'new' } },
    { to: '/tours', title: text.newTour, search: { form: 'new' } },
    { to: '/events', title: text.newEvent, search: { form: 'new' } },
    { to: '/guests', title: text.newGuest, search: { form: 'new' } },
  ];
}
