import { VisuallyHidden } from '@mantine/core';
import { useText } from '../../shared/language';
import { ShareBar } from '../../shared/share-bar';

interface Props {
  readonly rsvp: {
    readonly accepted: number;
    readonly tentative: number;
    readonly declined: number;
    readonly pending: number;
  } | null;
}

/** How many have answered, in figures, as a bar in the tones of the answers, and in words; nothing of nobody. */
export function AnswersBar({ rsvp }: Props) {
  const { home } = useText();
  if (rsvp === null) return null;
  const { accepted, tentative, declined, pending } = rsvp;
  const answered = accepted + tentative + declined;
  if (answered + pending === 0) return <VisuallyHidden>{home.answered(0, 0)}</VisuallyHidden>;
  return (
    <span className="answers-bar">
      <span data-text={`${answered}/${answered + pending}`}>
        <VisuallyHidden>{home.answered(answered, pending)}</VisuallyHidden>
      </span>
      <ShareBar
        shares={[
          { value: accepted, tone: 'good' },
          { value: tentative, tone: 'waiting' },
          { value: declined, tone: 'bad' },
        ]}
        rest={pending}
      />
    </span>
  );
}
