import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ListVehiclesResponse } from '@tour-events/client';
import { Filters } from '../../shared/filters';
import { lazyDialog } from '../../shared/lazy-dialog';
import { SearchInput } from '../../shared/search-input';
import { useText } from '../../shared/language';
import { listQuery, useListSearch } from '../../shared/list-search';
import { OpenForm } from '../../shared/open-form';
import { Empty, NothingFound, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { TextLink } from '../../shared/text-link';
import { VehicleDrawing } from '../../shared/vehicle-drawing';
import { choices } from '../../shared/choices';
import { SelectFilter } from '../../shared/select-filter';
import { VehicleState } from './vehicle-state';
import { VEHICLE_STATUSES, vehicles } from './vehicle';

const VehicleForm = lazyDialog(() => import('./vehicle-form').then((file) => file.VehicleForm));

type Vehicle = ListVehiclesResponse['data'][number];

export function VehiclesPage() {
  const { vehicles: text } = useText();
  const { search, filter } = useListSearch();
  const navigate = useNavigate();
  const columns = useColumns();
  const query = listQuery(search, {
    q: 'text',
    status: { anyOf: VEHICLE_STATUSES },
    sortBy: ['name', 'createdAt', 'capacity'],
  });
  const list = useQuery(vehicles.list({ limit: 20, ...query }));
  const newVehicle = <Button onClick={() => filter({ form: 'new' })}>{text.new}</Button>;
  const isFiltered = query.q !== undefined || query.status !== undefined;
  return (
    <Page title={text.title} actions={newVehicle}>
      <Filters>
        <SearchInput />
        <SelectFilter name="status" label={text.fields.status} data={choices(VEHICLE_STATUSES, text.statuses)} />
      </Filters>
      <RecordTable
        caption={text.title}
        noun="vehicles"
        columns={columns}
        list={list}
        isOver={({ status }) => status === 'retired'}
        empty={
          isFiltered ? (
            <NothingFound noun="vehicles" />
          ) : (
            <Empty action={newVehicle} picture={<VehicleDrawing capacity={8} guests={0} brought={0} hasDriver />}>
              {text.empty}
            </Empty>
          )
        }
      />
      <OpenForm
        Form={VehicleForm}
        record={null}
        onDone={({ id }) => void navigate({ to: '/vehicles/$vehicleId', params: { vehicleId: id } })}
      />
    </Page>
  );
}

function useColumns(): Column<Vehicle>[] {
  const { vehicles: text } = useText();
  return [
    {
      key: 'name',
      title: text.fields.name,
      sortKey: 'name',
      phone: 'first',
      render: ({ id, name }) => (
        <TextLink to="/vehicles/$vehicleId" params={{ vehicleId: id }}>
          {name}
        </TextLink>
      ),
    },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: ({ status }) => <VehicleState status={status} />,
    },
    { key: 'type', title: text.fields.type, render: ({ type }) => type },
    { key: 'plate', title: text.fields.plateNumber, render: ({ plateNumber }) => plateNumber },
    { key: 'driver', title: text.fields.driverName, render: ({ driverName }) => driverName },
    {
      key: 'capacity',
      title: text.fields.capacity,
      sortKey: 'capacity',
      align: 'right',
      phone: 'second',
      isLabelled: true,
      render: ({ capacity }) => capacity,
    },
  ];
}
