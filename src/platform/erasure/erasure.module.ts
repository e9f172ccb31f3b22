import { Global, Module } from '@nestjs/common';
import { ContactErasureHooks } from './contact-erasure-hooks';
import { ErasureJournal } from './erasure-journal';
import { UserErasureHooks, UserInOrganizationErasureHooks } from './user-erasure-hooks';

const ERASURE = [ErasureJournal, ContactErasureHooks, UserErasureHooks, UserInOrganizationErasureHooks];

/** Lets each module forget a person in its own tables. */
@Global()
@Module({ providers: ERASURE, exports: ERASURE })
export class ErasureModule {}
