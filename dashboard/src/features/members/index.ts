export { membersQuery } from './members-queries';
