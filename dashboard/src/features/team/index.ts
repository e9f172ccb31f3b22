export { TeamTab } from './team-tab';
