import { Injectable } from '@nestjs/common';
import { CheckIns, type EventGuestView } from '../event-guests';
import { checkedInAtOf, type ScanReason } from '../scans';
import { counted, generalReason, refused, type ArrivedScan, type DecidedScan, type Intake } from './arrived-scans';

const ACTIONS: readonly string[] = ['check_in', 'undo'];

/** What scans at a door mean. */
@Injectable()
export class DoorScans {
  constructor(private readonly checkIns: CheckIns) {}

  /** Decides about scans of one guest, one after the other, and writes what follows, inside a unit of work. */
  async take(intake: Intake, eventGuestId: string, scans: readonly ArrivedScan[]): Promise<DecidedScan[]> {
    const place = await this.checkIns.lock(intake.field.eventId, eventGuestId);
    if (place === null) return scans.map((scan) => refused(scan, 'unknown_code'));
    let guest = place.view;
    const history = [...(await this.checkIns.historyOf(guest))];
    const decided: DecidedScan[] = [];
    for (const scan of scans) {
      const reason = place.isErased ? 'erased' : reasonAgainst(scan, intake, guest);
      if (reason !== null) {
        decided.push(refused(scan, reason));
        continue;
      }
      const occurredAt = scan.occurredAt.toISOString();
      history.push({ nonce: scan.nonce, action: scan.action, occurredAt });
      const checkedInAt = checkedInAtOf(history);
      decided.push(counted(scan, checkedInAt !== guest.checkedInAt, checkedInAt));
      guest = await this.checkIns.become(guest, checkedInAt, intake.now, occurredAt);
    }
    return decided;
  }
}

function reasonAgainst(scan: ArrivedScan, intake: Intake, { rsvp }: EventGuestView): ScanReason | null {
  if (!ACTIONS.includes(scan.action)) return 'wrong_action';
  const general = generalReason(scan, intake);
  if (general !== null) return general;
  return scan.action === 'check_in' && rsvp === 'declined' ? 'declined' : null;
}
