import { Module } from '@nestjs/common';
import { MembersModule } from '../members';
import { SessionsModule } from '../../sign-in/sessions';
import { OrganizationUsersController } from './organization-users.controller';
import { PlatformUsersController } from './platform-users.controller';
import { PlatformUsersRepository } from './platform-users.repository';
import { PlatformUsers } from './platform-users.service';
import { ProfileService } from './profile.service';
import { SignInAttempts } from './sign-in-attempts';
import { SignInCountsRepository } from './sign-in-counts.repository';
import { SignInRecorder } from './sign-in.recorder';
import { SuperAdmins } from './super-admins.service';
import { Suspensions } from './suspensions.service';
import { UserAdministration } from './user-administration.service';
import { UserDirectory } from './user-directory.service';
import { UserErasure } from './user-erasure.service';
import { UserForgetting } from './user-forgetting.service';
import { UsersController } from './users.controller';
import { UserNames } from './user-names';
import { UserPhones } from './user-phones';
import { UserRecorder } from './user.recorder';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({
  imports: [MembersModule, SessionsModule],
  controllers: [UsersController, OrganizationUsersController, PlatformUsersController],
  providers: [
    UsersRepository,
    UserRecorder,
    UsersService,
    UserNames,
    UserPhones,
    ProfileService,
    SuperAdmins,
    Suspensions,
    UserForgetting,
    UserErasure,
    SignInCountsRepository,
    SignInRecorder,
    SignInAttempts,
    UserDirectory,
    UserAdministration,
    PlatformUsersRepository,
    PlatformUsers,
  ],
  exports: [UsersService, UserNames, UserPhones, SignInAttempts, UserForgetting, UserErasure],
})
export class UsersModule {}
