import { UnstyledButton } from '@mantine/core';
import { Fragment, memo } from 'react';
import { Avatar } from '../../shared/avatar';
import { CheckIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { Chip } from '../../shared/status';
import { ANSWER_TONES } from './answer-state';
import { peopleOf, type DoorGuest } from './door-list';

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
  const { name, company, phone, plusOnes, rsvp, vehicle, needs, companions = [], notes, checkedInAt } = guest;
  const about = [
    company,
    plusOnes > 0 ? text.party(peopleOf(guest)) : null,
    companions.length > 0 ? text.with(companions.join(', ')) : null,
    isShared && phone !== null ? text.phoneEnds(phone.slice(-DIGITS)) : null,
    vehicle,
  ].filter((part) => part !== null && part !== '');
  const isIn = checkedInAt !== null;
  return (
    <UnstyledButton className="door-row" aria-pressed={isIn} onClick={() => onTap(guest)}>
      <Avatar name={name} size={36} />
      <span className="door-guest">
        <span className="door-name" dir="auto">
          {name}
        </span>
        {rsvp === 'accepted' ? null : (
          <>
            {' '}
            <Chip tone={ANSWER_TONES[rsvp]}>{text.answers[rsvp]}</Chip>
          </>
        )}
        {about.length === 0 ? null : (
          <span className="door-about">
            {about.map((part, index) => (
              // Each in its own direction: words of one would move into those of another.
              <Fragment key={part}>
                {index === 0 ? null : ' · '}
                <bdi>{part}</bdi>
              </Fragment>
            ))}
          </span>
        )}
        {needs == null ? null : (
          <span className="door-about">
            {text.needs}: <bdi>{needs}</bdi>
          </span>
        )}
        {notes === null ? null : (
          <span className="door-about door-note" dir="auto">
            {notes}
          </span>
        )}
      </span>
      <span className="door-state">
        {isIn ? <CheckIcon width={16} strokeWidth={2.5} /> : null}
        {isIn ? text.here : text.checkIn}
      </span>
    </UnstyledButton>
  );
});
