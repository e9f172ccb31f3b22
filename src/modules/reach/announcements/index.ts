export { AnnouncementsModule } from './announcements.module';
export { AnnouncementsService } from './announcements.service';
