import { Button, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { DeletedNotice } from '../../shared/deleted-notice';
import { Figures } from '../../shared/figures';
import { useText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Page } from '../../shared/page';
import { HistoryButton } from '../audit-logs';
import { VehicleForm } from './vehicle-form';
import { VehicleUse } from './vehicle-use';
import { deleteVehicle, vehicleQuery } from './vehicles-queries';

export function VehiclePage() {
  const { vehicleId } = useParams({ from: '/app/vehicles/$vehicleId' });
  const { vehicles: text, common } = useText();
  const navigate = useNavigate();
  const { search, filter } = useListSearch();
  const [isDeleting, setDeleting] = useState(false);
  const { data: vehicle, error } = useSuspenseQuery(vehicleQuery(vehicleId));
  const { record, etag } = vehicle;
  return (
    <Page
      title={record.name}
      actions={
        <>
          <HistoryButton type="vehicle" id={vehicleId} />
          <Button variant="default" onClick={() => setDeleting(true)}>
            {common.delete}
          </Button>
          <Button onClick={() => filter({ form: 'edit' })}>{common.edit}</Button>
        </>
      }
    >
      <DeletedNotice error={error} list="/vehicles" />
      <Figures
        figures={[
          { label: text.fields.capacity, value: record.capacity },
          { label: text.fields.status, value: text.statuses[record.status] },
          { label: text.fields.plateNumber, value: record.plateNumber ?? '–' },
          { label: text.fields.driverName, value: record.driverName ?? '–' },
        ]}
      />
      <VehicleUse vehicleId={vehicleId} />
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
