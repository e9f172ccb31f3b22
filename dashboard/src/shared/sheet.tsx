import './sheet.css';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { PrinterIcon } from './icons';
import { useText } from './language';
import { instantText, OWN_TIME_ZONE } from './time';

/** What is made to be printed, and looks the same on the screen. */
export function Sheet({ children }: { readonly children: ReactNode }) {
  return <div className="sheet">{children}</div>;
}

export function PrintButton() {
  const { sheets: text } = useText();
  return (
    <Button leftSection={<PrinterIcon />} onClick={() => window.print()}>
      {text.print}
    </Button>
  );
}

interface PartProps {
  readonly title: string;
  /** Said where there are no rows. */
  readonly none: string;
  /** Names of the columns. The first is narrow, for times and figures. */
  readonly heads: readonly string[];
  /** The rows. */
  readonly children: readonly ReactNode[];
}

/** A table with a heading of its own; its head stands on each page. */
export function SheetPart({ title, none, heads, children }: PartProps) {
  return (
    <section>
      <h2>{title}</h2>
      {children.length === 0 ? (
        <p>{none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  );
}

/** A quieter line; nothing where nothing is known. */
export function SheetLine({ parts }: { readonly parts: readonly (string | null | undefined)[] }) {
  const known = parts.filter(Boolean).join(' · ');
  return known === '' ? null : <small dir="auto">{known}</small>;
}

/** At the end: whose sheet it is, what one adds to that, and how old it is. */
export function SheetFoot({ parts }: { readonly parts: readonly (string | undefined)[] }) {
  const { sheets: text } = useText();
  const printed = text.printed(instantText(new Date().toISOString(), OWN_TIME_ZONE));
  return <p className="sheet-foot">{[...parts, printed].filter(Boolean).join(' · ')}</p>;
}
