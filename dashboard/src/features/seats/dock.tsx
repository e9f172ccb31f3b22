import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useText } from '../../shared/language';
import { numberText } from '../../shared/money';
import { waitingGroups } from './board-model';
import type { Passenger } from './seats-queries';

interface Props {
  readonly passengers: readonly Passenger[];
  readonly item: (passenger: Passenger) => ReactNode;
  /** Below them: where they could sit. */
  readonly children: ReactNode;
}

/** Those without a seat: who comes first, then who may come and who has not answered, each with their number. */
export function Dock({ passengers, item, children }: Props) {
  const { seats } = useText();
  const groups = waitingGroups(passengers);
  return (
    <>
      <ul>
        {groups.map(({ rsvp, passengers: group }) => (
          <Fragment key={rsvp}>
            <li className="dock-group">
              {seats.groups[rsvp]} <b>{numberText(group.length)}</b>
            </li>
            {group.map(item)}
          </Fragment>
        ))}
      </ul>
      {children}
      <Text size="xs" c="dimmed" mt="xs" className="no-print">
        {groups.length === 0 ? seats.allSeated : seats.dragHint}
      </Text>
    </>
  );
}
