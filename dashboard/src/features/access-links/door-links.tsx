import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CreateAccessLinkResponse, GetEventResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { numberText } from '../../shared/money';
import { RecordTable, type Column } from '../../shared/record-table';
import { RowButton } from '../../shared/row-button';
import { useSettled } from '../../shared/use-settled';
import { tripsQuery, useTripName, type Trip } from '../trips';
import { doorLinksQuery, revokeDoorLink, type DoorLink } from './door-links-data';

const DoorLinkForm = lazyDialog(() => import('./door-link-form').then((file) => file.DoorLinkForm));
const EditDoorLink = lazyDialog(() => import('./edit-door-link').then((file) => file.EditDoorLink));
const NewDoorLink = lazyDialog(() => import('./new-door-link').then((file) => file.NewDoorLink));
const ScansDrawer = lazyDialog(() => import('./scans-drawer').then((file) => file.ScansDrawer));

interface Props {
  readonly event: GetEventResponse;
}

/** The links that open an event's door, or one of its trips, on phones without an account. */
export function DoorLinks({ event }: Props) {
  const { accessLinks: text } = useText();
  const { search, filter } = useListSearch();
  const { online } = useNetwork();
  useSettled(doorLinksQuery(event.id, search.page));
  const list = useQuery(doorLinksQuery(event.id, search.page));
  const { data: trips = [], isPending } = useQuery(tripsQuery(event.id));
  const [made, setMade] = useState<CreateAccessLinkResponse | null>(null);
  const [revoking, setRevoking] = useState<DoorLink | null>(null);
  const [editing, setEditing] = useState<DoorLink | null>(null);
  const [scansOf, setScansOf] = useState<DoorLink | null>(null);
  const close = () => filter({ form: undefined, trip: undefined });
  const wanted = trips.find(({ id }) => id === search['trip']);
  const columns = useColumns(event, trips, { edit: setEditing, revoke: setRevoking, showScans: setScansOf });
  // The list of guests works without a network; the links are of no use there.
  if (!online && list.data === undefined) return null;
  const add = (
    <Button variant="default" onClick={() => filter({ form: 'door-link' })}>
      {text.new}
    </Button>
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {text.title}
        </Title>
        {add}
      </Group>
      <RecordTable
        caption={text.title}
        noun="links"
        columns={columns}
        list={{ ...list, error: online ? list.error : null }}
        // A line, not a picture: the guests below are what the door is about.
        empty={<Text c="dimmed">{text.empty}</Text>}
      />
      {search['form'] === 'door-link' && made === null && !(isPending && search['trip']) ? (
        <DoorLinkForm event={event} trips={trips} tripId={wanted?.id} onDone={setMade} onClose={close} />
      ) : null}
      {made === null ? null : (
        <NewDoorLink
          link={made}
          event={event}
          onClose={() => {
            setMade(null);
            close();
          }}
        />
      )}
      {editing === null ? null : <EditDoorLink id={editing.id} event={event} onClose={() => setEditing(null)} />}
      {scansOf === null ? null : <ScansDrawer link={scansOf} event={event} onClose={() => setScansOf(null)} />}
      {revoking === null ? null : (
        <ConfirmDialog
          title={text.revokeTitle(revoking.name)}
          action={text.revoke}
          isFinal
          run={() => revokeDoorLink(revoking.id)}
          onDone={() => setRevoking(null)}
          onCancel={() => setRevoking(null)}
        >
          {text.revokeText}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

interface Actions {
  readonly edit: (link: DoorLink) => void;
  readonly revoke: (link: DoorLink) => void;
  readonly showScans: (link: DoorLink) => void;
}

function useColumns({ timezone }: GetEventResponse, trips: readonly Trip[], actions: Actions): Column<DoorLink>[] {
  const { accessLinks: text, common } = useText();
  const tripName = useTripName();
  const opened = ({ kind, tripId }: DoorLink) => {
    if (kind === 'door') return text.door;
    const trip = trips.find(({ id }) => id === tripId);
    return trip === undefined ? text.trip : tripName(trip, timezone);
  };
  return [
    {
      key: 'name',
      title: text.fields.name,
      phone: 'first',
      render: (link) => (
        <>
          {link.name}
          <Text size="xs" c="dimmed">
            <State link={link} zone={timezone} />
          </Text>
        </>
      ),
    },
    { key: 'kind', title: text.fields.tripId, phone: 'second', render: opened },
    { key: 'devices', title: text.devices, align: 'right', render: ({ devices }) => numberText(devices) },
    {
      key: 'lastSeenAt',
      title: text.lastSeenAt,
      render: ({ lastSeenAt }) => (lastSeenAt === null ? text.never : <Instant at={lastSeenAt} zone={timezone} />),
    },
    {
      key: 'scans',
      title: text.scans,
      align: 'right',
      phone: 'second',
      isLabelled: true,
      render: ({ scans }) => numberText(scans),
    },
    {
      key: 'rejected',
      title: text.refused,
      align: 'right',
      phone: 'second',
      isLabelled: true,
      render: ({ rejected }) => numberText(rejected),
    },
    {
      key: 'actions',
      title: common.actions,
      titleHidden: true,
      align: 'right',
      phone: 'second',
      render: (link) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <RowButton onClick={() => actions.showScans(link)}>{text.scans}</RowButton>
          {link.revokedAt === null ? (
            <>
              <RowButton onClick={() => actions.edit(link)}>{common.edit}</RowButton>
              <RowButton onClick={() => actions.revoke(link)}>{text.revoke}</RowButton>
            </>
          ) : null}
        </Group>
      ),
    },
  ];
}

/** Until when a link opens anything, or since when it does not. */
function State({ link, zone }: { readonly link: DoorLink; readonly zone: string }) {
  const { accessLinks: text } = useText();
  const [now] = useState(() => Date.now());
  if (link.revokedAt !== null) return text.revoked;
  return (
    <>
      {Date.parse(link.expiresAt) > now ? text.until : text.expired} <Instant at={link.expiresAt} zone={zone} />
      {link.hasPin ? ` · ${text.fields.pin}` : ''}
    </>
  );
}
