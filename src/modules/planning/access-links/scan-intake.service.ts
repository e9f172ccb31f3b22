import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { DAY_MS } from '../../../kernel/durations';
import { isId, newId } from '../../../kernel/ids';
import { valueAt } from '../../../kernel/lists';
import { readPassCode } from '../../../kernel/pass-code';
import { ValidationFailed, type FieldProblem } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { NO_OBJECT, readShape } from '../../../platform/fields/field-definitions';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { EventsService } from '../events';
import { CheckIns } from '../event-guests';
import { ScansRepository, type NewScan, type StoredScan } from '../scans';
import { AccessLinksRepository } from './access-links.repository';
import { refused, type ArrivedScan, type DecidedScan, type Intake } from './arrived-scans';
import { DoorScans } from './door-scans';
import { ScanItem, type ScanResult, type SendScans } from './field.dto';
import { FieldGuestsRepository } from './field-guests.repository';
import { TripScans } from './trip-scans';

const MAX_AGE_MS = 7 * DAY_MS;

/** Somebody else has stored one of the scans meanwhile, of another guest. */
class NonceTaken extends Error {}

/**
 * Takes what phones have scanned. Scans of one guest are one transaction, in which the guest is locked: all of them count or,
 * should something fail, none. Results are read back from what is stored, so that a scan that comes again has the same.
 */
@Injectable()
export class ScanIntake {
  constructor(
    private readonly scans: ScansRepository,
    private readonly links: AccessLinksRepository,
    private readonly guests: FieldGuestsRepository,
    private readonly checkIns: CheckIns,
    private readonly door: DoorScans,
    private readonly trip: TripScans,
    private readonly events: EventsService,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns what became of each scan, in their order
   * @throws ValidationFailed naming the fields of all scans that are wrong; then none is taken
   */
  async take({ scans }: SendScans): Promise<ScanResult[]> {
    const intake = await this.begin();
    const arrived = readScans(scans).map((scan) => ({
      ...scan,
      occurredAt: scan.occurredAt > intake.now ? intake.now : scan.occurredAt,
    }));
    await this.takeNew(intake, await this.withoutKnown(intake, arrived));
    return this.resultsOf(
      intake,
      arrived.map(({ nonce }) => nonce),
    );
  }

  private async begin(): Promise<Intake> {
    const { field, credentialId: linkId } = currentPrincipal();
    if (field === null) throw new Error('Only access links send scans.');
    const [event, firstMadeAt] = await Promise.all([
      this.events.get(field.eventId),
      this.links.firstMadeAt(field.eventId),
    ]);
    const now = this.clock.now();
    const since = new Date(Math.max(now.getTime() - MAX_AGE_MS, Date.parse(firstMadeAt ?? now.toISOString())));
    return { field, linkId, event, since, now };
  }

  /** The scans that are not stored, each once. */
  private async withoutKnown({ field }: Intake, arrived: readonly ArrivedScan[]): Promise<ArrivedScan[]> {
    const stored = await this.scans.withNonces(
      field.eventId,
      arrived.map(({ nonce }) => nonce),
    );
    const seen = new Set(stored.map(({ nonce }) => nonce));
    return arrived.filter(({ nonce }) => !seen.has(nonce) && seen.add(nonce));
  }

  /** Goes on with the others where one guest's scans fail, and fails at the end. */
  private async takeNew(intake: Intake, arrived: readonly ArrivedScan[]): Promise<void> {
    const { ofGuests, ofNobody } = await this.byGuest(intake, arrived);
    const works = [
      ...(ofNobody.length > 0 ? [() => this.store(intake, ofNobody)] : []),
      // In one order, for two requests that bring the same scans inside transactions of their own.
      ...[...ofGuests]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([id, own]) =>
            () =>
              this.ofGuest(intake, id, own),
        ),
    ];
    const failures: unknown[] = [];
    for (const work of works) await work().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  private async byGuest(
    { field }: Intake,
    arrived: readonly ArrivedScan[],
  ): Promise<{ ofGuests: Map<string, ArrivedScan[]>; ofNobody: DecidedScan[] }> {
    const codes = arrived.map(({ code }) => (code === undefined ? null : readPassCode(code)));
    const [byCode, byId] = await Promise.all([
      this.guests.byCodes([...new Set(codes.filter((code) => code !== null))]),
      this.guests.byIds([...new Set(arrived.flatMap(({ eventGuestId }) => eventGuestId ?? []).filter(isId))]),
    ]);
    const known = new Map([
      ...byCode.map((guest) => [guest.code, guest] as const),
      ...byId.map((guest) => [guest.id, guest] as const),
    ]);
    const ofGuests = new Map<string, ArrivedScan[]>();
    const ofNobody: DecidedScan[] = [];
    for (const [index, scan] of arrived.entries()) {
      const guest = known.get(scan.eventGuestId ?? codes[index] ?? '');
      if (guest === undefined) ofNobody.push(refused(scan, 'unknown_code'));
      else if (guest.eventId !== field.eventId) ofNobody.push(refused(scan, 'wrong_event'));
      else ofGuests.set(guest.id, [...(ofGuests.get(guest.id) ?? []), scan]);
    }
    return { ofGuests, ofNobody };
  }

  private store(intake: Intake, decided: readonly DecidedScan[]): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.scans.add(decided.map((each) => rowOf(intake, null, each)));
    });
  }

  private ofGuest(intake: Intake, eventGuestId: string, arrived: readonly ArrivedScan[]): Promise<void> {
    return this.unitOfWork.run(async () => {
      for (;;) {
        try {
          return await this.unitOfWork.current.savepoint(() => this.decide(intake, eventGuestId, arrived));
        } catch (error) {
          // It is stored now, so that it is among the known ones.
          if (!(error instanceof NonceTaken)) throw error;
        }
      }
    });
  }

  private async decide(intake: Intake, eventGuestId: string, arrived: readonly ArrivedScan[]): Promise<void> {
    // Whoever brings the same scans of the guest waits here, and finds them stored.
    await this.checkIns.lock(intake.field.eventId, eventGuestId);
    const fresh = await this.withoutKnown(intake, arrived);
    if (fresh.length === 0) return;
    const { tripId } = intake.field;
    const decided =
      tripId === null
        ? await this.door.take(intake, eventGuestId, fresh)
        : await this.trip.take(intake, tripId, eventGuestId, fresh);
    await this.claim(intake, eventGuestId, decided);
  }

  /** Stores scans as they are decided. @throws NonceTaken when one of them is stored meanwhile */
  private async claim(intake: Intake, eventGuestId: string, decided: readonly DecidedScan[]): Promise<void> {
    const added = await this.scans.add(decided.map((each) => rowOf(intake, eventGuestId, each)));
    if (added.length < decided.length) throw new NonceTaken();
  }

  private async resultsOf({ field }: Intake, nonces: readonly string[]): Promise<ScanResult[]> {
    const stored = await this.scans.withNonces(field.eventId, [...new Set(nonces)]);
    const guests = await this.guests.names([...new Set(stored.flatMap(({ eventGuestId }) => eventGuestId ?? []))]);
    const results = new Map(stored.map((scan) => [scan.nonce, resultOf(scan, guests)]));
    return nonces.map((nonce) => valueAt(results, nonce));
  }
}

