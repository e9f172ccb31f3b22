import '../shared/screens.css';
import '../shared/record-table.css';
import './app.css';
import { AppShell, Box, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Fragment, Suspense, useEffect } from 'react';
import { WaitingCheckIns } from '../features/event-guests/waiting-check-ins-bar';
import { WaitingExpenses } from '../features/expenses/waiting-bar';
import { useSession, type Session } from '../features/session';
import { Reauthentication } from '../features/session/reauthentication';
import { AppTextsProvider, useText } from '../shared/language';
import { lazyPart } from '../shared/lazy-part';
import { Drawer } from '../shared/modal';
import { Page, ScreenSkeleton } from '../shared/page';
import { AccountMenu } from './account-menu';
import { ActingAs } from './acting-as';
import { AnnouncementsBell } from './announcements-bell';
import { useLiveAnnouncements } from './live-announcements';
import { useLiveChanges } from './live-changes';
import { navigationFor, type NavigationItem } from './navigation';
import { OfflineBar } from './offline-bar';
import { OrganizationSwitcher } from './organization-switcher';
import { SearchButton } from './search-button';

// Loaded apart: hardly anybody needs them, and nobody at first.
const ChoosePassword = lazyPart(() => import('../features/account').then((file) => file.ChoosePassword));
const SecondFactorNeeded = lazyPart(() => import('../features/account').then((file) => file.SecondFactorNeeded));

/** The frame of every screen behind signing in, with its texts. */
export function Shell() {
  return (
    <AppTextsProvider>
      <Frame />
    </AppTextsProvider>
  );
}

function Frame() {
  const { nav, shell } = useText();
  const [isMenuOpen, menu] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The door shows them itself.
  const isAtDoor = useRouterState({
    select: ({ location }) => (location.search as { tab?: string }).tab === 'check-in',
  });
  useLiveChanges();
  useLiveAnnouncements();
  useEffect(() => menu.close(), [path]); // eslint-disable-line react-hooks/exhaustive-deps -- `menu` is new on every render
  const session = useSession();
  const items = navigationFor(nav, session);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: true } }}
      padding="md"
    >
      <a className="skip-link" href="#content">
        {shell.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger opened={isMenuOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label={shell.menu} />
            <OrganizationSwitcher />
          </Group>
          <Group gap={4} wrap="nowrap">
            <SearchButton />
            <AnnouncementsBell />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={nav.main}>
        <ScrollArea>
          <Items items={items} path={path} />
        </ScrollArea>
      </AppShell.Navbar>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        size="xs"
        title={shell.menu}
        closeButtonProps={{ 'aria-label': shell.closeMenu }}
      >
        <nav aria-label={shell.menu}>
          <Items items={items} path={path} />
        </nav>
      </Drawer>
      <AppShell.Main>
        <ActingAs />
        <OfflineBar />
        <WaitingExpenses />
        {isAtDoor ? null : <WaitingCheckIns />}
        <div className="content" id="content" tabIndex={-1}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Screen {...session} />
          </Suspense>
        </div>
        <Reauthentication />
      </AppShell.Main>
      <BottomNavigation items={items} path={path} />
    </AppShell>
  );
}

/** What is open; nothing is before the user has a password of their own, and a second factor where one is required. */
function Screen({ mustChangePassword, secondFactorMissing, organization }: Session) {
  if (organization.status === 'suspended') return <Suspended name={organization.name} />;
  if (mustChangePassword) return <ChoosePassword />;
  return secondFactorMissing ? <SecondFactorNeeded /> : <Outlet />;
}

interface ItemsProps {
  readonly items: readonly NavigationItem[];
  readonly path: string;
}

const isWithin = (path: string, to: string) => path === to || (to !== '/' && path.startsWith(`${to}/`));

function Items({ items, path }: ItemsProps) {
  return items.map(({ to, label, screens = [] }) => (
    <Fragment key={to}>
      <NavLink
        component={Link}
        to={to}
        // Of a section, only the screen that is open is the current page.
        activeOptions={{ exact: screens.length > 0 }}
        label={label}
        active={isWithin(path, to) && screens.length === 0}
        aria-current={isWithin(path, to) && screens.length === 0 ? 'page' : undefined}
      />
      {screens.length > 0 && isWithin(path, to) ? (
        <Box pl="md">
          <Items items={screens} path={path} />
        </Box>
      ) : null}
    </Fragment>
  ));
}

/** The five screens that a thumb reaches. */
function BottomNavigation({ items, path }: ItemsProps) {
  const { shell } = useText();
  return (
    <nav className="bottom-nav no-print" aria-label={shell.quick}>
      {items.slice(0, 5).map(({ to, label }) => (
        <Link key={to} to={to} aria-current={isWithin(path, to) ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** In place of every screen: nobody can use a suspended organization. */
function Suspended({ name }: { readonly name: string }) {
  const { states } = useText();
  return (
    <Page title={states.suspendedTitle}>
      <Text className="prose">{states.suspendedText(name)}</Text>
    </Page>
  );
}
