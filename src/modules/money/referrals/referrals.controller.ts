import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { CreateReferral, ReferralsQuery, ReferralView, UpdateReferral } from './referrals.dto';
import { ReferralsService } from './referrals.service';

const OWN = 'Everybody sees the referrals that they made themselves in this organization, and no others.';

@Controller('api/referrals')
@ScopedTo('referrals')
@Section('Codes with which users recommend the service, and what they have brought.')
export class ReferralsController {
  constructor(private readonly referrals: ReferralsService) {}

  @Get()
  @Access('any', { ownUser: true })
  @Operation({
    operationId: 'listReferrals',
    summary: 'List your own referrals',
    description: OWN,
    response: { page: ReferralView },
  })
  list(@Query() query: ReferralsQuery): Promise<Page<ReferralView>> {
    return this.referrals.list(query);
  }

  @Post()
  @Access('any', { ownUser: true })
  @Operation({
    operationId: 'createReferral',
    summary: 'Create a referral',
    description:
      "A conversion earns the reward that the platform pays at that time. Until something is earned, the record's " +
      'currency follows that reward; after that it stays the same, and rewards in another currency are kept apart from ' +
      "the record's sum.",
    response: { record: ReferralView },
    example: { clicks: 0, signups: 0, conversions: 0, rewardEarned: '0.00' },
    status: 201,
    errors: {
      409:
        '`code_taken`: somebody on the platform has the code, ignoring case. `limit_reached`: you ' +
        'have 50 active codes in this organization, or 500 in all.',
    },
  })
  create(@Body() input: CreateReferral): Promise<ReferralView> {
    return this.referrals.create(input);
  }

  @Get(':id')
  @Access('any', { ownUser: true })
  @Operation({
    operationId: 'getReferral',
    summary: 'Read one of your own referrals',
    description: OWN,
    response: { record: ReferralView },
  })
  get(@IdParam() id: string): Promise<ReferralView> {
    return this.referrals.get(id);
  }

  @Patch(':id')
  @Access('any', { ownUser: true })
  @Operation({
    operationId: 'updateReferral',
    summary: 'Take back one of your own referrals, or let it be used again',
    description:
      'A code that is not active is unknown to everybody. Organizations that registered with it before can still convert. The ' +
      'ETag is that of the whole record, counts included.',
    response: { record: ReferralView },
    example: { active: false },
    errors: { 409: '`limit_reached`: you have 50 active codes in this organization already.' },
  })
  update(@IdParam() id: string, @Body() changes: UpdateReferral): Promise<ReferralView> {
    return this.referrals.update(id, changes);
  }
}
