import { Anchor, Button, Group, Menu, Skeleton, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ListGuestEventsResponse } from '@tour-events/client';
import { useState } from 'react';
import { Avatar } from '../../shared/avatar';
import { ColumnTitles } from '../../shared/column-titles';
import { DeleteDialog } from '../../shared/delete-dialog';
import { DeletedNotice } from '../../shared/deleted-notice';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { OpenForm } from '../../shared/open-form';
import { Page } from '../../shared/page';
import { PageActions } from '../../shared/page-actions';
import { RowMenu } from '../../shared/row-menu';
import { Chip } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { useSettled } from '../../shared/use-settled';
import { HistoryItem } from '../audit-logs';
import { AnswersForm, AnswerState, CompanionsForm } from '../event-guests';
import { PersonalDataCard } from './personal-data';
import { guestEventsQuery, guests } from './guest';

const AnswersDialog = lazyDialog(() => import('./answers-dialog').then((file) => file.AnswersDialog));
const GuestForm = lazyDialog(() => import('./guest-form').then((file) => file.GuestForm));

export function GuestPage() {
  const { guestId } = useParams({ from: '/app/guests/$guestId' });
  const { guests: text, common } = useText();
  const navigate = useNavigate();
  const { filter } = useListSearch();
  const [isDeleting, setDeleting] = useState(false);
  useSettled(guests.one(guestId), guestEventsQuery(guestId));
  const { data: guest, error } = useSuspenseQuery(guests.one(guestId));
  const { record, etag } = guest;
  const known = (['email', 'phone', 'company', 'dietary'] as const).flatMap((field) =>
    record[field] === null ? [] : [{ label: text.fields[field], value: record[field] }],
  );
  return (
    <Page
      title={record.name}
      crumbs={[{ label: text.title, to: '/guests' }]}
      icon={<Avatar name={record.name} />}
      meta={
        known.length === 0 && record.tags.length === 0 ? undefined : (
          <>
            {known.map(({ label, value }) => (
              <li key={label}>
                <VisuallyHidden>{label}</VisuallyHidden>
                {value}
              </li>
            ))}
            {record.tags.map((tag) => (
              <li key={`tag ${tag}`}>
                <Chip tone="neutral">{tag}</Chip>
              </li>
            ))}
          </>
        )
      }
      actions={
        <PageActions
          primary={
            record.erasedAt === null ? <Button onClick={() => filter({ form: 'edit' })}>{common.edit}</Button> : null
          }
        >
          <HistoryItem type="guest" id={guestId} />
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            {common.delete}
          </Menu.Item>
        </PageActions>
      }
    >
      <DeletedNotice error={error} list="/guests" />
      {record.notes === null ? null : <Text className="prose">{record.notes}</Text>}
      <Events guestId={guestId} />
      <PersonalDataCard id={guestId} name={record.name} erasedAt={record.erasedAt} />
      {record.erasedAt === null ? <OpenForm Form={GuestForm} record={guest} /> : null}
      {isDeleting ? (
        <DeleteDialog
          text={text}
          name={record.name}
          run={() => guests.remove(guestId, etag)}
          onDone={() => void navigate({ to: '/guests' })}
          onCancel={() => setDeleting(false)}
        />
      ) : null}
    </Page>
  );
}

/** The events that the guest is on, with their answers and whether they have a seat; the latest first. */
function Events({ guestId }: { readonly guestId: string }) {
  const { guests: text } = useText();
  const { data } = useQuery(guestEventsQuery(guestId));
  const [shown, setShown] = useState<GuestEvent | null>(null);
  const [answering, setAnswering] = useState<GuestEvent | null>(null);
  const [naming, setNaming] = useState<GuestEvent | null>(null);
  return (
    <Stack gap="xs" component="section" aria-labelledby="guest-events">
      <Title order={2} size="h3" id="guest-events">
        {text.events}
      </Title>
      {data === undefined ? <Skeleton h={80} data-loading aria-busy="true" /> : null}
      {data?.length === 0 ? <Text c="dimmed">{text.noEvents}</Text> : null}
      {data === undefined || data.length === 0 ? null : (
        <Table className="record-table">
          <ColumnTitles titles={Object.values(text.columns)} />
          <Table.Tbody>
            {data.map((one) => (
              <EventRow
                key={one.id}
                one={one}
                onAnswers={() => setShown(one)}
                onAnswer={() => setAnswering(one)}
                onName={() => setNaming(one)}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {shown === null ? null : <AnswersDialog one={shown} onClose={() => setShown(null)} />}
      {answering === null ? null : <AnswersForm eventGuest={answering} onClose={() => setAnswering(null)} />}
      {naming === null ? null : <CompanionsForm eventGuest={naming} onClose={() => setNaming(null)} />}
    </Stack>
  );
}

type GuestEvent = ListGuestEventsResponse['data'][number];

interface EventRowProps {
  readonly one: GuestEvent;
  readonly onAnswers: () => void;
  readonly onAnswer: () => void;
  readonly onName: () => void;
}

function EventRow({ one, onAnswers, onAnswer, onName }: EventRowProps) {
  const { event, guest, rsvp, plusOnes, companions, party, answers, vehicleAssignmentId, checkedInAt, passUrl } = one;
  const { guests: text } = useText();
  return (
    <Table.Tr>
      <Table.Td data-phone="first">
        <TextLink to="/events/$eventId" params={{ eventId: event.id }} search={{ tab: 'guests' }}>
          {event.name}
        </TextLink>
        {[
          party === null ? null : text.group(party.name),
          companions.length === 0 ? null : text.with(companions.map(({ name }) => name).join(', ')),
        ].map((line) =>
          line === null ? null : (
            <Text key={line} size="xs" c="dimmed">
              {line}
            </Text>
          ),
        )}
      </Table.Td>
      <Table.Td data-phone="second">
        <Instant at={event.startsAt} zone={event.timezone} />
      </Table.Td>
      <Table.Td data-phone="second">
        <Group gap="xs" wrap="nowrap">
          <AnswerState rsvp={rsvp} />
          {plusOnes > 0 ? <span className="figures">+{plusOnes}</span> : null}
          {Object.keys(answers).length === 0 ? null : (
            <Button size="compact-sm" variant="subtle" aria-label={text.answersTo(event.name)} onClick={onAnswers}>
              {text.answers}
            </Button>
          )}
        </Group>
      </Table.Td>
      <Table.Td data-phone="second">
        {vehicleAssignmentId === null ? (
          text.noSeat
        ) : (
          <TextLink to="/events/$eventId" params={{ eventId: event.id }} search={{ tab: 'seats' }}>
            {text.seated}
          </TextLink>
        )}
      </Table.Td>
      <Table.Td data-phone="second">
        {checkedInAt === null ? null : <Instant at={checkedInAt} zone={event.timezone} />}
      </Table.Td>
      <Table.Td data-phone="second">
        <Anchor href={passUrl} target="_blank" rel="noreferrer" aria-label={text.openPassTo(event.name)}>
          {text.openPass}
        </Anchor>
      </Table.Td>
      <Table.Td data-phone="second">
        {guest.erasedAt === null ? (
          <RowMenu label={text.actionsOf(event.name)}>
            <Menu.Item onClick={onAnswer}>{text.changeAnswers}</Menu.Item>
            {plusOnes === 0 && companions.length === 0 ? null : (
              <Menu.Item onClick={onName}>{text.changeCompanions}</Menu.Item>
            )}
          </RowMenu>
        ) : null}
      </Table.Td>
    </Table.Tr>
  );
}
