import { ActionIcon, Button, Group, Menu, Stack, Text, Timeline, Title } from '@mantine/core';
import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { te } from '../../shared/api';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Figures } from '../../shared/figures';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { moneyText } from '../../shared/money';
import { Empty, Page } from '../../shared/page';
import { ButtonLink, TextLink } from '../../shared/text-link';
import { clockText, dateIn, dateText } from '../../shared/time';
import { useSession } from '../session';
import { TourForm } from './tour-form';
import { TourState } from './tour-status';
import { deleteTour, tourQuery } from './tours-queries';

export function TourPage() {
  const { tourId } = useParams({ from: '/app/tours/$tourId' });
  const { tours: text, common } = useText();
  const navigate = useNavigate();
  const { search, filter } = useListSearch();
  const [isDeleting, setDeleting] = useState(false);
  const tour = useSuspenseQuery(tourQuery(tourId)).data;
  const { record, etag } = tour;
  const actions = (
    <>
      <Button variant="default" component="a" href={`/api/tours/${tourId}/calendar.ics`}>
        {text.calendar}
      </Button>
      <ButtonLink variant="default" to="/events" search={{ tourId, form: 'new' }}>
        {text.newEvent}
      </ButtonLink>
      <Button onClick={() => filter({ form: 'edit' })}>{common.edit}</Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={34} aria-label={common.more}>
            <EllipsisHorizontalIcon width={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            {common.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
  return (
    <Page title={record.name} beside={<TourState status={record.status} />} actions={actions}>
      <Figures
        figures={[
          { label: text.fields.startDate, value: record.startDate === null ? '–' : dateText(record.startDate) },
          { label: text.fields.endDate, value: record.endDate === null ? '–' : dateText(record.endDate) },
          {
            label: text.fields.budget,
            value: record.budget === null ? '–' : moneyText(record.budget, record.currency),
          },
        ]}
      />
      {record.description === null ? null : <Text className="prose">{record.description}</Text>}
      <TourEvents tourId={tourId} />
      {record.notes === null ? null : (
        <Stack gap={4}>
          <Title order={2} size="h3">
            {text.fields.notes}
          </Title>
          <Text className="prose">{record.notes}</Text>
        </Stack>
      )}
      {search['form'] === 'edit' ? (
        <TourForm tour={tour} onDone={() => filter({ form: undefined })} onClose={() => filter({ form: undefined })} />
      ) : null}
      {isDeleting ? (
        <ConfirmDialog
          title={text.deleteTitle(record.name)}
          action={common.delete}
          run={() => deleteTour(tourId, etag)}
          onDone={() => void navigate({ to: '/tours' })}
          onCancel={() => setDeleting(false)}
        >
          {text.deleteText}
        </ConfirmDialog>
      ) : null}
    </Page>
  );
}

/** The events of a tour as a timeline by day. */
function TourEvents({ tourId }: { readonly tourId: string }) {
  const { tours: text } = useText();
  const { organization } = useSession();
  const query = { tourId, sortBy: 'startsAt', limit: 100 } as const;
  const { data } = useQuery({
    queryKey: ['events', 'list', query],
    queryFn: ({ signal }) => te.events.list(query, { signal }),
  });
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {text.events}
      </Title>
      {data?.total === 0 ? <Empty>{text.noEvents}</Empty> : null}
      <Timeline bulletSize={12} lineWidth={2}>
        {data?.data.map(({ id, name, startsAt, timezone }) => {
          const zone = timezone ?? organization.timezone;
          return (
            <Timeline.Item key={id} title={startsAt === null ? text.noDate : dateText(dateIn(startsAt, zone))}>
              <Group gap="sm">
                {startsAt === null ? null : <Text c="dimmed">{clockText(startsAt, zone)}</Text>}
                <TextLink to="/events/$eventId" params={{ eventId: id }}>
                  {name}
                </TextLink>
              </Group>
            </Timeline.Item>
          );
        })}
      </Timeline>
    </Stack>
  );
}
