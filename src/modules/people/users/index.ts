export { hashPassword, ownNameProblem, requireOtherThanNames } from './passwords';
export { SignInAttempts } from './sign-in-attempts';
export { UserNames } from './user-names';
export { UserView } from './users.dto';
export { USER_RECORD } from './user.record';
export { UsersModule } from './users.module';
export type { UserRow } from './users.repository';
export { UsersService, toUserView } from './users.service';
export { UserErasure } from './user-erasure.service';
