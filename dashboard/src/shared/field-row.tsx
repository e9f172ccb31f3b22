import type { ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** For what is often long, such as names: on a phone each field has a line of its own. */
  readonly isWide?: boolean;
}

/** Fields beside each other, as many as have the width for what they say; the others go to the next line. */
export const FieldRow = ({ children, isWide }: Props) => (
  <div className="field-row" data-wide={isWide || undefined}>
    {children}
  </div>
);
