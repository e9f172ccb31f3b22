import { Text, UnstyledButton } from '@mantine/core';
import { memo } from 'react';
import { useText } from '../../shared/language';
import type { DoorGuest } from './door-list';

/** The last digits tell two of the same name apart, without showing the whole number to whoever looks on. */
const DIGITS = 4;

interface Props {
  readonly guest: DoorGuest;
  /** Whether somebody else has the same name. */
  readonly isShared: boolean;
  readonly onTap: (guest: DoorGuest) => void;
}

/** A guest at the door: large enough for a thumb. */
export const DoorRow = memo(function DoorRow({ guest, isShared, onTap }: Props) {
  const { eventGuests: text } = useText();
  const { name, company, phone, plusOnes, rsvp, vehicle, dietary, notes, checkedInAt } = guest;
  const about = [
    company,
    isShared && plusOnes > 0 ? text.party(1 + plusOnes) : null,
    isShared && phone !== null ? text.phoneEnds(phone.slice(-DIGITS)) : null,
    rsvp === 'accepted' ? null : text.answers[rsvp],
    vehicle,
  ].filter((part) => part !== null && part !== '');
  const isIn = checkedInAt !== null;
  return (
    <UnstyledButton
      className="door-row"
      aria-pressed={isIn}
      data-declined={rsvp === 'declined' || undefined}
      onClick={() => onTap(guest)}
    >
      <span className="door-guest">
        <Text span fw={600} size="md">
          {name}
          {plusOnes > 0 ? ` +${plusOnes}` : ''}
        </Text>
        {about.length === 0 ? null : (
          <Text span size="sm" className="door-about">
            {about.join(' · ')}
          </Text>
        )}
        {dietary === null ? null : (
          <Text span size="sm" className="door-about">
            {text.needs}: {dietary}
          </Text>
        )}
        {notes === null ? null : (
          <Text span size="sm" className="door-note">
            {notes}
          </Text>
        )}
      </span>
      <Text span size="sm" fw={600} className="door-state">
        {isIn ? text.here : text.checkIn}
      </Text>
    </UnstyledButton>
  );
});
