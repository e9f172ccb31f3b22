import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect, type RefObject } from 'react';

let isFirst = true;

/** Puts the focus on a screen's heading when somebody navigates there: screen readers then say where they are. */
export function useNavigationFocus(heading: RefObject<HTMLElement | null>): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  // Not a passive effect: one of a record's screen would run while the next record is read and the heading is hidden.
  useLayoutEffect(() => {
    // Where the focus is on a page that was just loaded is the browser's own affair.
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, [heading, path]);
}
