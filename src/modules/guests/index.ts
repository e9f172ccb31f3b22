export { GuestEndings } from './guest-endings.service';
export { CreateGuest } from './guests.dto';
export { GuestsModule } from './guests.module';
export { GuestsService } from './guests.service';
