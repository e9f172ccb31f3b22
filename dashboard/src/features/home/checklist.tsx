import { skipToken, useQuery } from '@tanstack/react-query';
import type { GetOverviewResponse } from '@tour-events/client';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { ButtonLink, TextLink } from '../../shared/text-link';
import { useSettled } from '../../shared/use-settled';
import { useMay } from '../session';
import { hasDoorLinkQuery } from './home-queries';

type Overview = Pick<GetOverviewResponse, 'counts' | 'upcoming'>;

interface Stop {
  readonly name: string;
  /** What is to do there. */
  readonly text: string;
  readonly isDone: boolean;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** The way of a new organization to its first event with guests, seats and an open door: a line of stops, as a tour is. */
export function Checklist(overview: Overview) {
  const { home } = useText();
  const stops = [...useStops(overview), ...useDoorStop(overview)];
  const next = stops.find(({ isDone }) => !isDone);
  if (next === undefined) return null;
  const done = stops.filter(({ isDone }) => isDone).length;
  return (
    <Card title={home.checklist} more={<span className="card-note">{home.doneOf(done, stops.length)}</span>}>
      <ol className="first-stops">
        {stops.map(({ name, text, isDone, to, search }) => (
          <li key={name} data-state={isDone ? 'done' : text === next.text ? 'next' : undefined}>
            <i aria-hidden />
            <b>{name}</b>
            {isDone ? (
              <span>
                {text} – {home.done}
              </span>
            ) : text === next.text ? (
              <ButtonLink size="xs" to={to} search={search}>
                {text}
              </ButtonLink>
            ) : (
              <TextLink size="sm" to={to} search={search}>
                {text}
              </TextLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function useStops({ counts, upcoming }: Overview): Stop[] {
  const { home } = useText();
  const { stops, steps } = home;
  const create = { search: { form: 'new' } };
  // Only to the first event somebody is led: whoever plans a second one knows the way.
  const first = counts.events === 1 ? upcoming[0] : undefined;
  const rsvp = first?.rsvp;
  const invited = rsvp === undefined ? 0 : rsvp.pending + rsvp.accepted + rsvp.declined + rsvp.tentative;
  const to = `/events/${first?.event.id}`;
  return [
    { name: stops.tour, text: steps.tour, isDone: counts.tours > 0, to: '/tours', ...create },
    { name: stops.dates, text: steps.event, isDone: counts.events > 0, to: '/events', ...create },
    first === undefined || invited > 0 || counts.guests === 0
      ? // Both ways stand there: one by one, and from a file.
        { name: stops.guests, text: steps.guests, isDone: counts.guests > 0, to: '/guests' }
      : {
          name: stops.guests,
          text: steps.invite(first.event.name),
          isDone: false,
          to,
          search: { tab: 'guests', form: 'guests' },
        },
    first === undefined || counts.vehicles === 0
      ? { name: stops.seats, text: steps.vehicles, isDone: counts.vehicles > 0, to: '/vehicles', ...create }
      : {
          name: stops.seats,
          text: steps.seats(first.event.name),
          isDone: first.seats.used > 0,
          to,
          search: { tab: 'seats' },
        },
  ];
}

/** The last one, for whoever may make such a link. It is known only of a first event whether there is one. */
function useDoorStop({ counts, upcoming }: Overview): Stop[] {
  const { home } = useText();
  const first = counts.events === 1 ? upcoming[0] : undefined;
  const isAsked = useMay('accessLinks.manage') && counts.events < 2;
  const query = hasDoorLinkQuery(first?.event.id ?? '');
  const isRead = isAsked && first !== undefined;
  useSettled(...(isRead ? [query] : []));
  const { data: hasLink } = useQuery({
    ...query,
    queryFn: isRead ? query.queryFn! : skipToken,
  });
  if (!isAsked || (first !== undefined && hasLink === undefined)) return [];
  const { door: name } = home.stops;
  const { door: text } = home.steps;
  if (first === undefined) return counts.events === 0 ? [{ name, text, isDone: false, to: '/events' }] : [];
  const search = { tab: 'check-in', form: 'door-link' };
  return [{ name, text, isDone: hasLink === true, to: `/events/${first.event.id}`, search }];
}
