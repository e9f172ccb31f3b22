import { Global, Module } from '@nestjs/common';
import { ErasureJournal } from './erasure-journal';
import { PersonTraces } from './person-traces';

/** Remembers who was erased, so that a restored backup forgets them again. */
@Global()
@Module({ providers: [ErasureJournal, PersonTraces], exports: [PersonTraces] })
export class ErasureModule {}
