import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { TourSummary } from '../summaries';
import { CreateTour, ToursQuery, TourView, ListedTour, UpdateTour } from './tours.dto';
import { ToursService } from './tours.service';

@Controller('api/tours')
@ScopedTo('tours')
@Section('Tours, which hold events together.')
export class ToursController {
  constructor(private readonly tours: ToursService) {}

  @Get()
  @Access('any')
  @Operation({
    operationId: 'listTours',
    summary: 'List tours',
    response: { page: ListedTour, extraRowFields: ['summary'] },
  })
  list(@Query() query: ToursQuery): Promise<Page<ListedTour>> {
    return this.tours.list(query);
  }

  @Post()
  @Access('any')
  @Operation({ operationId: 'createTour', summary: 'Create a tour', response: { record: TourView }, status: 201 })
  create(@Body() input: CreateTour): Promise<TourView> {
    return this.tours.create(input);
  }

  @Get(':id')
  @Access('any')
  @Operation({ operationId: 'getTour', summary: 'Read a tour', response: { record: TourView } })
  get(@IdParam() id: string): Promise<TourView> {
    return this.tours.get(id);
  }

  @Get(':id/summary')
  @Access('any')
  @Operation({
    operationId: 'getTourSummary',
    summary: 'Read the figures of a tour',
    description: 'The sums over all of its events. What was spent counts against the budget in its currency alone.',
    response: { body: TourSummary },
  })
  summary(@IdParam() id: string): Promise<TourSummary> {
    return this.tours.summary(id);
  }

  @Patch(':id')
  @Access('any')
  @Operation({ operationId: 'updateTour', summary: 'Change a tour', response: { record: TourView } })
  update(@IdParam() id: string, @Body() changes: UpdateTour): Promise<TourView> {
    return this.tours.update(id, changes);
  }

  @Delete(':id')
  @Access('any')
  @Operation({
    operationId: 'deleteTour',
    summary: 'Delete a tour',
    response: { nothing: true },
    errors: { 409: '`tour_in_use`: events belong to the tour.' },
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.tours.delete(id);
  }
}
