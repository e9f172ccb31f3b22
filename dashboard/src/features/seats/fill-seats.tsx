import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { allPartiesQuery } from '../parties';
import { peopleOf, type BoardColumn } from './board-model';
import { proposeSeats, type PartyOfGuests } from './propose-seats';
import { invalidateSeats, seatGuests } from './seats-queries';

interface Props {
  readonly eventId: string;
  readonly columns: readonly BoardColumn[];
  readonly onClose: () => void;
}

/** Proposes seats for everybody who has none, shows them, and applies them when somebody agrees. */
export function FillSeats(props: Props) {
  const { seats, common } = useText();
  const { data: parties, error } = useQuery(allPartiesQuery(props.eventId));
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={seats.fill}
      size="lg"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {error === null ? null : <ProblemAlert error={error} />}
      {parties === undefined ? null : <ShownProposal {...props} parties={parties} />}
    </Modal>
  );
}

function ShownProposal({ eventId, columns, parties, onClose }: Props & { readonly parties: readonly PartyOfGuests[] }) {
  const { seats, common } = useText();
  // What was shown is what is applied, whatever others move meanwhile; the service has the last word on each.
  const [{ moves, left, parted }] = useState(() => proposeSeats(columns, parties));
  const apply = useMutation({
    mutationFn: async () => {
      const failed = await seatGuests(
        eventId,
        moves.map(({ passenger, column }) => ({ guestId: passenger.guestId, vehicleAssignmentId: column.id })),
      );
      await invalidateSeats(eventId);
      return failed;
    },
    onSuccess: (failed) => {
      if (failed === 0) onClose();
    },
  });
  return (
    <Stack>
      <Text size="sm">{seats.fillText(peopleOf(moves.map(({ passenger }) => passenger)), left)}</Text>
      {parted.length === 0 ? null : <Alert color="yellow">{seats.parted(parted.join(', '), parted.length)}</Alert>}
      {apply.error === null ? null : <ProblemAlert error={apply.error} />}
      {apply.data === undefined || apply.data === 0 ? null : (
        <Alert color="yellow" role="alert">
          {seats.notSeated(apply.data)} {seats.proposeAgain}
        </Alert>
      )}
      <Table.ScrollContainer minWidth={0} mah={320} type="native">
        <Table>
          <Table.Tbody>
            {moves.map(({ passenger, column }) => (
              <Table.Tr key={passenger.eventGuestId}>
                <Table.Td>
                  {passenger.name}
                  {passenger.plusOnes > 0 ? ` +${passenger.plusOnes}` : ''}
                </Table.Td>
                <Table.Td>{column.name}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          disabled={moves.length === 0 || apply.isSuccess}
          loading={apply.isPending}
          onClick={() => apply.mutate()}
        >
          {seats.apply}
        </Button>
      </Group>
    </Stack>
  );
}
