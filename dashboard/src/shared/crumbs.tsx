import { Link } from '@tanstack/react-router';
import { createContext, Fragment, use } from 'react';
import { createPortal } from 'react-dom';
import { useText } from './language';

export interface Crumb {
  readonly label: string;
  readonly to: string;
  /** That of a tour. */
  readonly colour?: string;
}

/** Where the header shows the way to the screen that is open; null before signing in. */
export const CrumbsSlot = createContext<HTMLElement | null>(null);

/** The way to a screen, in the header. */
export function Crumbs({ crumbs, title }: { readonly crumbs: readonly Crumb[]; readonly title: string }) {
  const { shell } = useText();
  const slot = use(CrumbsSlot);
  if (slot === null) return null;
  return createPortal(
    <nav className="crumbs" aria-label={shell.youAreHere}>
      {crumbs.map(({ label, to, colour }) => (
        <Fragment key={to}>
          {/* A screen above is not the one that is open. */}
          <Link to={to} activeOptions={{ exact: true }}>
            {colour === undefined ? null : <i className="tour-dot" style={{ background: colour }} />}
            <span dir="auto">{label}</span>
          </Link>
        </Fragment>
      ))}
      <span aria-current="page" data-title={title} />
    </nav>,
    slot,
  );
}
