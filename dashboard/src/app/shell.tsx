import '../shared/screens.css';
import '../shared/record-table.css';
import './frame.css';
import '../shared/page-layout.css';
import '../shared/parts.css';
import './narrow.css';
import './paper.css';
import './forced-colours.css';
import './full-screen.css';
import { ActionIcon, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { WaitingCheckIns } from '../features/event-guests/waiting-check-ins-bar';
import { WaitingExpenses } from '../features/expenses/waiting-bar';
import { useSession, type Session } from '../features/session';
import { Reauthentication } from '../features/session/reauthentication';
import { CrumbsSlot } from '../shared/crumbs';
import { Bars3Icon } from '../shared/icons';
import { AppTextsProvider, useText } from '../shared/language';
import { lazyPart } from '../shared/lazy-part';
import { Mark } from '../shared/mark';
import { Drawer } from '../shared/modal';
import { Page, ScreenSkeleton } from '../shared/page';
import { AccountMenu } from './account-menu';
import { ActingAs } from './acting-as';
import { AnnouncementsBell } from './announcements-bell';
import { BottomNavigation, MenuItems, SideNavigation } from './frame-navigation';
import { useLiveAnnouncements } from './live-announcements';
import { useLiveChanges } from './live-changes';
import { navigationFor } from './navigation';
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
  const [crumbs, setCrumbs] = useState<HTMLElement | null>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // The door shows them itself.
  const isAtDoor = useRouterState({
    select: ({ location }) => (location.search as { tab?: string }).tab === 'check-in',
  });
  useLiveChanges();
  useLiveAnnouncements();
  useEffect(() => menu.close(), [path]); // eslint-disable-line react-hooks/exhaustive-deps -- `menu` is new on every render
  const session = useSession();
  const hasNoFrame = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.hasNoFrame) });
  if (hasNoFrame) return <FullScreen {...session} />;
  const items = navigationFor(nav, session);
  return (
    <div className="app">
      <a className="skip-link" href="#content">
        {shell.skip}
      </a>
      <ActingAs />
      <SideNavigation items={items} path={path} />
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        size="xs"
        title={
          <span className="brand">
            <Mark />
            {shell.menu}
          </span>
        }
        closeButtonProps={{ 'aria-label': shell.closeMenu }}
      >
        <OrganizationSwitcher />
        <nav aria-label={shell.menu}>
          <MenuItems items={items} path={path} />
        </nav>
      </Drawer>
      <div className="panel">
        <header className="top">
          <ActionIcon
            className="burger"
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={shell.menu}
            onClick={menu.toggle}
          >
            <Bars3Icon width={20} />
          </ActionIcon>
          <div className="crumbs-slot" ref={setCrumbs} />
          <SearchButton />
          <AnnouncementsBell />
          <AccountMenu />
        </header>
        <main>
          <div className="page-area">
            <OfflineBar />
            <WaitingExpenses />
            {isAtDoor ? null : <WaitingCheckIns />}
            <div id="content" tabIndex={-1}>
              <CrumbsSlot value={crumbs}>
                <Suspense fallback={<ScreenSkeleton />}>
                  <Screen {...session} />
                </Suspense>
              </CrumbsSlot>
            </div>
          </div>
          <Reauthentication />
        </main>
      </div>
      <BottomNavigation items={items} path={path} onMore={menu.open} />
    </div>
  );
}

/** A screen without a frame; whose eyes somebody uses is said there, too. */
function FullScreen(session: Session) {
  return (
    <div className="full-screen">
      <ActingAs />
      <main>
        <div className="page-area">
          <OfflineBar />
          <div id="content" tabIndex={-1}>
            <Suspense fallback={<ScreenSkeleton />}>
              <Screen {...session} />
            </Suspense>
          </div>
        </div>
        <Reauthentication />
      </main>
    </div>
  );
}

/** What is open; nothing is before the user has a password of their own, and a second factor where one is required. */
function Screen({ mustChangePassword, secondFactorMissing, organization }: Session) {
  if (organization.status === 'suspended') return <Suspended name={organization.name} />;
  if (mustChangePassword) return <ChoosePassword />;
  return secondFactorMissing ? <SecondFactorNeeded /> : <Outlet />;
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
