import { SegmentedControl, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { GetEventResponse } from '@tour-events/client';
import type { ComponentType } from 'react';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { GroupsView } from '../parties';
import { GuestsTab } from './guests-tab';
import { NeedsView } from './needs-view';
import { WaitingListView } from './waiting-list-view';

type View = 'all' | 'groups' | 'waitlist' | 'needs';

const VIEWS: Readonly<Record<View, ComponentType<{ readonly event: GetEventResponse }>>> = {
  all: GuestsTab,
  groups: GroupsView,
  waitlist: WaitingListView,
  needs: NeedsView,
};

const isView = (asked: string): asked is View => Object.hasOwn(VIEWS, asked);

/** The guests of an event, looked at in one of several ways; the address says which. */
export function GuestViews({ event }: { readonly event: GetEventResponse }) {
  const { eventGuests: text } = useText();
  const navigate = useNavigate();
  const { search } = useListSearch();
  const asked = String(search['view']);
  const view = isView(asked) ? asked : 'all';
  const Content = VIEWS[view];
  // What one view is filtered by means nothing in another.
  const open = (next: string) =>
    void navigate({
      to: '.',
      search: { tab: 'guests', ...(next !== 'all' && { view: next }) } as never,
    });
  return (
    <Stack>
      <SegmentedControl
        aria-label={text.viewsLabel}
        className="no-print"
        style={{ alignSelf: 'flex-start' }}
        data={Object.entries(text.views).map(([value, label]) => ({ value, label }))}
        value={view}
        onChange={open}
      />
      <Content event={event} />
    </Stack>
  );
}
