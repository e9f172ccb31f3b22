import './door.css';
import { Button, Skeleton, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse } from '@tour-events/client';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { folded } from '../../shared/folded';
import { CheckIcon, MagnifyingGlassIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { NotAvailable } from '../../shared/lazy-part';
import { ProblemAlert } from '../../shared/problem-alert';
import { clockText } from '../../shared/time';
import { useLatest } from '../../shared/use-latest';
import { useSettled } from '../../shared/use-settled';
import { useWaiting } from '../../shared/waiting-queue';
import { useDraftKey } from '../session';
import { countAtDoor, doorQuery, foundAmong, keptList, peopleOf, sharedNames, type DoorGuest } from './door-list';
import { DoorRow } from './door-row';
import { newCheckIn, waitingCheckIns, withWaiting, type WaitingCheckIn } from './waiting-check-ins';
import { WaitingCheckIns } from './waiting-check-ins-bar';

const ScanPass = lazyDialog(() => import('./scan-pass').then((file) => file.ScanPass));

/** Longer lists say so: nobody scrolls through more, and a phone is slow with them. */
const MAX_SHOWN = 500;
/** Felt, where a telephone can do that: whoever stands at the door looks at the guest. */
const VIBRATION_MS = 30;

interface Props {
  readonly event: GetEventResponse;
}

/** Who opens the door types at once. Whoever goes along the tabs by keyboard keeps the focus there. */
function useFirstFocus(field: RefObject<HTMLInputElement | null>, isShown: boolean): void {
  useEffect(() => {
    const at = document.activeElement;
    const isElsewhere = at !== null && at.tagName !== 'H1' && at.matches(':focus-visible');
    if (isShown && !isElsewhere) field.current?.focus({ preventScroll: true });
  }, [field, isShown]);
}

/** At the door, in one hand: search, tap, next; with a network or without. */
export function Door({ event }: Props) {
  const { eventGuests: text, common } = useText();
  const owner = useDraftKey('check-ins');
  const [kept] = useState(() => keptList(owner, event.id));
  const query = doorQuery(owner, event.id);
  // What stands below it would be pushed away by the guests. A list that is kept is there at once.
  useSettled(...(kept === undefined ? [query] : []));
  const { data, error } = useQuery({
    ...query,
    ...(kept !== undefined && { placeholderData: kept }),
  });
  const { online } = useNetwork();
  const guests = withWaiting(data ?? [], useWaiting(waitingCheckIns, owner));
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field, data !== undefined);
  const [asked, setAsked] = useState<DoorGuest | null>(null);
  const [isScanning, setScanning] = useState(false);
  const [lastId, setLastId] = useState<string | null>(null);
  const keep = (guest: DoorGuest, action: WaitingCheckIn['action']) =>
    waitingCheckIns.keep(owner, newCheckIn(event.id, guest, action));
  const comesIn = (guest: DoorGuest) => {
    keep(guest, 'check_in');
    if ('vibrate' in navigator) navigator.vibrate(VIBRATION_MS);
    setLastId(guest.id);
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
  // Somebody else may have taken it back meanwhile.
  const last = guests.find(({ id, checkedInAt }) => id === lastId && checkedInAt !== null);
  return (
    <div className="door">
      <div className="door-head">
        <div className="door-find">
          <TextInput
            ref={field}
            size="lg"
            type="search"
            autoComplete="off"
            aria-label={common.search}
            placeholder={common.search}
            leftSection={<MagnifyingGlassIcon width={20} />}
            value={typed}
            onKeyDown={onEnter}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {'mediaDevices' in navigator ? (
            <Button size="lg" variant="default" onClick={() => setScanning(true)}>
              {text.scan}
            </Button>
          ) : null}
        </div>
        <Arrived guests={guests} />
      </div>
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
      <div className="door-foot">
        {last === undefined ? null : (
          <div className="door-last" role="alert">
            <CheckIcon width={18} />
            <span dir="auto">{text.isHere(last.name, peopleOf(last))}</span>
            <Button
              size="compact-md"
              variant="subtle"
              onClick={() => {
                keep(last, 'undo');
                next();
              }}
            >
              {text.undo}
            </Button>
          </div>
        )}
        <WaitingCheckIns />
      </div>
      {isScanning ? (
        <ScanPass
          eventId={event.id}
          onClose={() => setScanning(false)}
          onFound={(id) => {
            setScanning(false);
            const guest = guests.find((each) => each.id === id);
            if (guest !== undefined) tap(guest);
          }}
        />
      ) : null}
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

/** How many of those who accepted are here, as one reads it from afar, and as a sentence. */
function Arrived({ guests }: { readonly guests: readonly DoorGuest[] }) {
  const { eventGuests: text } = useText();
  const { here, accepted, others } = countAtDoor(guests);
  const share = accepted === 0 ? 0 : here / accepted;
  return (
    <p className="door-count" role="status">
      <VisuallyHidden>
        {text.arrived(here, accepted)}
        {others === 0 ? '' : ` ${text.othersHere(others)}`}
      </VisuallyHidden>
      <b aria-hidden data-text={text.hereOf(here, accepted)} />
      {others === 0 ? null : <small aria-hidden data-text={text.besides(others)} />}
      <svg width={22} height={22} viewBox="0 0 22 22" aria-hidden>
        <circle cx="11" cy="11" r="9" />
        <circle cx="11" cy="11" r="9" pathLength={1} strokeDasharray={`${share} 1`} />
      </svg>
    </p>
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
