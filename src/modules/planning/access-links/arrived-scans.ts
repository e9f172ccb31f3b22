import type { FieldAccess } from '../../../kernel/principal';
import type { EventView } from '../events';
import type { ScanReason, ScanStatus } from '../scans';
import type { ScanItem } from './field.dto';

/** A scan as it came, before it is decided; never in the future. */
export interface ArrivedScan extends Pick<ScanItem, 'nonce' | 'action' | 'code' | 'eventGuestId' | 'add'> {
  readonly occurredAt: Date;
}

/** What holds for all scans of a request. */
export interface Intake {
  readonly field: FieldAccess;
  readonly linkId: string;
  readonly event: EventView;
  /** Scans from before it are too old. */
  readonly since: Date;
  readonly now: Date;
}

/** A scan, and what became of it. */
export interface DecidedScan {
  readonly scan: ArrivedScan;
  readonly status: ScanStatus;
  readonly reason: ScanReason | null;
  readonly at: string | null;
}

export function refused(scan: ArrivedScan, reason: ScanReason): DecidedScan {
  return { scan, status: 'rejected', reason, at: null };
}

/**
 * A scan that counts.
 *
 * @param changes whether it changed something
 * @param since since when the guest is what it says
 */
export function counted(scan: ArrivedScan, changes: boolean, since: string | null): DecidedScan {
  const undone = changes ? scan.occurredAt.toISOString() : null;
  const at = scan.action === 'undo' ? undone : since;
  return { scan, status: changes ? 'ok' : 'duplicate', reason: null, at };
}

/** Why a scan does not count, wherever it was made and of whom; null where nothing speaks against it. */
export function generalReason({ occurredAt }: ArrivedScan, { event, since }: Intake): ScanReason | null {
  if (event.status === 'cancelled') return 'event_cancelled';
  return occurredAt < since ? 'too_old' : null;
}
