import { Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { onlyRow } from '../../../platform/database/only-row';
import { tableOf } from '../../../platform/database/table';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MailDay } from './mail-day.entity';

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

const { fields: mailDay } = tableOf(MailDay);
// In the order of their ids, so that two batches never deadlock.
const ADD = named<{ organizationId: string; isExcessive: boolean }>(`
  INSERT INTO mail_days AS d (${mailDay.organizationId}, ${mailDay.day}, ${mailDay.recipients}, ${mailDay.tried},
    ${mailDay.refused})
  SELECT given.organization_id, $1::date, 0, given.tried, given.refused
  FROM unnest($2::uuid[], $3::integer[], $4::integer[]) AS given (${mailDay.organizationId}, ${mailDay.tried},
    ${mailDay.refused})
  ORDER BY given.organization_id
  ON CONFLICT (${mailDay.organizationId}, ${mailDay.day}) DO UPDATE
    SET ${mailDay.tried} = d.${mailDay.tried} + excluded.${mailDay.tried},
    ${mailDay.refused} = d.${mailDay.refused} + excluded.${mailDay.refused}
  RETURNING ${mailDay.organizationId} AS "organizationId",
    ${mailDay.pausedAt} IS NULL AND ${mailDay.refused} >= ${MIN_REFUSED}
      AND ${mailDay.refused} * ${ONE_IN} > ${mailDay.tried} AS "isExcessive"`);

const PAUSE = named<DayOutcomes>(`
  UPDATE mail_days SET ${mailDay.pausedAt} = $3 WHERE ${mailDay.organizationId} = $1 AND ${mailDay.day} = $2::date
    RETURNING ${mailDay.tried}, ${mailDay.refused}`);

const LIFT = named(`
  UPDATE mail_days SET ${mailDay.pausedAt} = NULL, ${mailDay.tried} = 0, ${mailDay.refused} = 0
  WHERE ${mailDay.organizationId} = $1 AND ${mailDay.day} = $2::date AND ${mailDay.pausedAt} IS NOT NULL`);

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
