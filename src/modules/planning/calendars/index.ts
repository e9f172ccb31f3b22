export { CalendarsModule } from './calendars.module';
