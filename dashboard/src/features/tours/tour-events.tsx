import { Group, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readAll, te } from '../../shared/api';
import { useText } from '../../shared/language';
import { Empty } from '../../shared/page';
import { ButtonLink, TextLink } from '../../shared/text-link';
import { byStart, clockText, dateIn, weekdayText } from '../../shared/time';
import { useSession } from '../session';

/** The events of a tour as a timeline by day: those of one day stand together, those without a date last. */
export function TourEvents({ tourId }: { readonly tourId: string }) {
  const { tours: text } = useText();
  const { organization } = useSession();
  const { data } = useQuery({
    queryKey: ['events', 'all', { tourId }],
    queryFn: async ({ signal }) => (await readAll(te.events.all({ tourId }, { signal }))).sort(byStart),
  });
  const days = Map.groupBy(data ?? [], ({ startsAt, timezone }) =>
    startsAt === null ? null : dateIn(startsAt, timezone ?? organization.timezone),
  );
  return (
    <Stack gap="sm" component="section" aria-labelledby="tour-events">
      <Title order={2} size="h3" id="tour-events">
        {text.events}
      </Title>
      {data?.length === 0 ? (
        <Empty
          action={
            <ButtonLink variant="default" to="/events" search={{ tourId, form: 'new' }}>
              {text.newEvent}
            </ButtonLink>
          }
        >
          {text.noEvents}
        </Empty>
      ) : null}
      <Timeline bulletSize={12} lineWidth={2}>
        {[...days].map(([day, events]) => (
          <Timeline.Item key={day} title={day === null ? text.noDate : weekdayText(day)}>
            {events.map(({ id, name, startsAt, timezone }) => (
              <Group key={id} gap="sm" wrap="nowrap" align="baseline" py={3}>
                <Text c="dimmed" className="figures" miw={64}>
                  {startsAt === null ? '' : clockText(startsAt, timezone ?? organization.timezone)}
                </Text>
                <TextLink to="/events/$eventId" params={{ eventId: id }} className="page-heading">
                  {name}
                </TextLink>
              </Group>
            ))}
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}
