import { Link, useRouterState } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { unreadQuery } from '../features/announcements';
import { ChevronLeftIcon, EllipsisHorizontalIcon } from '../shared/icons';
import { useText } from '../shared/language';
import type { ListSearch } from '../shared/list-search';
import { Mark } from '../shared/mark';
import { itemOf, screenOf, type Group, type NavigationItem, type Screen } from './navigation';
import { OrganizationSwitcher } from './organization-switcher';
import { TodayCard } from './today-card';

interface Props {
  readonly items: readonly NavigationItem[];
  readonly path: string;
}

const GROUPS: readonly Group[] = ['start', 'plan', 'reach', 'foot'];

/**
 * The navigation at the side. While a screen of Settings or of Platform is open, those have a column of their own, and
 * what they are beside shrinks to its icons.
 */
export function SideNavigation({ items, path }: Props) {
  const { nav, session, shell } = useText();
  const current = itemOf(items, path);
  const screens = current?.screens;
  const back = useLastOutside(screens !== undefined);
  return (
    <nav className="app-side no-print" aria-label={nav.main} data-section={screens === undefined ? undefined : ''}>
      <div className="side">
        <div className="brand">
          <Mark />
          <b>{session.product}</b>
        </div>
        <OrganizationSwitcher />
        {GROUPS.map((group) => (
          <Fragment key={group}>
            {group === 'foot' ? (
              <div className="side-card">
                <TodayCard />
              </div>
            ) : null}
            <NavigationGroup group={group} items={items} current={current} />
          </Fragment>
        ))}
      </div>
      {screens === undefined ? null : (
        <div className="side-section">
          <Link to={back.pathname} search={back.search} className="side-back">
            <ChevronLeftIcon width={16} />
            {shell.back}
          </Link>
          <p className="side-section-title">{current!.label}</p>
          <Screens screens={screens} path={path} />
        </div>
      )}
    </nav>
  );
}

interface Address {
  readonly pathname: string;
  readonly search: ListSearch;
}

/** Where one was before a section was opened: its screens are many, and the browser's way back leads through all of them. */
function useLastOutside(isInside: boolean): Address {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const search = useRouterState({ select: ({ location }) => location.search });
  const [last, setLast] = useState<Address>({ pathname: '/', search: {} });
  if (!isInside && (last.pathname !== pathname || last.search !== search)) setLast({ pathname, search });
  return last;
}

/** The same in the menu of a phone, with the screens of a section below it. */
export function MenuItems({ items, path }: Props) {
  const current = itemOf(items, path);
  return GROUPS.map((group) => (
    <NavigationGroup key={group} group={group} items={items} current={current} path={path} />
  ));
}

interface NavigationGroupProps {
  readonly group: Group;
  readonly items: readonly NavigationItem[];
  readonly current: NavigationItem | undefined;
  /** Given where the screens of a section stand below it. */
  readonly path?: string;
}

function NavigationGroup({ group, items, current, path }: NavigationGroupProps) {
  const { shell } = useText();
  const own = items.filter((item) => item.group === group);
  const heading = group === 'plan' ? shell.plan : group === 'reach' ? shell.reach : null;
  const unread = useQuery(unreadQuery).data?.total ?? 0;
  if (own.length === 0) return null;
  return (
    <>
      {heading === null ? null : <p className="side-heading">{heading}</p>}
      <ul className="side-list">
        {own.map((item) => {
          const { to, label, icon: Icon, screens } = item;
          const count = to === '/announcements' && unread > 0 ? unread : undefined;
          return (
            <li key={to}>
              <Link
                to={to}
                className="side-link"
                title={label}
                data-active={item === current || undefined}
                // Of a section, only the screen that is open is the current page.
                aria-current={item === current && screens === undefined ? 'page' : undefined}
                activeOptions={{ exact: true }}
                activeProps={{}}
                aria-description={count === undefined ? undefined : shell.unread(count)}
              >
                <Icon width={18} />
                <span className="side-label">{label}</span>
                {count === undefined ? null : <span className="count count-accent" data-text={count} />}
              </Link>
              {path === undefined || screens === undefined || item !== current ? null : (
                <div className="side-below">
                  <Screens screens={screens} path={path} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Screens({ screens, path }: { readonly screens: readonly Screen[]; readonly path: string }) {
  const current = screenOf(screens, path);
  return (
    <ul className="side-list">
      {screens.map((screen) => (
        <li key={screen.to}>
          <Link
            to={screen.to}
            className="side-link"
            data-active={screen === current || undefined}
            aria-current={screen === current ? 'page' : undefined}
          >
            {screen.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The four screens that a thumb reaches, and the menu with all others. */
export function BottomNavigation({ items, path, onMore }: Props & { readonly onMore: () => void }) {
  const { shell } = useText();
  const current = itemOf(items, path);
  const quick = ['/', '/tours', '/events', '/guests'];
  return (
    <nav className="bottom-nav no-print" aria-label={shell.quick}>
      {items
        .filter(({ to }) => quick.includes(to))
        .map((item) => (
          <Link key={item.to} to={item.to} aria-current={item === current ? 'page' : undefined}>
            <item.icon width={22} />
            <span>{item.label}</span>
          </Link>
        ))}
      <button type="button" onClick={onMore} aria-haspopup="dialog">
        <EllipsisHorizontalIcon width={22} />
        <span>{shell.more}</span>
      </button>
    </nav>
  );
}
