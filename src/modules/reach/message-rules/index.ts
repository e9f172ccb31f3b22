export { MAX_RULES } from './due-rules.repository';
export { MessageRulesModule } from './message-rules.module';
export { RuleTriggers } from './rule-triggers';
export { UpcomingService } from './upcoming.service';
