export { GuestCascadeHooks as GuestEndings } from './guest-cascade-hooks.service';
export { CreateGuest, type GuestView } from './guests.dto';
export { GuestsModule } from './guests.module';
export { GuestsService } from './guests.service';
