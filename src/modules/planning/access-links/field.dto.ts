import { PickType } from '@nestjs/swagger';
import type { FieldProblem } from '../../../kernel/problems';
import { isId } from '../../../kernel/ids';
import { Combining } from '../../../platform/fields/combinations';
import {
  Custom,
  Flag,
  Id,
  Integer,
  ListOf,
  Nested,
  OneOf,
  Shown,
  Text,
  TimeZone,
  Timestamp,
  wrongType,
} from '../../../platform/fields/fields';
import { Items } from '../../../platform/fields/items';
import { enumeration } from '../../../kernel/enumeration';
import { EVENT_STATUSES, type EventStatus, VenueShape } from '../events';
import { RSVPS, type Rsvp } from '../event-guests';
import { SCAN_ACTIONS, SCAN_REASONS, SCAN_STATUSES, type ScanAction, type ScanReason, type ScanStatus } from '../scans';
import { TripView } from '../trips';
import { ACCESS_LINK_KINDS, type AccessLinkKind } from './access-link.entity';

const NAME = { max: 200, example: 'Ada Lovelace' } as const;
const CODE = { max: 40, example: '7K3QX0M2BV' } as const;

class FieldLink {
  @Text({ max: 120, example: 'West door' }) readonly name: string;
  @OneOf(ACCESS_LINK_KINDS, { example: 'door' }) readonly kind: AccessLinkKind;
  @Timestamp({ example: '2099-05-15T10:00:00.000Z' }) readonly expiresAt: string;
}

class FieldOrganization {
  @Text({ max: 200, example: 'Alpine Tours' }) readonly name: string;
  @Text({ max: 2000, format: 'uri', presence: 'nullable', example: 'https://example.com/logo.svg' })
  readonly logo: string | null;
}

class FieldEvent {
  @Id({ of: 'event' }) readonly id: string;
  @Text({ max: 200, example: 'Salzburg: open-air concert' }) readonly name: string;
  @OneOf(EVENT_STATUSES, { example: 'confirmed' }) readonly status: EventStatus;
  @Timestamp({ presence: 'nullable' }) readonly startsAt: string | null;
  @Timestamp({ presence: 'nullable', example: '2027-05-14T22:00:00.000Z' }) readonly endsAt: string | null;
  @TimeZone() readonly timezone: string;
  @Nested(() => VenueShape, { presence: 'nullable' }) readonly venue: VenueShape | null;
}

/** A trip without its driver, whose phone number is nobody's at the door. */
export class FieldTrip extends PickType(TripView, [
  'id',
  'direction',
  'status',
  'departsAt',
  'arrivesAt',
  'departedAt',
  'arrivedAt',
  'vehicle',
  'stops',
  'capacity',
  'passengers',
]) {}

/** What a phone at the door shows above the guests. */
export class FieldView {
  @Nested(() => FieldLink) readonly link: FieldLink;
  @Nested(() => FieldOrganization) readonly organization: FieldOrganization;
  @Nested(() => FieldEvent) readonly event: FieldEvent;
  @Nested(() => FieldTrip, { presence: 'nullable', description: 'Of a link to a trip.' })
  readonly trip: FieldTrip | null;
  @Timestamp({ description: 'For phones whose clock is wrong.' }) readonly serverTime: string;
}

class FieldVehicle {
  @Text({ max: 200, example: 'Coach 1' }) readonly name: string;
  @Text({ max: 50, presence: 'nullable', example: 'W-1234' }) readonly plateNumber: string | null;
}

class FieldStop {
  @Text({ max: 200, example: 'Central station' }) readonly name: string;
  @Timestamp({ presence: 'nullable' }) readonly departsAt: string | null;
}

class FieldParty {
  @Id({ of: 'party' }) readonly id: string;
  @Text({ max: 200, example: 'The Lovelaces' }) readonly name: string;
}

export const FIELD_ALERTS = enumeration('FieldAlert', ['declined', 'cancelled', 'waiting', 'other_vehicle']);
export type FieldAlert = (typeof FIELD_ALERTS)[number];
const TRIP_STATUSES = enumeration('FieldTripStatus', ['expected', 'boarded', 'no_show', 'alighted']);

