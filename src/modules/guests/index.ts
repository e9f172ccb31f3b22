export { GuestCascadeHooks as GuestEndings } from './guest-cascade-hooks.service';
export { GuestErasureHooks, GuestErasureLocks, type ErasedGuest } from './guest-erasure-hooks.service';
export { GuestErasure } from './guest-erasure.service';
export { GuestPersonalDataSources } from './guest-personal-data-sources';
export { CreateGuest, type GuestView } from './guests.dto';
export { GuestsModule } from './guests.module';
export { GuestsService } from './guests.service';
