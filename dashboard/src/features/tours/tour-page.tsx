import { ActionIcon, Button, Menu, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { DeletedNotice } from '../../shared/deleted-notice';
import { EllipsisHorizontalIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Page } from '../../shared/page';
import { ButtonLink } from '../../shared/text-link';
import { HistoryItem } from '../audit-logs';
import { MessageRules } from '../message-rules';
import { useMay, useSession } from '../session';
import { TourDates } from './tour-dates';
import { TourEvents } from './tour-events';
import { TourForm } from './tour-form';
import { TourState, TourStatusMenu } from './tour-status';
import { TourSummary } from './tour-summary';
import { deleteTour, tourQuery } from './tours-queries';

export function TourPage() {
  const { tourId } = useParams({ from: '/app/tours/$tourId' });
  const { tours: text, messageRules, common } = useText();
  const { organization } = useSession();
  const maySend = useMay('notifications.send');
  const navigate = useNavigate();
  const { search, filter } = useListSearch();
  const [isDeleting, setDeleting] = useState(false);
  const { data: tour, error } = useSuspenseQuery(tourQuery(tourId));
  const { record, etag } = tour;
  const actions = (
    <>
      <Button variant="default" component="a" href={`/api/tours/${tourId}/calendar.ics`}>
        {text.calendar}
      </Button>
      <ButtonLink variant="default" to="/events" search={{ tourId, form: 'new' }}>
        {text.newEvent}
      </ButtonLink>
      <Button variant="default" onClick={() => filter({ form: 'dates' })}>
        {text.addDates}
      </Button>
      <Button onClick={() => filter({ form: 'edit' })}>{common.edit}</Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={34} aria-label={common.more}>
            <EllipsisHorizontalIcon width={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <HistoryItem type="tour" id={tourId} />
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            {common.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
  return (
    <Page
      title={record.name}
      // Of a deleted tour nothing can be changed.
      status={error === null ? <TourStatusMenu tour={tour} /> : <TourState status={record.status} />}
      actions={actions}
    >
      <DeletedNotice error={error} list="/tours" />
      <TourSummary tour={record} />
      {record.description === null ? null : <Text className="prose">{record.description}</Text>}
      <TourEvents tourId={tourId} />
      {maySend ? (
        <Stack gap={4}>
          <Title order={2} size="h3">
            {messageRules.title}
          </Title>
          <MessageRules parent={{ kind: 'tour', id: tourId }} zone={organization.timezone} />
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
      {search['form'] === 'edit' ? (
        <TourForm tour={tour} onDone={() => filter({ form: undefined })} onClose={() => filter({ form: undefined })} />
      ) : null}
      {search['form'] === 'dates' ? <TourDates tourId={tourId} onClose={() => filter({ form: undefined })} /> : null}
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
