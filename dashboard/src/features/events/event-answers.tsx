import type { GetEventResponse, GetEventSummaryResponse } from '@tour-events/client';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { numberText } from '../../shared/money';
import { TextLink } from '../../shared/text-link';

const TONES = { accepted: 'good', tentative: 'waiting', declined: 'bad', pending: 'neutral' } as const;

interface Props {
  readonly event: GetEventResponse;
  readonly summary: GetEventSummaryResponse;
}

/** How many gave which answer, each leading to those who did. */
export function EventAnswers({ event, summary: { rsvp, people } }: Props) {
  const { events: text, eventGuests } = useText();
  const guests = { to: '/events/$eventId', params: { eventId: event.id } } as const;
  const brought = (people ?? 0) - (rsvp?.accepted ?? 0);
  return (
    <Card
      title={text.answers}
      more={
        <TextLink {...guests} search={{ tab: 'guests' }}>
          {text.allGuests}
        </TextLink>
      }
    >
      <dl className="answers">
        {Object.entries(TONES).map(([rsvpOf, tone]) => {
          const answer = rsvpOf as keyof typeof TONES;
          return (
            <div key={answer}>
              <dt>
                <span className="status-dot" data-tone={tone} aria-hidden />
                {eventGuests.answers[answer]}
              </dt>
              <dd>
                <TextLink {...guests} search={{ tab: 'guests', rsvp: answer }}>
                  {numberText(rsvp?.[answer] ?? null)}
                </TextLink>
                {answer === 'accepted' && brought > 0 ? <small data-text={`+${brought}`} /> : null}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
