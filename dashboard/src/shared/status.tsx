/** What a state means, whatever its word is. */
export type Tone = 'neutral' | 'good' | 'waiting' | 'bad' | 'info' | 'now';

interface Props {
  readonly tone: Tone;
  readonly children: string;
}

/** A state as a dot and a word, never by its colour alone. */
export function Status({ tone, children }: Props) {
  return (
    <span className="status" data-tone={tone}>
      <span className="status-dot" aria-hidden />
      <span className="status-text">{children}</span>
    </span>
  );
}

/** A short word or figure about something, in a tone: "6 people short". */
export function Chip({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <span className="chip" data-tone={tone}>
      {children}
    </span>
  );
}
