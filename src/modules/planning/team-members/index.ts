export { TeamMembersModule } from './team-members.module';
export { TeamMembersService } from './team-members.service';
export { ContactErasure } from './contact-erasure.service';
