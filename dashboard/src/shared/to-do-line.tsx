import './to-do-line.css';
import type { ReactNode } from 'react';
import type { Icon } from './icons';
import type { Tone } from './status';

interface Props {
  readonly icon: Icon;
  readonly tone: Tone;
  /** Names the sentence, so that what does it can refer to it. */
  readonly id?: string | undefined;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** A line of a list `rules`: what is to do, and the one thing that does it. */
export function ToDoLine({ icon: Icon, tone, id, action, children }: Props) {
  return (
    <li data-tone={tone}>
      <Icon width={18} />
      <p id={id}>{children}</p>
      {action}
    </li>
  );
}
