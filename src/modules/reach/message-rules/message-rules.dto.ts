import type { FieldProblem } from '../../../kernel/problems';
import {
  CreatedByName,
  Custom,
  Flag,
  Id,
  Integer,
  ListOf,
  Nested,
  OneOf,
  PatchOf,
  SomeOf,
  Text,
  TextList,
  Timestamp,
} from '../../../platform/fields/fields';
import { PageQuery } from '../../../platform/fields/page.query';
import { type Rsvp, RSVPS } from '../../planning/event-guests';
import {
  BODY,
  type Channel,
  CHANNELS,
  LANGUAGE,
  SUBJECT,
  TEMPLATE,
  Variables,
  variableProblems,
} from '../notifications';
import { LATE, type Late, type Trigger, TRIGGERS } from './message-rule.entity';
import { TIMED_TRIGGERS } from './moments';
import type { Window } from './windows';

const MAX_OFFSET_MINUTES = 525_600;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const NAME = { min: 1, max: 200, example: 'Reminder' };
const OFFSET = {
  min: 0,
  max: MAX_OFFSET_MINUTES,
  presence: 'nullable',
  description:
    'Minutes before the start (`before_start`), after the end (`after_end`), or after the guest was put on the event ' +
    '(`no_answer`); required for these three, and not for others.',
  example: 2_880,
} as const;

/** A time of day, as clocks in the event's zone show it. */
function TimeOfDay(description: string, example: string): PropertyDecorator {
  return Custom({ description, example }, { type: 'string', pattern: TIME.source }, (value) =>
    typeof value === 'string' && TIME.test(value)
      ? null
      : { code: 'invalid_format', message: 'must be a time of day, from 00:00 to 23:59.' },
  );
}

export class MessageWindow implements Window {
  @TimeOfDay('The first minute at which messages go out.', '08:00') from: string;
  @TimeOfDay('The minute from which on none do. It may be before `from`: then the window crosses midnight.', '21:00')
  to: string;
}

const WINDOW = {
  presence: 'nullable',
  description:
    "The hours at which messages go out, in the event's zone. What comes at others waits until it opens, but never past " +
    'the start. Null for all hours.',
} as const;

const TRIGGER = {
  description:
    '`before_start`, `after_end`: by the times of the event. `no_answer`: to those who have not answered. `moved`: start ' +
    'or end has changed. `cancelled`: the event was cancelled; these two carry the calendar entry. `seat_changed`: the ' +
    'guest has another vehicle, or none. `promoted`: the guest came off the waiting list.',
  example: 'before_start',
} as const;
const RSVP = {
  max: 20,
  words: RSVPS,
  presence: 'optional',
  description: 'Whom it is for; all but those who declined when empty.',
  example: ['accepted'],
} as const;

export class CreateMessageRule {
  @Text(NAME) name: string;
  @OneOf(TRIGGERS, TRIGGER) trigger: Trigger;
  @Integer(OFFSET) offsetMinutes?: number | null;
  @OneOf(CHANNELS, { description: 'By which it is sent.', example: 'email' }) channel: Channel;
  @Text({ ...SUBJECT, presence: 'nullable', description: 'Required for e-mail.' }) subject?: string | null;
  @Text({ ...BODY, presence: 'nullable', description: 'Required for e-mail. Plain text.' }) body?: string | null;
  @Text({ ...TEMPLATE, presence: 'nullable', description: 'Required for WhatsApp.', example: null })
  template?: string | null;
  @Text({ ...LANGUAGE, presence: 'nullable', example: null }) language?: string | null;
  @Variables({ presence: 'nullable', example: null }) variables?: Record<string, string> | null;
  @TextList(RSVP) rsvp?: Rsvp[];
  @Nested(() => MessageWindow, WINDOW) window?: MessageWindow | null;
  @Flag({ presence: 'optional', default: true }) active?: boolean;
  @OneOf(LATE, {
    presence: 'optional',
    default: 'skip',
    description:
      'What happens where the moment is past when the rule is made, or when a guest is added after it: `skip` sends ' +
      'nothing, `send` sends at once.',
  })
  late?: Late;
}

export class UpdateMessageRule extends PatchOf(CreateMessageRule, ['late']) {}

