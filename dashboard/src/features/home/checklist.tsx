import { List, Text, Title } from '@mantine/core';
import type { GetOverviewResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { TextLink } from '../../shared/text-link';

type Overview = GetOverviewResponse;

interface Step {
  readonly text: string;
  readonly isDone: boolean;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** The way of a new organization to its first event with guests and seats. */
export function Checklist(overview: Pick<Overview, 'counts' | 'upcoming'>) {
  const { home } = useText();
  const steps = useSteps(overview);
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section aria-labelledby="checklist">
      <Title order={2} size="h3" id="checklist" mb="xs">
        {home.checklist}
      </Title>
      <List type="ordered" spacing={4} className="whole-words">
        {steps.map(({ to, search, text, isDone }) => (
          <List.Item key={text}>
            {isDone ? (
              <Text span c="dimmed">
                {text} – {home.done}
              </Text>
            ) : (
              <TextLink to={to} search={search as never}>
                {text}
              </TextLink>
            )}
          </List.Item>
        ))}
      </List>
    </section>
  );
}

function useSteps({ counts, upcoming }: Pick<Overview, 'counts' | 'upcoming'>): Step[] {
  const { home } = useText();
  const create = { search: { form: 'new' } };
  const steps: Step[] = [
    { to: '/tours', text: home.steps.tour, isDone: counts.tours > 0, ...create },
    { to: '/events', text: home.steps.event, isDone: counts.events > 0, ...create },
    // Both ways stand there: one by one, and from a file.
    { to: '/guests', text: home.steps.guests, isDone: counts.guests > 0, search: {} },
    { to: '/vehicles', text: home.steps.vehicles, isDone: counts.vehicles > 0, ...create },
  ];
  // Only the first event is led through: whoever plans a second one knows the way.
  const [first] = counts.events === 1 ? upcoming : [];
  if (first === undefined) return steps;
  const { event, rsvp, seats } = first;
  const to = `/events/${event.id}`;
  const invited = rsvp.pending + rsvp.accepted + rsvp.declined + rsvp.tentative;
  return [
    ...steps,
    { to, text: home.steps.invite(event.name), isDone: invited > 0, search: { tab: 'guests', form: 'guests' } },
    { to, text: home.steps.seats(event.name), isDone: seats.used > 0, search: { tab: 'seats' } },
  ];
}
