import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, GetEventSummaryResponse } from '@tour-events/client';
import { Avatar } from '../../shared/avatar';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { numberText } from '../../shared/money';
import { Chip } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { WhenSeen } from '../../shared/when-seen';
import { manifestQuery } from '../seats';
import { needsQuery } from './events-queries';

const TONES = { accepted: 'good', tentative: 'waiting', declined: 'bad', pending: 'neutral' } as const;

interface Props {
  readonly event: GetEventResponse;
  readonly summary: GetEventSummaryResponse;
}

/** More are on the tab. */
const MAX_WORDS = 3;
const MAX_NEEDS = 4;

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
      <Words event={event} />
      {people === null || people === 0 ? null : (
        <WhenSeen height={44}>
          <Needs event={event} />
        </WhenSeen>
      )}
    </Card>
  );
}

/** What guests have said for themselves. */
function Words({ event: { id } }: { readonly event: GetEventResponse }) {
  const { eventGuests } = useText();
  const manifest = useQuery(manifestQuery(id)).data;
  const said = [...(manifest?.vehicles.flatMap(({ guests }) => guests) ?? []), ...(manifest?.unseated ?? [])]
    .filter(({ notes }) => notes !== null)
    .slice(0, MAX_WORDS);
  if (said.length === 0) return null;
  return (
    <ul className="words">
      {said.map(({ eventGuestId, guestId, name, rsvp, notes }) => (
        <li key={eventGuestId}>
          <Avatar name={name} />
          <span>
            <TextLink to="/guests/$guestId" params={{ guestId }} dir="auto">
              {name}
            </TextLink>{' '}
            <small>{eventGuests.answers[rsvp]}</small>
          </span>
          <q>{notes}</q>
        </li>
      ))}
    </ul>
  );
}

/** How many eat what, of those who come. */
function Needs({ event: { id } }: { readonly event: GetEventResponse }) {
  const { events: text } = useText();
  const needs = useQuery(needsQuery(id)).data?.dietary;
  if (needs === undefined || needs.length === 0) return null;
  return (
    <p className="needs">
      <TextLink to="/events/$eventId" params={{ eventId: id }} search={{ tab: 'guests', view: 'needs' }}>
        {text.needs}
      </TextLink>
      {needs.slice(0, MAX_NEEDS).map(({ value, people }) => (
        <Chip key={value} tone="neutral">{`${numberText(people)} ${value}`}</Chip>
      ))}
    </p>
  );
}
