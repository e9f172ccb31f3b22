export { useMessageTitle } from './message-title';
export { MessagesTab } from './messages-tab';
