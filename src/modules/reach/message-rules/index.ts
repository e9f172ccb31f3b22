export { MessageRulesModule } from './message-rules.module';
export { RuleTriggers } from './rule-triggers';
