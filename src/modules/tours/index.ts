export { ToursModule } from './tours.module';
export { ToursService } from './tours.service';
