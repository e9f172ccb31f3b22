import { Injectable } from '@nestjs/common';
import { SingleSlot } from '../../../kernel/single-slot';
import type { TripDirection } from '../../../kernel/trip-directions';
import type { EventGuestView } from './event-guests.dto';

/** What a guest needs places on trips for. */
export type Rider = Pick<EventGuestView, 'id' | 'rsvp' | 'plusOnes' | 'vehicleAssignmentId'>;

/** The places on the trips of an event, while changes to its guests are decided. The trips are locked. */
export interface RideRoom {
  /**
   * Makes sure that all trips have room for a guest as they would be. Who needs no more than now always fits.
   *
   * @throws Conflict `over_capacity`
   */
  requireRoom(after: Rider): void;

  /** Counts a guest as they are now. Nothing is written before all changes are counted. */
  changed(after: Rider): void;
}

/** Who rides on which trip follows from the guests' seats. The module of trips implements it. */
export interface Rides {
  /**
   * The places on trips of an event that is locked, for changes to guests who are locked.
   *
   * @param eventGuestIds those who may be changed, as far as they are on the event already
   * @param assignmentIds the vehicles that they may get; all of the event by default
   */
  roomOn(eventId: string, eventGuestIds: readonly string[], assignmentIds?: readonly string[]): Promise<RideRoom>;

  /**
   * Takes guests whose answers or seats were written, or who were removed, off the trips that they are not on any more. Who has
   * boarded stays there unless they are not coming.
   */
  follow(eventGuestIds: readonly string[]): Promise<void>;

  /** Takes guests who were erased off all trips that have not departed, although their places stay. */
  leave(eventGuestIds: readonly string[]): Promise<void>;

  /** The trips of a guest that are not cancelled, by their departure, for the guest. */
  ofGuest(eventGuestId: string): Promise<GuestRide[]>;
}

/** A trip as its passenger sees it. */
export interface GuestRide {
  readonly tripId: string;
  readonly direction: TripDirection;
  readonly departsAt: string;
  readonly vehicle: { readonly name: string; readonly plateNumber: string | null };
  readonly stop: { readonly name: string; readonly address: string | null; readonly departsAt: string | null } | null;
}

/** Where the module of trips registers, when it starts. It depends on this one, not the other way round. */
@Injectable()
export class RidesRegistry extends SingleSlot<Rides> {
  constructor() {
    super('Rides');
  }
}
