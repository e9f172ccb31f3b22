import './sections.css';
import { Stack, Title } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useText } from './language';

interface SectionProps {
  readonly title: string;
  /** For forms: fields are no wider than what is typed into them. */
  readonly isForm?: boolean;
  readonly children: ReactNode;
}

/** A part of a long screen, which {@link JumpList} leads to. */
export function Section({ title, isForm = false, children }: SectionProps) {
  return (
    <Stack component="section" gap="sm" {...(isForm && { maw: 560 })} className="section">
      <Title order={2} size="h4" tabIndex={-1} data-jump>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

/** A long screen with its sections to jump to: they stand at its top, beside it where there is room. */
export function Sections({ children }: { readonly children: ReactNode }) {
  const { common } = useText();
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const [titles, setTitles] = useState<readonly string[]>([]);
  const headings = () => [...(content.current?.querySelectorAll<HTMLElement>('[data-jump]') ?? [])];
  // Which sections there are follows from what somebody may see, and some come later.
  useEffect(() => {
    const read = () => {
      const found = headings().map((heading) => heading.textContent);
      setTitles((before) => (before.join() === found.join() ? before : found));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(content.current!, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div className="sections">
      <nav aria-label={common.onThisPage} className="jump-list no-print">
        {titles.map((title, index) => (
          <a
            key={title}
            href={`#${id}`}
            onClick={(event) => {
              // No address of its own: whoever has typed something would be asked whether to leave.
              event.preventDefault();
              const heading = headings()[index];
              heading?.scrollIntoView({ block: 'start' });
              heading?.focus({ preventScroll: true });
            }}
          >
            {title}
          </a>
        ))}
      </nav>
      <div ref={content} id={id} className="page">
        {children}
      </div>
    </div>
  );
}
