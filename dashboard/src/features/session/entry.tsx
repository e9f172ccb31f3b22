import { Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '../../shared/language';
import { Mark } from '../../shared/mark';
import { useNavigationFocus } from '../../shared/navigation-focus';

/** The frame of the screens before signing in: the line of a tour beside what is to do. */
export function Entry({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { session } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useNavigationFocus(heading);
  useEffect(() => {
    document.title = `${title} · Tour Events`;
  }, [title]);
  return (
    <main className="entry">
      <div className="entry-side">
        <p className="entry-brand">
          <Mark size={32} />
          {session.product}
        </p>
        <p className="entry-claim">{session.claim}</p>
        <Line />
      </div>
      <Stack className="entry-form">
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {children}
        {globalThis.isSecureContext ? null : (
          <Text size="sm" c="dimmed">
            {session.insecure}
          </Text>
        )}
      </Stack>
    </main>
  );
}

/** A tour: what was, what is now, and what is to come. */
function Line() {
  return (
    <svg className="entry-line" viewBox="0 0 400 400" fill="none" stroke="#fff" strokeWidth={5} aria-hidden>
      <path d="M190 250c100 0 100-160 230-180" strokeOpacity={0.35} />
      <path d="M-20 380c100 0 110-130 210-130" />
      <circle cx="85" cy="315" r="10" fill="#fff" />
      <circle cx="294" cy="167.5" r="10" fill="#1a2f86" />
      <circle cx="190" cy="250" r="24" fill="#ff8a3d" fillOpacity={0.25} stroke="none" />
      <circle cx="190" cy="250" r="13" fill="#ff8a3d" stroke="none" />
    </svg>
  );
}
