import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { newId } from '../../../kernel/ids';
import { toPage, type Page, type PageRequest } from '../../../kernel/page';
import { Conflict, found, requireValid } from '../../../kernel/problems';
import { currentPrincipal } from '../../../platform/context/request-context';
import { withNulls } from '../../../platform/fields/fields';
import { requireMatch } from '../../../platform/http/etag';
import { Recorder } from '../../../platform/recorders/recorder';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { RuleNotifications } from '../notifications';
import type { MessageRule } from './message-rule.entity';
import { MESSAGE_RULE_RECORD } from './message-rule.record';
import {
  ruleProblems,
  CreateMessageRule,
  type MessageRuleRecord,
  type MessageRuleView,
  type UpdateMessageRule,
} from './message-rules.dto';
import { MessageRulesRepository, type RuleParent } from './message-rules.repository';
import { RuleParents } from './rule-parents';

/** More rules than this are no rules any more; each is looked at again and again. */
const MAX_RULES = 100;
/** Before every moment. */
const NEVER_OVER = new Date(0);
/** Where a change makes other moments, those that are past are skipped. */
const OF_MOMENTS = ['trigger', 'offsetMinutes', 'window'] as const;

/** The message rules of the organization in scope. */
@Injectable()
export class MessageRulesService {
  constructor(
    private readonly rules: MessageRulesRepository,
    private readonly parents: RuleParents,
    private readonly messages: RuleNotifications,
    private readonly recorder: Recorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound for an unknown event or tour */
  async list(parent: RuleParent, page: PageRequest): Promise<Page<MessageRuleView>> {
    await this.parents.require(parent);
    const { views, total } = await this.rules.list(parent, page);
    return toPage(views, total, page);
  }

  /**
   * @throws NotFound for an unknown event or tour
   * @throws ValidationFailed, Conflict `channel_not_configured`, `limit_reached`
   */
  create(parent: RuleParent, input: CreateMessageRule): Promise<MessageRuleView> {
    return this.unitOfWork.run(async () => {
      await this.parents.requireForRule(parent);
      return this.add(parent, input);
    });
  }

  /** @throws NotFound when the organization in scope has no such rule */
  async get(id: string): Promise<MessageRuleView> {
    return found(await this.rules.find(id));
  }

  /** @throws NotFound, PreconditionFailed (If-Match), ValidationFailed, Conflict `channel_not_configured` */
  update(id: string, changes: UpdateMessageRule): Promise<MessageRuleView> {
    return this.unitOfWork.run(async () => {
      const before = await this.lock(id);
      const changed = { ...before, ...changes };
      requireValid(ruleProblems(changed));
      this.messages.requireConfigured(changed.channel);
      if (MESSAGE_RULE_RECORD.isSame(before, changed)) return before;
      const now = this.clock.now();
      await this.rules.update(id, { ...columnsOf(changes), ...this.restart(before, changed, now), updatedAt: now });
      const after = await this.get(id);
      this.recorder.updated(MESSAGE_RULE_RECORD, before, after);
      return after;
    });
  }

  /** @throws NotFound, PreconditionFailed (If-Match) */
  delete(id: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const rule = await this.lock(id);
      await this.rules.delete(id);
      this.recorder.deleted(MESSAGE_RULE_RECORD, rule);
    });
  }

  private async add(parent: RuleParent, input: CreateMessageRule): Promise<MessageRuleView> {
    const now = this.clock.now();
    const { late = 'skip', rsvp = [], active = true } = input;
    const { window, ...given } = withNulls(CreateMessageRule, input);
    const rule = { ...given, rsvp, active, late };
    requireValid(ruleProblems({ ...rule, window }));
    this.messages.requireConfigured(rule.channel);
    if ((await this.rules.count(parent)) >= MAX_RULES)
      throw new Conflict('limit_reached', `An event or a tour has at most ${MAX_RULES} message rules.`);
    const id = newId();
    await this.rules.insert({
      ...rule,
      ...parent,
      id,
      windowFrom: window?.from ?? null,
      windowTo: window?.to ?? null,
      openSince: late === 'send' ? NEVER_OVER : now,
      lookAt: now,
      looks: 0,
      createdBy: currentPrincipal().userId,
      createdAt: now,
      updatedAt: now,
    });
    const view = await this.get(id);
    this.recorder.created(MESSAGE_RULE_RECORD, view);
    return view;
  }

  private async lock(id: string): Promise<MessageRuleView> {
    const isThere = await this.rules.lock(id);
    const rule = found(isThere ? await this.get(id) : null);
    requireMatch(MESSAGE_RULE_RECORD, rule);
    return rule;
  }

  /** What a change of a rule makes of the moments that it has served: a moment that it makes past is skipped. */
  private restart(before: MessageRuleRecord, after: MessageRuleRecord, now: Date): Partial<MessageRule> {
    const differs = OF_MOMENTS.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
    const begins = after.active && !before.active;
    return { lookAt: now, ...((differs || begins) && { openSince: now }) };
  }
}

function columnsOf({ window, ...fields }: UpdateMessageRule): Partial<MessageRule> {
  return {
    ...fields,
    ...(window !== undefined && { windowFrom: window?.from ?? null, windowTo: window?.to ?? null }),
  };
}
