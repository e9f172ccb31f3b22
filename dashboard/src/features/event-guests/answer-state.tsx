import type { Rsvp } from '@tour-events/client';
import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';

export const ANSWER_TONES: Readonly<Record<Rsvp, Tone>> = {
  pending: 'neutral',
  accepted: 'good',
  declined: 'bad',
  tentative: 'waiting',
};

export const ANSWERS = Object.keys(ANSWER_TONES) as Rsvp[];

export function AnswerState({ rsvp }: { readonly rsvp: Rsvp }) {
  const { eventGuests } = useText();
  return <Status tone={ANSWER_TONES[rsvp]}>{eventGuests.answers[rsvp]}</Status>;
}
