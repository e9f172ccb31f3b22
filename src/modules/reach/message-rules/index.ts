export { MessageRulesModule } from './message-rules.module';