/** A guest as phones in the field see them: nothing by which they could be reached. */
export class FieldGuest {
  @Id({ of: 'eventGuest' }) readonly eventGuestId: string;
  @Text({ ...CODE, max: 10 }) readonly code: string;
  @Text(NAME) readonly name: string;
  @Integer({ min: 1, max: 101, description: 'The guest and those they bring.', example: 2 }) readonly people: number;
  @Shown({ type: 'array', items: { type: 'string' }, description: 'Names of those they bring.', example: [] })
  readonly companions: string[];
  @Nested(() => FieldParty, { presence: 'nullable' }) readonly party: FieldParty | null;
  @OneOf(RSVPS, { example: 'accepted' }) readonly rsvp: Rsvp;
  @Nested(() => FieldVehicle, { presence: 'nullable' }) readonly vehicle: FieldVehicle | null;
  @OneOf(TRIP_STATUSES, {
    presence: 'nullable',
    description: 'On a link to a trip; null for guests of the event who are not on it.',
    example: null,
  })
  readonly tripStatus: (typeof TRIP_STATUSES)[number] | null;
  @Nested(() => FieldStop, { presence: 'nullable' }) readonly stop: FieldStop | null;
  @Timestamp({ presence: 'nullable' }) readonly checkedInAt: string | null;
  @Text({
    max: 120,
    presence: 'nullable',
    description:
      'The name of the access link by which the guest came in; null where that was done in the dashboard or by the API, and on ' +
      'a link to a trip.',
    example: null,
  })
  readonly checkedInWhere: string | null;
  @OneOf(FIELD_ALERTS, { presence: 'nullable', description: 'Why they may not just pass.', example: null })
  readonly alert: FieldAlert | null;
}

export class FieldGuests {
  @ListOf(() => FieldGuest, { description: 'All of them, by name.' }) readonly data: FieldGuest[];
}

/** Who was scanned, in one of two ways. */
@Combining(whoProblems)
export class ScanItem {
  @Custom(
    {
      description: "The phone's own id of the scan, a UUID: the same one again is the same scan.",
      example: '3f2c8a54-5d1e-4c55-9a3e-0d9c1d6b7e21',
    },
    { type: 'string', format: 'uuid' },
    (value) => {
      if (typeof value !== 'string') return wrongType('a string');
      return isId(value) ? null : { code: 'invalid_format', message: 'must be a UUID.' };
    },
    (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  )
  nonce: string;
  @Text({ ...CODE, max: 200, presence: 'optional', description: 'What was read or typed.' }) code?: string;
  @Id({ of: 'eventGuest', presence: 'optional', description: 'The guest instead of a code.' }) eventGuestId?: string;
  @OneOf(SCAN_ACTIONS, { example: 'check_in', description: 'At a door `check_in` and `undo`; on a trip all others.' })
  action: ScanAction;
  @Timestamp({ description: 'When it happened. In the future it is now.', example: '2027-05-14T18:00:00.000Z' })
  occurredAt: Date;
  @Flag({
    presence: 'optional',
    description: 'On a trip: takes a guest of the event along who is not on it.',
    example: false,
  })
  add?: boolean;
}

function whoProblems({ code, eventGuestId }: ScanItem): FieldProblem[] {
  if ((code === undefined) !== (eventGuestId === undefined)) return [];
  return ['code', 'eventGuestId'].map((field) =>
    code === undefined
      ? { field, code: 'required', message: `${field} is required, or the other of code and eventGuestId.` }
      : { field, code: 'not_combinable', message: `${field} is one of two ways to name a guest.` },
  );
}

export class SendScans {
  @Items(() => ScanItem, {
    nonce: '3f2c8a54-5d1e-4c55-9a3e-0d9c1d6b7e21',
    code: '7K3QX0M2BV',
    action: 'check_in',
    occurredAt: '2027-05-14T18:00:00.000Z',
  })
  scans: unknown[];
}

/** What became of a scan. */
export class ScanResult {
  @Id({ of: 'nonce' }) readonly nonce: string;
  @OneOf(SCAN_STATUSES, { description: '`duplicate`: it changed nothing.', example: 'ok' }) readonly status: ScanStatus;
  @OneOf(SCAN_REASONS, { presence: 'nullable', description: 'Why it was refused.', example: null })
  readonly reason: ScanReason | null;
  @Id({ presence: 'nullable' }) readonly eventGuestId: string | null;
  @Text({ ...NAME, presence: 'nullable' }) readonly name: string | null;
  @Integer({ min: 1, max: 101, presence: 'nullable', description: 'The guest and those they bring.', example: 2 })
  readonly people: number | null;
  @Timestamp({
    presence: 'nullable',
    description:
      'Since when the guest is in; of an undo, when it was. Null for what was refused and for an undo of nothing.',
  })
  readonly at: string | null;
  @Text({
    max: 120,
    presence: 'nullable',
    description:
      'Of a `duplicate`: the name of the access link by which the guest came in, or on board, at that time; null where it was ' +
      'done in the dashboard or by the API.',
    example: null,
  })
  readonly where: string | null;
  @Text({ max: 200, presence: 'nullable', description: 'For `wrong_trip`: the right vehicle.', example: null })
  readonly vehicle: string | null;
}

export class ScanResults {
  @ListOf(() => ScanResult, { description: 'In the order of the request.' }) readonly results: ScanResult[];
}
