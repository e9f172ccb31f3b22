import './guests.css';
import { SegmentedControl, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { GetEventResponse, Rsvp } from '@tour-events/client';
import type { ComponentType } from 'react';
import { useText } from '../../shared/language';
import { lazyPart } from '../../shared/lazy-part';
import { useListSearch } from '../../shared/list-search';
import { answerCounts, useEventSummary } from '../events';
import { GroupsView } from '../parties';

const GuestsTab = lazyPart(() => import('./guests-tab').then((file) => file.GuestsTab));
const NeedsView = lazyPart(() => import('./needs-view').then((file) => file.NeedsView));
const WaitingListView = lazyPart(() => import('./waiting-list-view').then((file) => file.WaitingListView));

type View = 'all' | 'groups' | 'waitlist' | 'needs';

const VIEWS: Readonly<Record<View, ComponentType<{ readonly event: GetEventResponse }>>> = {
  all: GuestsTab,
  groups: GroupsView,
  waitlist: WaitingListView,
  needs: NeedsView,
};

const isView = (asked: string): asked is View => Object.hasOwn(VIEWS, asked);

/** The guests of an event, those of one answer, or looked at in another way; the address says which. */
export function GuestViews({ event }: { readonly event: GetEventResponse }) {
  const { eventGuests: text } = useText();
  const navigate = useNavigate();
  const { search } = useListSearch();
  const asked = String(search['view']);
  const view = isView(asked) ? asked : 'all';
  const rsvp = String(search['rsvp']);
  const Content = VIEWS[view];
  const open = (next: string) =>
    void navigate({
      to: '.',
      search: isView(next)
        ? // What one view is filtered by means nothing in another.
          { tab: 'guests', ...(next === 'all' ? { q: search.q } : { view: next }) }
        : { tab: 'guests', q: search.q, rsvp: next },
    });
  return (
    <Stack>
      <div className="guest-views no-print">
        <SegmentedControl
          aria-label={text.viewsLabel}
          withItemsBorders={false}
          data={useChoices(event)}
          value={view === 'all' && rsvp in text.onlyThose ? rsvp : view}
          onChange={open}
        />
      </div>
      <Content event={event} />
    </Stack>
  );
}

/** All, those of one answer, each with how many, and the other views. */
function useChoices(event: GetEventResponse) {
  const { eventGuests: text } = useText();
  const { data } = useEventSummary(event);
  const counted = data === undefined || data.rsvp === null ? null : answerCounts(data);
  const counts = counted === null ? null : { ...data?.rsvp, pending: counted.open };
  const waiting = counted?.waiting ?? null;
  const { all, ...others } = text.views;
  const answers = Object.entries(text.onlyThose) as [Rsvp, string][];
  return [
    { value: 'all', label: <Counted label={all} count={counted?.guests ?? null} /> },
    ...answers.map(([value, label]) => ({ value, label: <Counted label={label} count={counts?.[value] ?? null} /> })),
    ...Object.entries(others).map(([value, label]) => ({
      value,
      label: <Counted label={label} count={value === 'waitlist' && event.waitlist !== 'off' ? waiting : null} />,
    })),
  ];
}

function Counted({ label, count }: { readonly label: string; readonly count: number | null }) {
  return (
    <>
      {label}
      {count === null ? null : <span className="count" data-text={count} />}
    </>
  );
}