function rowOf({ field, linkId, now }: Intake, eventGuestId: string | null, decided: DecidedScan): NewScan {
  const { scan, status, reason, at } = decided;
  return {
    id: newId(),
    eventId: field.eventId,
    accessLinkId: linkId,
    tripId: field.tripId,
    nonce: scan.nonce,
    device: field.device,
    action: scan.action,
    eventGuestId,
    status,
    reason,
    countedAt: at === null ? null : new Date(at),
    occurredAt: scan.occurredAt,
    receivedAt: now,
  };
}

function resultOf(
  { nonce, status, reason, eventGuestId, countedAt, where }: StoredScan,
  guests: Awaited<ReturnType<FieldGuestsRepository['names']>>,
): ScanResult {
  const guest = eventGuestId === null ? undefined : guests.get(eventGuestId);
  const { name = null, people = null } = guest ?? {};
  const vehicle = reason === 'wrong_trip' ? (guest?.vehicle ?? null) : null;
  return {
    nonce,
    status,
    reason,
    eventGuestId,
    name,
    people: name === null ? null : people,
    at: countedAt,
    where,
    vehicle,
  };
}

/** @throws ValidationFailed naming the fields of all scans that are wrong */
function readScans(scans: readonly unknown[]): ScanItem[] {
  const problems: FieldProblem[] = [];
  const read = scans.flatMap((scan, index) => {
    const result = readShape(ScanItem, scan);
    if ('input' in result) return [result.input];
    const at = `scans.${index}`;
    for (const problem of result.problems)
      problems.push({ ...problem, field: problem.field === NO_OBJECT.field ? at : `${at}.${problem.field}` });
    return [];
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return read;
}
