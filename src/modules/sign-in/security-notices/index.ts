export { SecurityNoticesModule } from './security-notices.module';
export { SecurityNotices } from './security-notices.service';
