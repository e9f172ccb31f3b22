import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations';
import { SessionsModule } from '../sessions';
import { ProfileService } from './profile.service';
import { SuperAdmins } from './super-admins.service';
import { Suspensions } from './suspensions.service';
import { UserAdministration } from './user-administration.service';
import { UsersController } from './users.controller';
import { UserRecorder } from './user.recorder';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({
  imports: [OrganizationsModule, SessionsModule],
  controllers: [UsersController],
  providers: [
    UsersRepository,
    UserRecorder,
    UsersService,
    ProfileService,
    SuperAdmins,
    Suspensions,
    UserAdministration,
  ],
  exports: [UsersService],
})
export class UsersModule {}
