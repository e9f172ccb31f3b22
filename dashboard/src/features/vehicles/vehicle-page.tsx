import { Menu, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteDialog } from '../../shared/delete-dialog';
import { DeletedNotice } from '../../shared/deleted-notice';
import { PencilSquareIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { useListSearch } from '../../shared/list-search';
import { OpenForm } from '../../shared/open-form';
import { Page } from '../../shared/page';
import { PageActions } from '../../shared/page-actions';
import { VehicleDrawing } from '../../shared/vehicle-drawing';
import { HistoryItem } from '../audit-logs';
import { VehicleState } from './vehicle-state';
import { VehicleUse } from './vehicle-use';
import { vehicles } from './vehicle';

const VehicleForm = lazyDialog(() => import('./vehicle-form').then((file) => file.VehicleForm));

export function VehiclePage() {
  const { vehicleId } = useParams({ from: '/app/vehicles/$vehicleId' });
  const { vehicles: text, common } = useText();
  const navigate = useNavigate();
  const { filter } = useListSearch();
  const [isDeleting, setDeleting] = useState(false);
  const { data: vehicle, error } = useSuspenseQuery(vehicles.one(vehicleId));
  const { record, etag } = vehicle;
  const meta = [record.type, record.plateNumber, record.driverName ?? text.noDriver].filter((part) => part !== null);
  return (
    <Page
      title={record.name}
      crumbs={[{ label: text.title, to: '/vehicles' }]}
      status={<VehicleState status={record.status} />}
      meta={
        <>
          <li>{text.seatCount(record.capacity)}</li>
          {meta.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </>
      }
      actions={
        <PageActions actions={[{ label: common.edit, icon: PencilSquareIcon, run: () => filter({ form: 'edit' }) }]}>
          <HistoryItem type="vehicle" id={vehicleId} />
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            {common.delete}
          </Menu.Item>
        </PageActions>
      }
    >
      <DeletedNotice error={error} list="/vehicles" />
      <div className="vehicle-head">
        <VehicleDrawing capacity={record.capacity} guests={0} brought={0} hasDriver={record.driverName !== null} />
      </div>
      <VehicleUse vehicleId={vehicleId} />
      {record.notes === null ? null : <Text className="prose">{record.notes}</Text>}
      <OpenForm Form={VehicleForm} record={vehicle} />
      {isDeleting ? (
        <DeleteDialog
          text={text}
          name={record.name}
          run={() => vehicles.remove(vehicleId, etag)}
          onDone={() => void navigate({ to: '/vehicles' })}
          onCancel={() => setDeleting(false)}
        />
      ) : null}
    </Page>
  );
}
