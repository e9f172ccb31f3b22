export { PlatformHealthModule } from './platform-health.module';
