import { Body, Controller, Get, Post, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access } from '../../../platform/routes/access.decorator';
import { compressed, tagOf, unchanged } from '../../../platform/http/compressed';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { FieldGuests, FieldView, ScanResults, SendScans } from './field.dto';
import { FieldService } from './field.service';
import { ScanIntake } from './scan-intake.service';
import { UnchangedGuests } from './unchanged-guests';

const DEVICE = { name: 'X-TE-Device', required: true, description: "The phone's own random name, 1 to 64 characters." };
const PIN = { name: 'X-TE-Pin', required: false, description: "The access link's PIN, if it has one." };
const CREDENTIAL =
  '`unauthenticated`: the link is unknown, expired or revoked, or what it opens is gone. `pin_required`. `pin_wrong`: five ' +
  'wrong PINs in 15 minutes, and the link lets no further phone in for a while (429).';

@Controller('api/field')
@Section('What phones with an access link show at the door or on the bus, and send.')
export class FieldController {
  constructor(
    private readonly field: FieldService,
    private readonly intake: ScanIntake,
    private readonly unchangedGuests: UnchangedGuests,
  ) {}

  @Get()
  @Access('field')
  @ApiHeader(DEVICE)
  @ApiHeader(PIN)
  @Operation({
    operationId: 'getField',
    summary: 'Read what an access link opens',
    response: { body: FieldView },
    errors: { 401: CREDENTIAL },
  })
  view(): Promise<FieldView> {
    return this.field.view();
  }

  @Get('guests')
  @Access('field')
  @ApiHeader(DEVICE)
  @ApiHeader(PIN)
  @Operation({
    operationId: 'listFieldGuests',
    summary: 'Read all guests, for a phone that may soon have no network',
    description:
      'In one response, compressed and sorted by name. With If-None-Match the response is 304 as long as nothing has ' +
      'changed. Guests who declined are included; those who were erased are not.',
    response: { body: FieldGuests, tagged: true },
    errors: { 401: CREDENTIAL },
  })
  async guests(@Res({ passthrough: true }) response: Response): Promise<Buffer | undefined> {
    const list = this.field.listName();
    const tag = await this.unchangedGuests.tagOf(list);
    if (tag !== null && unchanged(response, tag)) return undefined;
    const { guests, version } = await this.field.allGuests();
    const json = JSON.stringify(guests);
    this.unchangedGuests.note(list, version, tagOf(json));
    return compressed(response, json);
  }

  @Post('scans')
  @Access('field')
  @ApiHeader(DEVICE)
  @ApiHeader(PIN)
  @Operation({
    operationId: 'sendScans',
    summary: 'Send what was scanned',
    description:
      'Scans count by when they occurred, whatever order they arrive in: the earliest check-in counts, and an undo takes ' +
      'back what happened before it. A scan with a `nonce` that was sent before changes nothing and has the same result. ' +
      'Those of one guest take effect together; where the response is an error, send all of them again. Refused ones have ' +
      'a `reason`: older than 7 days or than the first link of the event is `too_old`.',
    response: { body: ScanResults },
    errors: { 401: CREDENTIAL },
  })
  async scans(@Body() input: SendScans): Promise<ScanResults> {
    return { results: await this.intake.take(input) };
  }
}
