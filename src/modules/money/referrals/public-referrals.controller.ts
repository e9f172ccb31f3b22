import { Body, Controller, Post } from '@nestjs/common';
import { Access } from '../../../platform/routes/access.decorator';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { CodeValidityView, CountedView, NameCode, TrackedView, TrackSignup } from './public-referrals.dto';
import { PublicReferrals } from './public-referrals.service';

const UNKNOWN = {
  404:
    '`not_found`: nobody has the code, it is not active, its owner has left or is suspended, or the organization that it ' +
    'belongs to is suspended or deleted.',
};

@Controller('api/referrals')
@Section('What landing pages report about referral codes, without a credential.')
export class PublicReferralsController {
  constructor(private readonly referrals: PublicReferrals) {}

  @Post('click')
  @Access('public')
  @Operation({
    operationId: 'recordReferralClick',
    summary: 'Count a click on a referral link',
    description: 'For the landing page. Every call counts.',
    response: { body: CountedView },
    errors: UNKNOWN,
  })
  click(@Body() input: NameCode): Promise<CountedView> {
    return this.referrals.click(input);
  }

  @Post('track')
  @Access('public')
  @Operation({
    operationId: 'recordReferralSignup',
    summary: 'Count a signup by a referral',
    description:
      'For the landing page, when somebody has signed up. An address counts once for a code, however often it is sent, ' +
      'here or by registering with the code; only a keyed hash of it is kept.',
    response: { body: TrackedView },
    errors: UNKNOWN,
  })
  track(@Body() input: TrackSignup): Promise<TrackedView> {
    return this.referrals.track(input);
  }

  @Post('validate')
  @Access('public')
  @Operation({
    operationId: 'validateReferralCode',
    summary: 'Ask whether a referral code is good',
    description:
      'For the checkout. A code is good when it is active, its owner is still a member and not suspended, and the ' +
      'organization that it belongs to is neither suspended nor deleted.',
    response: { body: CodeValidityView },
  })
  validate(@Body() input: NameCode): Promise<CodeValidityView> {
    return this.referrals.validate(input);
  }
}
