import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import type { Principal } from '../../../kernel/principal';
import { named } from '../../../platform/database/named';
import { columnsOf, tableOf } from '../../../platform/database/table';
import type { Transaction } from '../../../platform/transaction/transaction';
import { Signals } from '../../../platform/signals/signals';
import { eventText } from '../../../platform/stream/server-sent-events';
import type { StreamMessage, StreamSource } from '../../../platform/stream/stream-source';
import { UnscopedStatement } from '../../../platform/tenancy/statement';
import { TenantDatabase } from '../../../platform/tenancy/tenant-database';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { MembersService } from '../../people/members';
import { AnnouncementMessage, type ShownTo } from './announcement-message.entity';
import { AnnouncementPosition } from './announcement-position.entity';
import type { AnnouncementAudience } from './announcement.entity';
import type { AnnouncementView } from './announcements.dto';
import { ANNOUNCEMENTS_REASON } from './announcements.repository';

const ANNOUNCEMENT_MESSAGE = columnsOf(AnnouncementMessage);

type Message = Pick<AnnouncementMessage, 'announcementId' | 'audienceBefore' | 'audience' | 'data'>;

interface MessageRow extends Message {
  position: string;
  /** Whether a later message on the announcement exists. */
  superseded: boolean;
}

const { fields: message } = tableOf(AnnouncementMessage);
const { fields: counter } = tableOf(AnnouncementPosition);
// Locks the counter until the commit, which is sent right after it, so that positions are in the order of commits.
const WRITE = named(`
    WITH place AS (UPDATE announcement_positions SET ${counter.newest} = ${counter.newest} + cardinality($1::uuid[])
      RETURNING ${counter.newest})
    INSERT INTO announcement_messages (${message.position}, ${message.announcementId}, ${message.audienceBefore},
      ${message.audience}, ${message.data}, ${message.createdAt})
    SELECT place.newest - cardinality($1::uuid[]) + message.number, message.announcement_id, message.audience_before,
      message.audience, message.data, $5
    FROM place, unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
      WITH ORDINALITY AS message (announcement_id, audience_before, audience, data, number)`);

const BOUNDS = new UnscopedStatement(
  ANNOUNCEMENTS_REASON,
  `SELECT ${counter.newest}, ${counter.forgotten}
    FROM announcement_positions`,
);
const AFTER = new UnscopedStatement(
  ANNOUNCEMENTS_REASON,
  `SELECT m.${message.position}, m.${message.announcementId} AS "announcementId",
   m.${message.audienceBefore} AS "audienceBefore", m.${message.audience}, m.${message.data},
     EXISTS (
       SELECT FROM announcement_messages later
       WHERE later.${message.announcementId} = m.${message.announcementId}
         AND later.${message.position} > m.${message.position}
     ) AS superseded
   FROM announcement_messages m WHERE m.${message.position} > $1 ORDER BY m.${message.position} LIMIT $2`,
);
const FORGET = named(`
    WITH gone AS (
      DELETE FROM announcement_messages WHERE ${ANNOUNCEMENT_MESSAGE.position} <= (
        SELECT max(${ANNOUNCEMENT_MESSAGE.position}) FROM announcement_messages WHERE ${message.createdAt} <= $1
      ) RETURNING ${ANNOUNCEMENT_MESSAGE.position}
    )
    UPDATE announcement_positions SET ${counter.forgotten} = old.position
    FROM (SELECT max(position) AS position FROM gone) AS old WHERE old.position IS NOT NULL`);

/** The messages of streams on announcements: written with the change itself, numbered in the order of the commits. */
@Injectable()
export class AnnouncementMessages implements StreamSource {
  readonly topic = 'announcements';

  constructor(
    private readonly database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly members: MembersService,
    private readonly signals: Signals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Super Admins see all, and so does whoever has the role named Admin in any organization. A narrowed key does not:
   * it was made to do less than an Admin may.
   */
  async audiencesOf(principals: readonly Principal[]): Promise<AnnouncementAudience[]> {
    const others = principals.filter(({ superAdmin, narrowed }) => !superAdmin && !narrowed);
    const admins = await this.members.adminsAmong([...new Set(others.map(({ userId }) => userId))]);
    return principals.map(({ superAdmin, narrowed, userId }) =>
      !narrowed && (superAdmin || admins.has(userId)) ? 'admins' : 'everyone',
    );
  }

  /** Adds the version that readers see once the open unit of work is committed. */
  shown(before: ShownTo, { readAt: _readAt, ...record }: AnnouncementView): void {
    this.add({
      announcementId: record.id,
      audienceBefore: before,
      audience: record.audience,
      data: JSON.stringify(record),
    });
  }

  /** Adds a message that an announcement is gone. */
  removed(id: string, before: ShownTo): void {
    this.add({ announcementId: id, audienceBefore: before, audience: 'nobody', data: '' });
  }

  async bounds(): Promise<{ newest: number; forgotten: number }> {
    const row = await this.database.unscopedOnly<{ newest: string; forgotten: string }>(BOUNDS);
    return { newest: Number(row.newest), forgotten: Number(row.forgotten) };
  }

  async after(position: number, limit: number): Promise<StreamMessage[]> {
    const rows = await this.database.unscopedRows<MessageRow>(AFTER, position, limit);
    return rows.map((row) => this.toMessage(row));
  }

  /** Deletes the messages of that moment and before, in an unscoped unit of work. */
  async forget(writtenBy: Date): Promise<void> {
    await this.unitOfWork.writeUnscoped(FORGET, writtenBy);
  }

  private add(message: Message): void {
    this.unitOfWork.current.defer(this.write, message);
    this.signals.send(this.topic);
  }

  private readonly write = async (messages: readonly Message[], { client }: Transaction): Promise<void> => {
    const values = [
      messages.map(({ announcementId }) => announcementId),
      messages.map(({ audienceBefore }) => audienceBefore),
      messages.map(({ audience }) => audience),
      messages.map(({ data }) => data),
      this.clock.now(),
    ];
    await client.query({ ...WRITE, values });
  };

  /**
   * For an announcement that has expired, readers who may have an earlier version get a message that it is gone. Of a
   * superseded version nothing is sent: it may have been withdrawn, and a later message has the present one.
   */
  private toMessage({ announcementId, audienceBefore, audience, data, superseded, ...row }: MessageRow): StreamMessage {
    const position = Number(row.position);
    const expiresAt = data === '' ? null : (JSON.parse(data) as AnnouncementView).expiresAt;
    const endsAtMs = expiresAt ? Date.parse(expiresAt) : Infinity;
    return {
      position,
      textFor: (reader, isMissed) => {
        if (isSeen(audience, reader)) {
          if (isMissed && superseded) return null;
          if (this.clock.now().getTime() < endsAtMs) return eventText(position, data);
        }
        if (isSeen(audienceBefore, reader))
          return eventText(position, JSON.stringify({ id: announcementId }), 'removed');
        return null;
      },
    };
  }
}

function isSeen(audience: ShownTo, reader: string): boolean {
  return audience === 'everyone' || (audience === 'admins' && reader === 'admins');
}
