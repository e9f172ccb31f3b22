import './door.css';
import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMediaQuery, useNetwork, useTimeout } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { folded } from '../../shared/folded';
import { useText } from '../../shared/language';
import { NotAvailable } from '../../shared/lazy-part';
import { useListSearch } from '../../shared/list-search';
import { Modal } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { clockText } from '../../shared/time';
import { useWaiting } from '../../shared/waiting-queue';
import { DoorLinks } from '../access-links';
import { useDraftKey, useMay } from '../session';
import { countAtDoor, doorQuery, foundAmong, keptList, sharedNames, type DoorGuest } from './door-list';
import { DoorRow } from './door-row';
import { newCheckIn, waitingCheckIns, withWaiting, type WaitingCheckIn } from './waiting-check-ins';
import { WaitingCheckIns } from './waiting-check-ins-bar';

/** Longer lists say so: nobody scrolls through more, and a phone is slow with them. */
const MAX_SHOWN = 500;
const UNDO_MS = 5_000;

interface Props {
  readonly event: GetEventResponse;
}

/** Check-in has a screen of its own on a phone. */
export function CheckInTab({ event }: Props) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { filter } = useListSearch();
  const { common } = useText();
  const links = useMay('accessLinks.manage') ? <DoorLinks event={event} /> : null;
  if (!isPhone)
    return (
      <Stack gap="xl">
        {links}
        <Door event={event} />
      </Stack>
    );
  return (
    <Modal
      opened
      fullScreen
      title={event.name}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': common.close }}
      onClose={() => filter({ tab: undefined })}
    >
      <Stack gap="xl">
        <Door event={event} isFullScreen />
        {links}
      </Stack>
    </Modal>
  );
}

/** At the door, in one hand: search, tap, next; with a network or without. */
function Door({ event, isFullScreen = false }: Props & { readonly isFullScreen?: boolean }) {
  const { eventGuests: text, common } = useText();
  const owner = useDraftKey('check-ins');
  const [kept] = useState(() => keptList(owner, event.id));
  const { data, error } = useQuery({
    ...doorQuery(owner, event.id),
    ...(kept !== undefined && { placeholderData: kept }),
  });
  const { online } = useNetwork();
  const guests = withWaiting(data ?? [], useWaiting(waitingCheckIns, owner));
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<DoorGuest | null>(null);
  const [last, setLast] = useState<DoorGuest | null>(null);
  const forgetLast = useTimeout(() => setLast(null), UNDO_MS);
  const keep = (guest: DoorGuest, action: WaitingCheckIn['action']) =>
    waitingCheckIns.keep(owner, newCheckIn(event.id, guest, action));
  const comesIn = (guest: DoorGuest) => {
    keep(guest, 'check_in');
    setLast(guest);
    forgetLast.clear();
    forgetLast.start();
    next();
  };
  const next = () => {
    setTyped('');
    field.current?.focus();
  };
  const tap = (guest: DoorGuest) =>
    guest.checkedInAt !== null || guest.rsvp === 'declined' ? setAsked(guest) : comesIn(guest);
  const onTap = useLatest(tap);
  const found = foundAmong(guests, typed);
  const onEnter = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && typed.trim() !== '' && found.length === 1) tap(found[0]!);
  };
  if (data === undefined && error !== null && online) return <ProblemAlert error={error} />;
  if (data === undefined) return online ? <Skeleton h={240} data-loading /> : <NotAvailable />;
  const shared = sharedNames(guests);
  return (
    <div className="door" data-fullscreen={isFullScreen || undefined}>
      <div className="door-head">
        <TextInput
          ref={field}
          size="lg"
          type="search"
          autoComplete="off"
          aria-label={common.search}
          placeholder={common.search}
          value={typed}
          data-autofocus
          onKeyDown={onEnter}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Arrived guests={guests} />
        {last === null ? null : (
          <Alert py="xs" color="green" role="alert">
            <Group justify="space-between" gap="xs">
              <Text size="sm">{text.isHere(last.name)}</Text>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  keep(last, 'undo');
                  setLast(null);
                  next();
                }}
              >
                {text.undo}
              </Button>
            </Group>
          </Alert>
        )}
      </div>
      <WaitingCheckIns />
      {guests.length === 0 ? <Text>{text.empty}</Text> : null}
      {guests.length > 0 && found.length === 0 ? <Text role="alert">{text.nobodyFound(typed.trim())}</Text> : null}
      <ul className="door-list">
        {found.slice(0, MAX_SHOWN).map((guest) => (
          <li key={guest.id}>
            <DoorRow guest={guest} isShared={shared.has(folded(guest.name))} onTap={onTap} />
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN ? <Text>{text.moreAtDoor(found.length - MAX_SHOWN)}</Text> : null}
      {asked === null ? null : (
        <Question
          guest={asked}
          zone={event.timezone}
          onYes={() => {
            if (asked.checkedInAt === null) comesIn(asked);
            else {
              keep(asked, 'undo');
              next();
            }
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** The same function for good, so that hundreds of rows are not rendered again for each letter. */
function useLatest<Argument>(run: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((argument: Argument) => latest.current(argument), []);
}

function Arrived({ guests }: { readonly guests: readonly DoorGuest[] }) {
  const { eventGuests: text } = useText();
  const { here, accepted, others } = countAtDoor(guests);
  return (
    <Text fw={600} role="status">
      {text.arrived(here, accepted)}
      {others === 0 ? '' : ` ${text.othersHere(others)}`}
    </Text>
  );
}

interface QuestionProps {
  readonly guest: DoorGuest;
  readonly zone: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Before somebody who declined comes in, and before a check-in is taken back. */
function Question({ guest: { name, checkedInAt }, zone, onYes, onClose }: QuestionProps) {
  const { eventGuests: text } = useText();
  const isIn = checkedInAt !== null;
  return (
    <ConfirmDialog
      title={isIn ? text.undoTitle(name) : text.declinedTitle(name)}
      action={isIn ? text.undoCheckIn : text.checkIn}
      isHarmless
      run={() => Promise.resolve(onYes())}
      onDone={onClose}
      onCancel={onClose}
    >
      {isIn ? text.inSince(clockText(checkedInAt, zone)) : text.declinedText}
    </ConfirmDialog>
  );
}
