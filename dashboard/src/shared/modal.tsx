import { Drawer as MantineDrawer, Modal as MantineModal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * A dialog. Unlike Mantine's own it gives the focus back also when it is there only while it is open, and Escape closes it
 * only while no other is above it.
 */
export function Modal(props: ModalProps) {
  useFocusBack(props.opened);
  const isTopmost = useIsTopmost(props.opened);
  return <MantineModal {...props} closeOnEscape={isTopmost && props.closeOnEscape !== false} />;
}

/** A dialog at the side, with the same care. */
export function Drawer(props: DrawerProps) {
  useFocusBack(props.opened);
  const isTopmost = useIsTopmost(props.opened);
  return <MantineDrawer {...props} closeOnEscape={isTopmost && props.closeOnEscape !== false} />;
}

/** Those that are open, the topmost last. */
let openDialogs: readonly symbol[] = [];
const listeners = new Set<() => void>();

function setOpenDialogs(dialogs: readonly symbol[]): void {
  openDialogs = dialogs;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether no other dialog was opened since: Mantine closes all at once. */
function useIsTopmost(opened: boolean): boolean {
  const [dialog] = useState(() => Symbol('dialog'));
  useEffect(() => {
    if (!opened) return;
    setOpenDialogs([...openDialogs, dialog]);
    return () => setOpenDialogs(openDialogs.filter((each) => each !== dialog));
  }, [dialog, opened]);
  return useSyncExternalStore(subscribe, () => openDialogs.at(-1) === dialog);
}

/** Mantine does it only for dialogs that are closed and stay: one that is removed leaves the focus nowhere. */
function useFocusBack(opened: boolean): void {
  // Read while it is rendered for the first time: a moment later the focus is inside.
  const [opener] = useState(() => (opened ? openerOf(document.activeElement) : null));
  useEffect(() => {
    if (opener === null) return;
    return () => void setTimeout(() => giveFocusBack(opener));
  }, [opener]);
}

/** What had the focus; for an entry of a menu, which closes now, the button of that menu. */
function openerOf(focused: Element | null): Element {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return document.getElementById(button ?? '') ?? focused ?? document.body;
}

/** To the heading where the opener is gone, as after a deletion; not at all where something has the focus already. */
function giveFocusBack(opener: Element): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return;
  const isThere = opener.isConnected && opener !== body;
  const target = isThere ? opener : document.querySelector('main h1');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
