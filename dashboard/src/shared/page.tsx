import { Button, MantineThemeProvider, Skeleton, Stack, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, type FunctionComponent, type ReactNode } from 'react';
import type { Noun } from '../locales/en/lists';
import { Crumbs, type Crumb } from './crumbs';
import { useText } from './language';
import { lazyPart, NotAvailable } from './lazy-part';
import { useListSearch } from './list-search';
import { useNavigationFocus } from './navigation-focus';

interface Props {
  readonly title: string;
  /** What the eye reads in its place. */
  readonly greeting?: string;
  /** The same as it stands in the heading, where it needs more than text. */
  readonly heading?: ReactNode;
  /** Before the heading: the day of an event, the initials of a guest, an icon. */
  readonly icon?: ReactNode;
  /** The screens above this one, in the header. */
  readonly crumbs?: readonly Crumb[];
  /** The state of what is shown: a menu where it can be changed. */
  readonly status?: ReactNode;
  /** Below the heading: when, where, how many; each one `<li>`. */
  readonly meta?: ReactNode;
  /** At the top right; the one filled button last, then the menu of the rest. */
  readonly actions?: ReactNode;
  /** What stands between the header and the content, such as the stops of a tour. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

const NO_CRUMBS: readonly Crumb[] = [];

/** A screen: its heading is the document's title too, and gets the focus when somebody navigates here. */
export function Page({
  title,
  greeting,
  heading: shown = title,
  icon,
  crumbs = NO_CRUMBS,
  status,
  meta,
  actions,
  below,
  children,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Tour Events`;
  }, [title]);
  useNavigationFocus(heading);
  return (
    <div className="page">
      <Crumbs crumbs={crumbs} title={title} />
      <div className="page-header">
        {icon}
        <div className="page-title">
          <h1 ref={heading} tabIndex={-1} dir="auto" className={greeting && 'unseen'}>
            {shown}
          </h1>
          {greeting === undefined ? null : <p dir="auto">{greeting}</p>}
          {meta === undefined ? null : <ul className="page-meta">{meta}</ul>}
        </div>
        {status === undefined && actions === undefined ? null : (
          <div className="page-actions no-print">
            {status}
            {actions}
          </div>
        )}
      </div>
      {below}
      {children}
    </div>
  );
}

/** The shape of a page that is being read; without a connection nothing comes, which it says. */
export function PageSkeleton() {
  const { online } = useNetwork();
  if (!online) return <NotAvailable />;
  return (
    <Stack gap="md" aria-busy="true" data-loading className="late">
      <Skeleton h={30} w={240} />
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} h={40} />
      ))}
    </Stack>
  );
}

/** The same of a whole screen, which has a heading in any case. */
export function ScreenSkeleton() {
  const { online } = useNetwork();
  return online ? <PageSkeleton /> : <OfflineScreen />;
}

/** In place of a screen that was not opened before the connection was lost. */
function OfflineScreen({ again }: { readonly again?: () => void }) {
  const { states } = useText();
  return (
    <Page title={states.offline}>
      <Text size="sm">{states.offlineText}</Text>
      {again === undefined ? null : (
        <div>
          <Button variant="default" onClick={again}>
            {states.tryAgain}
          </Button>
        </div>
      )}
    </Page>
  );
}

/** A screen, whose code is loaded when it is first opened. */
export const lazyScreen = (load: () => Promise<FunctionComponent>) =>
  lazyPart<object>(load, (_, again) => <OfflineScreen again={again} />);

/** The button that does the same above the list is the one that is filled. */
const QUIET_BUTTONS = { components: { Button: { defaultProps: { variant: 'default' } } } };

interface EmptyProps {
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** In place of a line with a stop that is still to come. */
  readonly picture?: ReactNode;
}

/** An empty list says what to do first. */
export function Empty({ children, action, picture = <EmptyLine /> }: EmptyProps) {
  return (
    <div className="empty">
      {picture}
      <p>{children}</p>
      <MantineThemeProvider theme={QUIET_BUTTONS} inherit>
        {action}
      </MantineThemeProvider>
    </div>
  );
}

/** For messages that are still to be written: an envelope on the line. */
export function EmptyPost() {
  return (
    <svg width="96" height="32" viewBox="0 0 96 32" fill="none" strokeWidth="2" aria-hidden>
      <path d="M2 16h26M68 16h26" stroke="var(--te-line-2)" />
      <rect x="30" y="3" width="36" height="26" rx="4" stroke="var(--te-accent)" />
      <path d="m32 7 16 12L64 7" stroke="var(--te-accent)" />
    </svg>
  );
}

function EmptyLine() {
  return (
    <svg width="96" height="32" viewBox="0 0 96 32" fill="none" strokeWidth="2" aria-hidden>
      <path d="M16 16h22M58 16h22" stroke="var(--te-line-2)" />
      <circle cx="9" cy="16" r="6" fill="var(--te-line-2)" />
      <circle cx="48" cy="16" r="8" stroke="var(--te-accent)" strokeDasharray="4 3" />
      <circle cx="87" cy="16" r="6" stroke="var(--te-line-2)" />
    </svg>
  );
}

/** What an address has beside filters. */
const NO_FILTERS = ['page', 'sortBy', 'sortDir', 'tab', 'view'];
/** The filters that are what somebody has typed to find a record. */
const NAMES = ['q', 'address'];

/** A list whose filters match nothing: the way out is to clear them. */
export function NothingFound({ noun }: { readonly noun: Noun }) {
  const { common, lists } = useText();
  const navigate = useNavigate();
  const { search } = useListSearch();
  const [filter, ...others] = Object.keys(search).filter((name) => !NO_FILTERS.includes(name));
  const name = filter !== undefined && others.length === 0 && NAMES.includes(filter) ? search[filter] : undefined;
  const { tab, view } = search;
  return (
    <Empty
      picture={null}
      action={
        <Button variant="default" onClick={() => void navigate({ to: '.', search: { tab, view } })}>
          {common.clearFilters}
        </Button>
      }
    >
      {name === undefined ? common.nothingFound : lists.noneCalled(noun, String(name))}
    </Empty>
  );
}
