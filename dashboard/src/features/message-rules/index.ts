export { MessageRules } from './message-rules';
