export { ToursModule } from './tours.module';
export type { CalendarTour } from './tours.repository';
export { ToursService } from './tours.service';
