export { TeamMembersModule } from './team-members.module';
