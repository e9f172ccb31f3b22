import { Body, Controller, Delete, Get, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Page } from '../../../kernel/page';
import { Access, ScopedTo } from '../../../platform/routes/access.decorator';
import { BatchReport } from '../../../platform/fields/items';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { ExpenseBatch } from './expense-batch.dto';
import { ExpenseBatchesService } from './expense-batches.service';
import { ExpenseListsService } from './expense-lists.service';
import { ExpenseReportQuery, ExpenseReportView } from './expense-reports.dto';
import { ExpenseReportsService } from './expense-reports.service';
import { CreateExpense, ExpensesQuery, ExpenseView, UpdateExpense } from './expenses.dto';
import { ExpensesService } from './expenses.service';

@Controller('api')
@ScopedTo('expenses')
@Section('What events cost, and reports on it.')
export class ExpensesController {
  constructor(
    private readonly expenses: ExpensesService,
    private readonly batches: ExpenseBatchesService,
    private readonly lists: ExpenseListsService,
    private readonly reports: ExpenseReportsService,
  ) {}

  // Before the route of one expense, whose `:id` would match "reports".
  @Get('expenses/reports')
  @Access('any')
  @Operation({
    operationId: 'getExpenseReport',
    summary: 'Report on expenses',
    description:
      "Totals and groups are in one currency: `currency` if given, else the only one there is, else the organization's " +
      'if there are expenses in it, else the one with the most records. `currencies` lists every currency that matched.',
    response: {
      body: ExpenseReportView,
      text: 'text/csv',
      textExample: 'key,amount,currency,count\r\ntransport,1249.90,EUR,5\r\n',
    },
  })
  async report(
    @Query() query: ExpenseReportQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ExpenseReportView | string> {
    if (query.format !== 'csv') return this.reports.report(query);
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', 'attachment; filename="expenses.csv"');
    return this.reports.csv(query);
  }

  @Get('expenses/:id')
  @Access('any')
  @Operation({ operationId: 'getExpense', summary: 'Read an expense', response: { record: ExpenseView } })
  get(@IdParam() id: string): Promise<ExpenseView> {
    return this.expenses.get(id);
  }

  @Patch('expenses/:id')
  @Access('any')
  @Operation({ operationId: 'updateExpense', summary: 'Change an expense', response: { record: ExpenseView } })
  update(@IdParam() id: string, @Body() changes: UpdateExpense): Promise<ExpenseView> {
    return this.expenses.update(id, changes);
  }

  @Delete('expenses/:id')
  @Access('any')
  @Operation({ operationId: 'deleteExpense', summary: 'Delete an expense', response: { nothing: true } })
  delete(@IdParam() id: string): Promise<void> {
    return this.expenses.delete(id);
  }

  @Get('events/:id/expenses')
  @Access('any')
  @Operation({ operationId: 'listExpenses', summary: "List an event's expenses", response: { page: ExpenseView } })
  list(@IdParam() eventId: string, @Query() query: ExpensesQuery): Promise<Page<ExpenseView>> {
    return this.lists.ofEvent(eventId, query);
  }

  @Get('tours/:id/expenses')
  @Access('any')
  @Operation({
    operationId: 'listTourExpenses',
    summary: "List the expenses of a tour's events",
    response: { page: ExpenseView },
  })
  listOfTour(@IdParam() tourId: string, @Query() query: ExpensesQuery): Promise<Page<ExpenseView>> {
    return this.lists.ofTour(tourId, query);
  }

  @Post('events/:id/expenses')
  @Access('any')
  @Operation({
    operationId: 'createExpense',
    summary: 'Log an expense',
    response: { record: ExpenseView },
    status: 201,
  })
  create(@IdParam() eventId: string, @Body() input: CreateExpense): Promise<ExpenseView> {
    return this.expenses.create(eventId, input);
  }

  @Post('events/:id/expenses/batch')
  @Access('any')
  @Operation({
    operationId: 'batchExpenses',
    summary: 'Log or change many expenses',
    description:
      'An item with the externalId of an expense of the event changes that; any other is logged. Each is used on its ' +
      'own, as if sent alone: good ones take effect together, bad ones are named.',
    response: { body: BatchReport },
  })
  batch(@IdParam() eventId: string, @Body() input: ExpenseBatch): Promise<BatchReport> {
    return this.batches.apply(eventId, input);
  }
}
