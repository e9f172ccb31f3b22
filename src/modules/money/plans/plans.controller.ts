import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { PageQuery } from '../../../platform/fields/page.query';
import { CreatePlan, PlansQuery, PlanView, PublicPlanView, UpdatePlan } from './plans.dto';
import { PlansService } from './plans.service';

@Controller('api/plans')
@Section('What organizations can subscribe to.')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Get('public')
  @Access('public')
  @Operation({
    operationId: 'listPublicPlans',
    summary: 'List the plans on offer',
    description:
      'The active plans, cheapest first: by the number of their monthly price, whatever its currency; at the same ' +
      'price, the one made first.',
    response: { page: PublicPlanView },
  })
  listOffered(@Query() query: PageQuery): Promise<Page<PublicPlanView>> {
    return this.plans.listOffered(query);
  }

  @Get()
  @Access('session', { superAdmin: true })
  @Operation({ operationId: 'listPlans', summary: 'List plans', response: { page: PlanView } })
  list(@Query() query: PlansQuery): Promise<Page<PlanView>> {
    return this.plans.list(query);
  }

  @Post()
  @Access('session', { superAdmin: true })
  @Operation({ operationId: 'createPlan', summary: 'Create a plan', response: { record: PlanView }, status: 201 })
  create(@Body() input: CreatePlan): Promise<PlanView> {
    return this.plans.create(input);
  }

  @Get(':id')
  @Access('session', { superAdmin: true })
  @Operation({ operationId: 'getPlan', summary: 'Read a plan', response: { record: PlanView } })
  get(@IdParam() id: string): Promise<PlanView> {
    return this.plans.get(id);
  }

  @Patch(':id')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'updatePlan',
    summary: 'Change a plan',
    description:
      'Subscribers pay a new price from their next period on. Both prices, whether or not they are sent along, must ' +
      'fit the decimals of a new currency.',
    response: { record: PlanView },
  })
  update(@IdParam() id: string, @Body() changes: UpdatePlan): Promise<PlanView> {
    return this.plans.update(id, changes);
  }

  @Delete(':id')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'deletePlan',
    summary: 'Delete a plan',
    response: { nothing: true },
    errors: {
      409: '`plan_in_use`: an organization is or was on it, a coupon is for it, or new organizations start on it. Make it inactive instead.',
    },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.plans.delete(id);
  }
}
