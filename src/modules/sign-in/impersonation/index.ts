export { ImpersonationModule } from './impersonation.module';
