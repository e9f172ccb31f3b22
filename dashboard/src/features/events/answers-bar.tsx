import { VisuallyHidden } from '@mantine/core';
import { useText } from '../../shared/language';
import { ShareBar } from '../../shared/share-bar';
import { answerCounts, type AnswersOfGuests } from './answer-counts';

/** How many have answered, in figures, as a bar in the tones of the answers, and in words; nothing of nobody. */
export function AnswersBar({ of }: { readonly of: AnswersOfGuests | undefined }) {
  const { home } = useText();
  if (of === undefined || of.rsvp === null) return null;
  const { guests, answered, open, waiting } = answerCounts(of);
  if (guests === 0) return <VisuallyHidden>{home.answered(0, 0, 0)}</VisuallyHidden>;
  const { accepted, tentative, declined } = of.rsvp;
  return (
    <span className="answers-bar">
      <span data-text={`${answered}/${guests}`} data-word={home.answeredWord}>
        <VisuallyHidden>{home.answered(answered, open, waiting)}</VisuallyHidden>
      </span>
      <ShareBar
        shares={[
          { value: accepted, tone: 'good' },
          { value: tentative, tone: 'waiting' },
          { value: declined, tone: 'bad' },
          { value: waiting, tone: 'info' },
        ]}
        rest={open}
      />
    </span>
  );
}
