import { useId, type ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** At the right of its head: a link to all of it, or how much is done. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen with a heading of its own. */
export function Card({ title, more, children }: Props) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}
