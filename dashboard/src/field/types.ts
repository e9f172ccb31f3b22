/** What the phone reads and sends: the parts of the API's shapes that it shows. Without the client, which is larger than the page. */

export type ScanAction = 'check_in' | 'undo' | 'board' | 'alight' | 'no_show';

export interface FieldView {
  readonly link: { readonly name: string; readonly kind: 'door' | 'trip'; readonly expiresAt: string };
  readonly organization: { readonly name: string };
  readonly event: {
    readonly id: string;
    readonly name: string;
    readonly startsAt: string | null;
    readonly timezone: string;
  };
  readonly trip: {
    readonly id: string;
    readonly direction: 'outbound' | 'return' | 'shuttle';
    readonly departsAt: string;
    readonly vehicle: { readonly name: string; readonly plateNumber: string | null };
    /** In the order in which they are reached. */
    readonly stops: readonly { readonly name: string; readonly departsAt: string | null }[];
  } | null;
  readonly serverTime: string;
}

export interface FieldGuest {
  readonly eventGuestId: string;
  readonly code: string;
  readonly name: string;
  readonly people: number;
  readonly companions: readonly string[];
  readonly party: { readonly id: string; readonly name: string } | null;
  readonly rsvp: string;
  readonly vehicle: { readonly name: string; readonly plateNumber: string | null } | null;
  readonly tripStatus: 'expected' | 'boarded' | 'no_show' | 'alighted' | null;
  readonly stop: { readonly name: string; readonly departsAt: string | null } | null;
  readonly checkedInAt: string | null;
  /** The name of the link by which they came in, where it was one. */
  readonly checkedInWhere: string | null;
  readonly alert: 'declined' | 'cancelled' | 'waiting' | 'other_vehicle' | null;
}

export interface ScanResult {
  readonly nonce: string;
  readonly status: 'ok' | 'duplicate' | 'rejected';
  readonly reason: string | null;
  readonly eventGuestId: string | null;
  readonly at: string | null;
  /** Of who was there already: the name of the link by which they came. */
  readonly where: string | null;
  readonly vehicle: string | null;
}
