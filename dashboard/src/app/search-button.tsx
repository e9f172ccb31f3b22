import { Notification, Portal, UnstyledButton } from '@mantine/core';
import { useHotkeys, useTimeout, useWindowEvent } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { isLeavingSession } from '../features/session';
import { MagnifyingGlassIcon } from '../shared/icons';
import { useText } from '../shared/language';
import { lazyDialog } from '../shared/lazy-dialog';

const loadPalette = () => import('./search-palette');
const SearchPalette = lazyDialog(() => loadPalette().then((file) => file.SearchPalette));

const loadQuickExpense = () => import('../features/expenses/quick-expense');
const QuickExpense = lazyDialog(() => loadQuickExpense().then((file) => file.QuickExpense));

/** After the first click or key, once there is nothing better to do: what logs an expense also without a connection. */
const PREPARE_AFTER_MS = 2_000;
const NOTICE_MS = 5_000;

/** The key that opens it has another name there. */
const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether the browser's user wants few bytes; not all browsers say it. */
function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

type Dialog = 'palette' | 'expense' | null;

/** Opens the palette, by a click or by Ctrl/⌘ K from anywhere; its code is loaded then. */
export function SearchButton() {
  const text = useText();
  const { shell } = text;
  const { expenses: expenseText, common } = text;
  const [dialog, setDialog] = useState<Dialog>(null);
  const [isLogged, setLogged] = useState(false);
  const openPalette = () => {
    setDialog('palette');
    loadQuickExpense()
      .then(({ prepareQuickExpense }) => (isLeavingSession() ? undefined : prepareQuickExpense()))
      .catch(() => undefined);
  };
  useHotkeys([['mod+K', openPalette]], []);
  const close = () => setDialog(null);
  const preparing = useTimeout(() => {
    // Code alone: whoever is quick would wait for data that nobody has asked for. Without a connection it is loaded when
    // somebody asks for it.
    Promise.all([loadPalette(), loadQuickExpense()]).catch(() => undefined);
  }, PREPARE_AFTER_MS);
  // Not for those who only look at their first screen, nor for those who pay by the byte.
  const prepare = () => (savesData() ? undefined : preparing.start());
  useWindowEvent('pointerdown', prepare, { once: true });
  useWindowEvent('keydown', prepare, { once: true });
  const notice = useTimeout(() => setLogged(false), NOTICE_MS);
  const done = (hasArrived: boolean) => {
    close();
    setLogged(hasArrived);
    if (hasArrived) notice.start();
  };
  return (
    <>
      <UnstyledButton
        className="search-field"
        aria-label={shell.search}
        aria-keyshortcuts="Control+K"
        onClick={openPalette}
      >
        <MagnifyingGlassIcon width={16} />
        <span data-text={shell.searchOrDo} aria-hidden />
        <kbd data-text={IS_APPLE ? '⌘ K' : 'Ctrl K'} aria-hidden />
      </UnstyledButton>
      <Suspense fallback={null}>
        {dialog === 'palette' ? <SearchPalette onClose={close} onLogExpense={() => setDialog('expense')} /> : null}
        {dialog === 'expense' ? <QuickExpense onDone={done} onClose={close} /> : null}
      </Suspense>
      {isLogged ? (
        <Portal>
          <Notification
            className="notice"
            role="status"
            color="green"
            closeButtonProps={{ 'aria-label': common.close }}
            onClose={() => setLogged(false)}
          >
            {expenseText.logged}
          </Notification>
        </Portal>
      ) : null}
    </>
  );
}
