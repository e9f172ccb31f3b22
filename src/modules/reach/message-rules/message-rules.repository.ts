import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../kernel/page';
import { columnsOf, selectAllBut, type RowOf } from '../../../platform/database/table';
import { ScopedRepository } from '../../../platform/tenancy/scoped.repository';
import { findById, ScopedStatement } from '../../../platform/tenancy/statement';
import { UserNames } from '../../people/users';
import { MessageRule } from './message-rule.entity';
import type { MessageRuleRecord, MessageRuleView } from './message-rules.dto';

const MESSAGE_RULE = columnsOf(MessageRule, 'm');

const RULE = selectAllBut(MessageRule, 'm', 'organizationId', 'openSince', 'lookAt', 'looks');
const FIND = findById(RULE);
const LIST = { ...RULE, sorts: { createdAt: MESSAGE_RULE.createdAt } };
const COUNT = new ScopedStatement<{ count: number }>(
  `SELECT count(*)::int AS count FROM message_rules m
   WHERE ${MESSAGE_RULE.organizationId} = $1 AND (${MESSAGE_RULE.eventId} = $2 OR ${MESSAGE_RULE.tourId} = $3)`,
);

/** What a rule is of. */
export type RuleParent =
  { readonly eventId: string; readonly tourId: null } | { readonly eventId: null; readonly tourId: string };

/** All queries of rules that people make; what is due is asked for in due-rules.repository.ts. */
@Injectable()
export class MessageRulesRepository extends ScopedRepository<MessageRule> {
  constructor(private readonly userNames: UserNames) {
    super(MessageRule);
  }

  async find(id: string): Promise<MessageRuleView | null> {
    const row = await this.byId(FIND, id);
    return row && this.userNames.withCreatorName(toRecord(row));
  }

  /** One page, oldest first. */
  async list({ eventId, tourId }: RuleParent, page: PageRequest): Promise<{ views: MessageRuleView[]; total: number }> {
    const filter =
      eventId !== null
        ? { sql: `${MESSAGE_RULE.eventId} = ?`, values: [eventId] }
        : { sql: `${MESSAGE_RULE.tourId} = ?`, values: [tourId] };
    const { rows, total } = await this.database.list(LIST, [filter], { by: 'createdAt', direction: 'asc' }, page);
    return { views: await this.userNames.withCreatorNames(rows.map(toRecord)), total };
  }

  async count({ eventId, tourId }: RuleParent): Promise<number> {
    return (await this.database.only(COUNT, eventId, tourId)).count;
  }
}

function toRecord({ windowFrom, windowTo, ...row }: RowOf<typeof RULE>): MessageRuleRecord {
  return { ...row, window: windowFrom === null ? null : { from: windowFrom, to: windowTo! } };
}
