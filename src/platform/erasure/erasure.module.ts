import { Global, Module } from '@nestjs/common';
import { ErasureJournal } from './erasure-journal';

/** Remembers who was erased, so that a restored backup forgets them again. */
@Global()
@Module({ providers: [ErasureJournal], exports: [ErasureJournal] })
export class ErasureModule {}
