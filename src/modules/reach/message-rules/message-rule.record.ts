import { lifecycleOf, RecordKind } from '../../../platform/records/record-kind';
import { MessageRule } from './message-rule.entity';
import { MessageRuleView, type MessageRuleRecord } from './message-rules.dto';

export const MESSAGE_RULE_RECORD = new RecordKind<MessageRuleRecord>({
  type: 'message_rule',
  view: MessageRuleView,
  resource: 'notifications',
  permission: 'notifications.send',
  named: { entity: MessageRule, property: 'name' },
  userNames: { createdByName: 'createdBy' },
  parents: ({ eventId, tourId }) => ({ eventId, tourId }),
  changes: lifecycleOf('A message rule'),
});
