import { Button, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { te } from '../../shared/api';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Figures } from '../../shared/figures';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Page } from '../../shared/page';
import { Status } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { VehicleForm } from './vehicle-form';
import { deleteVehicle, vehicleQuery } from './vehicles-queries';

export function VehiclePage() {
  const { vehicleId } = useParams({ from: '/app/vehicles/$vehicleId' });
  const { vehicles: text, common } = useText();
  const navigate = useNavigate();
  const { search, filter } = useListSearch();
  const [isDeleting, setDeleting] = useState(false);
  const vehicle = useSuspenseQuery(vehicleQuery(vehicleId)).data;
  const { record, etag } = vehicle;
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
          { label: text.fields.capacity, value: record.capacity },
          { label: text.fields.status, value: text.statuses[record.status] },
          { label: text.fields.plateNumber, value: record.plateNumber ?? '–' },
          { label: text.fields.driverName, value: record.driverName ?? '–' },
        ]}
      />
      <Use vehicleId={vehicleId} />
      {record.notes === null ? null : <Text className="prose">{record.notes}</Text>}
      {search['form'] === 'edit' ? (
        <VehicleForm
          vehicle={vehicle}
          onDone={() => filter({ form: undefined })}
          onClose={() => filter({ form: undefined })}
        />
      ) : null}
      {isDeleting ? (
        <ConfirmDialog
          title={text.deleteTitle(record.name)}
          action={common.delete}
          run={() => deleteVehicle(vehicleId, etag)}
          onDone={() => void navigate({ to: '/vehicles' })}
          onCancel={() => setDeleting(false)}
        >
          {text.deleteText}
        </ConfirmDialog>
      ) : null}
    </Page>
  );
}

/** On which events the vehicle is used, in order of time; conflicts are marked. */
function Use({ vehicleId }: { readonly vehicleId: string }) {
  const { vehicles: text } = useText();
  const { data } = useQuery({
    queryKey: ['vehicles', vehicleId, 'assignments'],
    queryFn: ({ signal }) =>
      te.vehicles.assignments.listOfVehicle(vehicleId, { sortBy: 'startsAt', limit: 100 }, { signal }),
  });
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        {text.use}
      </Title>
      {data?.total === 0 ? <Text c="dimmed">{text.unused}</Text> : null}
      <Table className="record-table">
        <Table.Tbody>
          {data?.data.map(({ id, event, seatsUsed, capacity, conflicts }) => (
            <Table.Tr key={id}>
              <Table.Td data-phone="first">
                <TextLink to="/events/$eventId" params={{ eventId: event.id }} search={{ tab: 'seats' }}>
                  {event.name}
                </TextLink>
              </Table.Td>
              <Table.Td data-phone="second">
                <Instant at={event.startsAt} zone={event.timezone} />
              </Table.Td>
              <Table.Td className="figures">{text.seats(seatsUsed, capacity)}</Table.Td>
              <Table.Td data-phone="second">
                {conflicts.length === 0 ? null : (
                  <Status tone="bad">{text.conflict(conflicts.map(({ eventName }) => eventName).join(', '))}</Status>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
