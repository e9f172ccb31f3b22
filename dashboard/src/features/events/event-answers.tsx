import type { GetEventResponse } from '@tour-events/client';
import { Avatar } from '../../shared/avatar';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { numberText } from '../../shared/money';
import { Chip } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { answerCounts } from './answer-counts';
import type { DetailedSummary, EventDetails } from './events-queries';

const TONES = { accepted: 'good', tentative: 'waiting', declined: 'bad', pending: 'neutral' } as const;

interface Props {
  readonly event: GetEventResponse;
  readonly summary: DetailedSummary;
}

/** More are on the tab. */
const MAX_NEEDS = 4;

/** How many gave which answer, each leading to those who did. */
export function EventAnswers({ event, summary }: Props) {
  const { rsvp, people, details } = summary;
  const { open, waiting } = answerCounts(summary);
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
                  {numberText(rsvp === null ? null : answer === 'pending' ? open : rsvp[answer])}
                </TextLink>
                {answer === 'accepted' && brought > 0 ? <small data-text={`+${brought}`} /> : null}
              </dd>
            </div>
          );
        })}
        {waiting === 0 ? null : (
          <div>
            <dt>
              <span className="status-dot" data-tone="info" aria-hidden />
              {eventGuests.views.waitlist}
            </dt>
            <dd>
              <TextLink {...guests} search={{ tab: 'guests', view: 'waitlist' }}>
                {numberText(waiting)}
              </TextLink>
            </dd>
          </div>
        )}
      </dl>
      <Words words={details.words ?? []} />
      <Needs eventId={event.id} dietary={details.dietary ?? []} />
    </Card>
  );
}

/** What guests have said for themselves. */
function Words({ words }: { readonly words: NonNullable<EventDetails['words']> }) {
  const { eventGuests } = useText();
  if (words.length === 0) return null;
  return (
    <ul className="words">
      {words.map(({ eventGuestId, guestId, name, rsvp, note }) => (
        <li key={eventGuestId}>
          <Avatar name={name} />
          <span>
            <TextLink to="/guests/$guestId" params={{ guestId }} dir="auto">
              {name}
            </TextLink>{' '}
            <small>{eventGuests.answers[rsvp]}</small>
          </span>
          <q dir="auto">{note}</q>
        </li>
      ))}
    </ul>
  );
}

interface NeedsProps {
  readonly eventId: string;
  readonly dietary: NonNullable<EventDetails['dietary']>;
}

/** How many eat what, of those who come. */
function Needs({ eventId, dietary }: NeedsProps) {
  const { events: text } = useText();
  if (dietary.length === 0) return null;
  return (
    <p className="needs">
      <TextLink to="/events/$eventId" params={{ eventId }} search={{ tab: 'guests', view: 'needs' }}>
        {text.needs}
      </TextLink>
      {dietary.slice(0, MAX_NEEDS).map(({ value, people }) => (
        <Chip key={value} tone="neutral">{`${numberText(people)} ${value}`}</Chip>
      ))}
    </p>
  );
}
