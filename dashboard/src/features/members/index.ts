export { MEMBER_CHOICES } from './members-queries';