/** A rule as the API shows it. */
export class MessageRuleView {
  @Id() readonly id: string;
  @Id({ presence: 'nullable', description: 'Its event, if it is of one.' }) readonly eventId: string | null;
  @Id({ presence: 'nullable', description: 'Its tour, if it is of each event of one.', example: null })
  readonly tourId: string | null;
  @Text(NAME) readonly name: string;
  @OneOf(TRIGGERS, TRIGGER) readonly trigger: Trigger;
  @Integer(OFFSET) readonly offsetMinutes: number | null;
  @OneOf(CHANNELS, { example: 'email' }) readonly channel: Channel;
  @Text({ ...SUBJECT, presence: 'nullable' }) readonly subject: string | null;
  @Text({ ...BODY, presence: 'nullable' }) readonly body: string | null;
  @Text({ ...TEMPLATE, presence: 'nullable', example: null }) readonly template: string | null;
  @Text({ ...LANGUAGE, presence: 'nullable', example: null }) readonly language: string | null;
  @Variables({ presence: 'nullable', example: null }) readonly variables: Record<string, string> | null;
  @TextList({ ...RSVP, presence: 'required' }) readonly rsvp: Rsvp[];
  @Nested(() => MessageWindow, WINDOW) readonly window: MessageWindow | null;
  @Flag() readonly active: boolean;
  @OneOf(LATE, { example: 'skip' }) readonly late: Late;
  @Id({ of: 'user', description: 'The user who made it.' }) readonly createdBy: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
  @CreatedByName() readonly createdByName: string | null;
}

/** What the database has of one. */
export type MessageRuleRecord = Omit<MessageRuleView, 'createdByName'>;

/** A message that is to come. */
export class UpcomingMessage {
  @Id() readonly eventId: string;
  @Text({ max: 200, example: 'Salzburg: open-air concert' }) readonly eventName: string;
  @Timestamp({ description: 'When it goes out.' }) readonly at: string;
  @Integer({ min: 0, max: 2_147_483_647, description: 'Guests with an address, as things stand.', example: 120 })
  readonly recipients: number;
}

const INCLUDES = ['next'] as const;

export class MessageRulesQuery extends PageQuery {
  @SomeOf(INCLUDES, { description: 'Shows more of each record: what it sends next.' })
  include?: (typeof INCLUDES)[number][];
}

/** A rule in a list. */
export class ListedMessageRule extends MessageRuleView {
  @Nested(() => UpcomingMessage, {
    presence: 'optional',
    description: 'With `include=next`: the message that it sends next; null when none is to come.',
  })
  readonly next?: UpcomingMessage | null;
}

export class UpcomingMessages {
  @ListOf(() => UpcomingMessage, { description: 'The next 100 at most, the earliest first.' })
  readonly data: UpcomingMessage[];
}

const SAME_TIMES: FieldProblem = {
  field: 'window.to',
  code: 'not_combinable',
  message: 'window.to must be another time than window.from.',
};

/** The fields of a rule that depend on each other. */
type Texts = Pick<
  MessageRuleRecord,
  'window' | 'trigger' | 'offsetMinutes' | 'channel' | 'subject' | 'body' | 'template' | 'language' | 'variables'
>;

const OWN_TEXTS = {
  email: { required: ['subject', 'body'], foreign: ['template', 'language', 'variables'] },
  whatsapp: { required: ['template'], foreign: ['subject', 'body'] },
} as const;
const AVAILABLE = { guest: true, event: true };

/** What is wrong between the fields of a whole rule. */
export function ruleProblems(rule: Texts): FieldProblem[] {
  const { required, foreign } = OWN_TEXTS[rule.channel];
  const isTimed = (TIMED_TRIGGERS as readonly string[]).includes(rule.trigger);
  const offset: FieldProblem[] =
    isTimed === (rule.offsetMinutes !== null)
      ? []
      : [
          isTimed
            ? { field: 'offsetMinutes', code: 'required', message: `offsetMinutes is required for ${rule.trigger}.` }
            : { field: 'offsetMinutes', code: 'not_allowed', message: `offsetMinutes is not for ${rule.trigger}.` },
        ];
  const { window } = rule;
  return [
    ...offset,
    ...(window !== null && window.from === window.to ? [SAME_TIMES] : []),
    ...required
      .filter((field) => rule[field] === null)
      .map((field): FieldProblem => ({
        field,
        code: 'required',
        message: `${field} is required for ${rule.channel}.`,
      })),
    ...foreign
      .filter((field) => rule[field] !== null)
      .map((field): FieldProblem => ({ field, code: 'not_allowed', message: `${field} is not for ${rule.channel}.` })),
    ...variableProblems('subject', rule.subject ?? '', AVAILABLE),
    ...variableProblems('body', rule.body ?? '', AVAILABLE),
    ...Object.entries(rule.variables ?? {}).flatMap(([name, text]) =>
      variableProblems(`variables.${name}`, text, AVAILABLE),
    ),
  ];
}
