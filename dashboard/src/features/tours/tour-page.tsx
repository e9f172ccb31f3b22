import { Button, Menu, Stack, Text, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteDialog } from '../../shared/delete-dialog';
import { DeletedNotice } from '../../shared/deleted-notice';
import { CalendarDaysIcon, PencilSquareIcon, PlusIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { OpenForm } from '../../shared/open-form';
import { Page } from '../../shared/page';
import { PageActions } from '../../shared/page-actions';
import { StatusMenu } from '../../shared/status-menu';
import { tourColour } from '../../shared/tour-colour';
import { useSettled } from '../../shared/use-settled';
import { WhenSeen } from '../../shared/when-seen';
import { HistoryItem } from '../audit-logs';
import { tourStopsQuery } from '../events';
import { MessageRules } from '../message-rules';
import { useMay, useSession } from '../session';
import { TourEvents } from './tour-events';
import { TOUR_TONES, TourState } from './tour-status';
import { TourMeta, TourSpend } from './tour-summary';
import { tours, tourSummaryQuery } from './tour';

const TourDates = lazyDialog(() => import('./tour-dates').then((file) => file.TourDates));
const TourForm = lazyDialog(() => import('./tour-form').then((file) => file.TourForm));

export function TourPage() {
  const { tourId } = useParams({ from: '/app/tours/$tourId' });
  const { tours: text, messageRules, common, nav } = useText();
  const { organization } = useSession();
  const maySend = useMay('notifications.send');
  const navigate = useNavigate();
  const { search, filter } = useListSearch();
  const [isDeleting, setDeleting] = useState(false);
  useSettled(tours.one(tourId), tourStopsQuery(tourId), tourSummaryQuery(tourId));
  const { data: tour, error } = useSuspenseQuery(tours.one(tourId));
  const { record, etag } = tour;
  const stops = useQuery(tourStopsQuery(tourId)).data;
  const addDates = (
    <Button leftSection={<PlusIcon />} onClick={() => filter({ form: 'dates' })}>
      {text.addDates}
    </Button>
  );
  const actions = (
    <PageActions
      actions={[
        { label: text.calendar, icon: CalendarDaysIcon, run: `/api/tours/${tourId}/calendar.ics` },
        { label: text.newEvent, run: linkOptions({ to: '/events', search: { tourId, form: 'new' } }) },
      ]}
      primary={
        <>
          <Button variant="default" leftSection={<PencilSquareIcon />} onClick={() => filter({ form: 'edit' })}>
            {common.edit}
          </Button>
          {/* An empty line has it in its middle. */}
          {stops?.length === 0 ? null : addDates}
        </>
      }
    >
      <HistoryItem type="tour" id={tourId} />
      <Menu.Item color="red" onClick={() => setDeleting(true)}>
        {common.delete}
      </Menu.Item>
    </PageActions>
  );
  return (
    <Page
      title={record.name}
      icon={<i className="tour-mark" style={{ background: tourColour(tourId) }} aria-hidden />}
      crumbs={[{ label: nav.tours, to: '/tours' }]}
      meta={<TourMeta tour={record} />}
      // Of a deleted tour nothing can be changed.
      status={
        error === null ? (
          <StatusMenu of={tours} shown={tour} tones={TOUR_TONES} text={text} />
        ) : (
          <TourState status={record.status} />
        )
      }
      actions={actions}
    >
      <DeletedNotice error={error} list="/tours" />
      <TourSpend tour={record} />
      {record.description === null ? null : <Text className="prose">{record.description}</Text>}
      <TourEvents tourId={tourId} addDates={addDates} />
      {maySend ? (
        <Stack gap={4}>
          <Title order={2} size="h3">
            {messageRules.title}
          </Title>
          <WhenSeen height={240}>
            <MessageRules parent={{ kind: 'tour', id: tourId }} zone={organization.timezone} />
          </WhenSeen>
        </Stack>
      ) : null}
      {record.notes === null ? null : (
        <Stack gap={4}>
          <Title order={2} size="h3">
            {text.fields.notes}
          </Title>
          <Text className="prose">{record.notes}</Text>
        </Stack>
      )}
      <OpenForm Form={TourForm} record={tour} />
      {search['form'] === 'dates' ? <TourDates tourId={tourId} onClose={() => filter({ form: undefined })} /> : null}
      {isDeleting ? (
        <DeleteDialog
          text={text}
          name={record.name}
          run={() => tours.remove(tourId, etag)}
          onDone={() => void navigate({ to: '/tours' })}
          onCancel={() => setDeleting(false)}
        />
      ) : null}
    </Page>
  );
}
