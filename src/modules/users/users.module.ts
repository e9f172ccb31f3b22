import { Module } from '@nestjs/common';
import { UsersEvents } from './users.events';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({ providers: [UsersRepository, UsersEvents, UsersService], exports: [UsersService] })
export class UsersModule {}
