export { GuestErasure, type ErasedGuest } from './guest-erasure.service';
export { ErasureView } from './guest-erasure.dto';
export { PersonalDataParts } from './guest-personal-data.dto';
export { PersonalDataFiles, personalDataResponse, type KnownGuest } from './personal-data-files';
export { CreateGuest, type GuestView } from './guests.dto';
export { GUEST_RECORD } from './guest.record';
export { GuestsModule } from './guests.module';
export { GuestsService } from './guests.service';
