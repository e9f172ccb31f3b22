import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { onlyRow } from '../../../platform/database/only-row';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';

/** Fewer refused messages are accidents: a mailbox that is gone, a typing error. */
const MIN_REFUSED = 20;
/** More than one in so many of those tried: senders with consent stay far below. */
const ONE_IN = 10;

/** What became of messages of an organization. */
export interface DayOutcomes {
  /** That a server took or refused for good. */
  readonly tried: number;
  /** Of those, refused for good. */
  readonly refused: number;
}

/** That, of one organization. */
export interface OrganizationOutcomes extends DayOutcomes {
  readonly organizationId: string;
}

// In the order of their ids, so that two batches never deadlock.
const ADD = named<{ organizationId: string; isExcessive: boolean }>(`
  INSERT INTO mail_days AS d (organization_id, day, recipients, tried, refused)
  SELECT given.organization_id, $1::date, 0, given.tried, given.refused
  FROM unnest($2::uuid[], $3::integer[], $4::integer[]) AS given (organization_id, tried, refused)
  ORDER BY given.organization_id
  ON CONFLICT (organization_id, day) DO UPDATE SET tried = d.tried + excluded.tried, refused = d.refused + excluded.refused
  RETURNING organization_id AS "organizationId",
    paused_at IS NULL AND refused >= ${MIN_REFUSED} AND refused * ${ONE_IN} > tried AS "isExcessive"`);

const PAUSE = named<DayOutcomes>(`
  UPDATE mail_days SET paused_at = $3 WHERE organization_id = $1 AND day = $2::date RETURNING tried, refused`);

const LIFT = named(`
  UPDATE mail_days SET paused_at = NULL, tried = 0, refused = 0
  WHERE organization_id = $1 AND day = $2::date AND paused_at IS NOT NULL`);

/** All queries of what became of e-mail, and of pauses. */
@Injectable()
export class MailPausesRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Adds outcomes to the day of their organizations, in the open unscoped unit of work. Their rows are locked until it
   * ends.
   *
   * @returns the organizations that have too many refused ones and are not paused yet
   */
  async add(day: string, outcomes: readonly OrganizationOutcomes[]): Promise<string[]> {
    const { rows } = await this.unitOfWork.writeUnscoped(
      ADD,
      day,
      outcomes.map(({ organizationId }) => organizationId),
      outcomes.map(({ tried }) => tried),
      outcomes.map(({ refused }) => refused),
    );
    return rows.filter(({ isExcessive }) => isExcessive).map(({ organizationId }) => organizationId);
  }

  /** Pauses an organization for the day, in the open unit of work. */
  async pause(organizationId: string, day: string, at: Date): Promise<DayOutcomes> {
    return onlyRow(await this.unitOfWork.writeUnscoped(PAUSE, organizationId, day, at));
  }

  /** Ends a pause and counts from the beginning, in the open unit of work; false when there is none. */
  async lift(organizationId: string, day: string): Promise<boolean> {
    return ((await this.unitOfWork.writeUnscoped(LIFT, organizationId, day)).rowCount ?? 0) > 0;
  }
}
