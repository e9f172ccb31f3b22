export { GuestListsModule } from './guest-lists.module';
