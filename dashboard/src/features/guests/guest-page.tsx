import { Button, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Figures } from '../../shared/figures';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Page } from '../../shared/page';
import { TextLink } from '../../shared/text-link';
import { AnswerState } from '../event-guests';
import { GuestForm } from './guest-form';
import { deleteGuest, guestEventsQuery, guestQuery } from './guests-queries';

export function GuestPage() {
  const { guestId } = useParams({ from: '/app/guests/$guestId' });
  const { guests: text, common } = useText();
  const navigate = useNavigate();
  const { search, filter } = useListSearch();
  const [isDeleting, setDeleting] = useState(false);
  const guest = useSuspenseQuery(guestQuery(guestId)).data;
  const { record, etag } = guest;
  return (
    <Page
      title={record.name}
      actions={
        <>
          <Button variant="default" onClick={() => setDeleting(true)}>
            {common.delete}
          </Button>
          <Button onClick={() => filter({ form: 'edit' })}>{common.edit}</Button>
        </>
      }
    >
      <Figures
        figures={[
          { label: text.fields.email, value: record.email ?? '–' },
          { label: text.fields.phone, value: record.phone ?? '–' },
          { label: text.fields.company, value: record.company ?? '–' },
          { label: text.fields.dietary, value: record.dietary ?? '–' },
        ]}
      />
      {record.tags.length === 0 ? null : <Text c="dimmed">{record.tags.join(', ')}</Text>}
      {record.notes === null ? null : <Text className="prose">{record.notes}</Text>}
      <Events guestId={guestId} />
      {search['form'] === 'edit' ? (
        <GuestForm
          guest={guest}
          onDone={() => filter({ form: undefined })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
      {isDeleting ? (
        <ConfirmDialog
          title={text.deleteTitle(record.name)}
          action={common.delete}
          run={() => deleteGuest(guestId, etag)}
          onDone={() => void navigate({ to: '/guests' })}
          onCancel={() => setDeleting(false)}
        >
          {text.deleteText}
        </ConfirmDialog>
      ) : null}
    </Page>
  );
}

/** The events that the guest is on, with their answers. */
function Events({ guestId }: { readonly guestId: string }) {
  const { guests: text } = useText();
  const { data } = useQuery(guestEventsQuery(guestId));
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        {text.events}
      </Title>
      {data?.total === 0 ? <Text c="dimmed">{text.noEvents}</Text> : null}
      <Table className="record-table">
        <Table.Tbody>
          {data?.data.map(({ id, event, rsvp, plusOnes }) => (
            <Table.Tr key={id}>
              <Table.Td data-phone="first">
                <TextLink to="/events/$eventId" params={{ eventId: event.id }} search={{ tab: 'guests' }}>
                  {event.name}
                </TextLink>
              </Table.Td>
              <Table.Td data-phone="second">
                <Instant at={event.startsAt} zone={event.timezone} />
              </Table.Td>
              <Table.Td data-phone="second">
                <AnswerState rsvp={rsvp} />
              </Table.Td>
              <Table.Td className="figures">{plusOnes > 0 ? `+${plusOnes}` : ''}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
