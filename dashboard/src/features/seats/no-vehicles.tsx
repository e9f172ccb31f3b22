import { Group, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { te } from '../../shared/api';
import { useText } from '../../shared/language';
import { ButtonLink } from '../../shared/text-link';

const hasVehiclesQuery = queryOptions({
  queryKey: ['vehicles', 'any active'],
  queryFn: async ({ signal }) => (await te.vehicles.list({ limit: 1, status: ['active'] }, { signal })).total > 0,
});

/** The way on for an organization without vehicles, whose choice would be empty. */
export function NoVehicles() {
  const { seats, vehicles } = useText();
  if (useQuery(hasVehiclesQuery).data !== false) return null;
  return (
    <Group justify="space-between">
      <Text size="sm">{seats.noVehicles}</Text>
      <ButtonLink variant="default" size="compact-sm" to="/vehicles" search={{ form: 'new' } as never}>
        {vehicles.new}
      </ButtonLink>
    </Group>
  );
}
