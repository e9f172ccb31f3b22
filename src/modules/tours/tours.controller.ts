import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../kernel/page';
import { Access } from '../../platform/routes/access.decorator';
import { IdParam } from '../../platform/fields/id.param';
import { Operation, Section } from '../../platform/routes/operation.decorator';
import { CreateTour, ToursQuery, TourView, UpdateTour } from './tours.dto';
import { ToursService } from './tours.service';

@Controller('api/tours')
@Section('Tours, which hold events together.')
export class ToursController {
  constructor(private readonly tours: ToursService) {}

  @Get()
  @Access('any')
  @Operation({ operationId: 'listTours', summary: 'List tours', response: { page: TourView } })
  list(@Query() query: ToursQuery): Promise<Page<TourView>> {
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
