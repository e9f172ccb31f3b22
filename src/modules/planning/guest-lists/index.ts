export { GuestListsModule } from './guest-lists.module';
export { GuestListsService } from './guest-lists.service';
export { CountedValueView } from './needs.dto';
