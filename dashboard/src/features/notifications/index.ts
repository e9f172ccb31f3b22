export { MessagesTab } from './messages-tab';
