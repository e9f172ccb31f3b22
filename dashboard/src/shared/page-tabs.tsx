import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { scrollRowTo } from './scroll-row-to';
import type { Tone } from './status';

interface PageTab {
  readonly value: string;
  readonly label: string;
  /** How many of what the tab is about; what it counts is said in words, too. */
  readonly count?: { readonly number: number; readonly tone?: Tone; readonly words: string } | undefined;
}

export interface PageTabsProps {
  /** What the tabs are of. */
  readonly label: string;
  readonly value: string;
  readonly tabs: readonly PageTab[];
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

/** The parts of a record's screen, on one line that a phone scrolls. */
export function PageTabs({ label, value, tabs, onChange, children }: PageTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const open = list.current?.querySelector('[aria-selected="true"]');
    if (list.current !== null && open != null) scrollRowTo(list.current, open);
  }, [value]);
  return (
    <Tabs value={value} onChange={(next) => onChange(next!)} keepMounted={false} className="page-tabs">
      <Tabs.List ref={list} className="no-print" aria-label={label}>
        {tabs.map(({ value: tab, label: name, count }) => (
          <Tabs.Tab key={tab} value={tab} aria-description={count?.words}>
            {name}
            {count === undefined ? null : <span className="count" data-tone={count.tone} data-text={count.number} />}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  );
}
