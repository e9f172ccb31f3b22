import { Module } from '@nestjs/common';
import { MembersModule } from '../members';
import { SessionsModule } from '../sessions';
import { OrganizationUsersController } from './organization-users.controller';
import { ProfileService } from './profile.service';
import { SignInAttempts } from './sign-in-attempts';
import { SignInCountsRepository } from './sign-in-counts.repository';
import { SignInRecorder } from './sign-in.recorder';
import { SuperAdmins } from './super-admins.service';
import { Suspensions } from './suspensions.service';
import { UserAdministration } from './user-administration.service';
import { UsersController } from './users.controller';
import { UserRecorder } from './user.recorder';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({
  imports: [MembersModule, SessionsModule],
  controllers: [UsersController, OrganizationUsersController],
  providers: [
    UsersRepository,
    UserRecorder,
    UsersService,
    ProfileService,
    SuperAdmins,
    Suspensions,
    SignInCountsRepository,
    SignInRecorder,
    SignInAttempts,
    UserAdministration,
  ],
  exports: [UsersService, SignInAttempts],
})
export class UsersModule {}
