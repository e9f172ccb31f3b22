import { Controller, Get, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Page } from '../../../kernel/page';
import { Access } from '../../../platform/routes/access.decorator';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { entityTag, isKnown } from '../../../platform/http/etag';
import { IdParam } from '../../../platform/fields/id.param';
import { Operation, Section } from '../../../platform/routes/operation.decorator';
import { prefers } from '../../../platform/http/preference';
import { invoicePdf } from './invoice-pdf';
import { InvoicesQuery, InvoiceView } from './invoices.dto';
import { InvoicePayments } from './invoice-payments.service';
import { InvoicesService } from './invoices.service';

@Controller('api/billing/invoices')
@Section("The invoices of the organization's subscription, also as PDF.")
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly payments: InvoicePayments,
  ) {}

  @Get()
  @Access('any', { permission: 'billing.read' })
  @Operation({ operationId: 'listInvoices', summary: 'List invoices', response: { page: InvoiceView } })
  list(@Query() query: InvoicesQuery): Promise<Page<InvoiceView>> {
    return this.invoices.list(query);
  }

  @Get(':id')
  @Access('any', { permission: 'billing.read' })
  @Operation({
    operationId: 'getInvoice',
    summary: 'Read an invoice',
    description:
      'With `Accept: application/pdf`, you get a page to print. It can show Latin, Greek, Cyrillic, Armenian and ' +
      "Georgian letters; others appear as `?`, so the organization's id is printed next to its name.",
    response: { record: InvoiceView, text: 'application/pdf', textExample: '%PDF-1.7 …', tagged: true },
  })
  async get(
    @IdParam() id: string,
    @Req() request?: Request,
    @Res({ passthrough: true }) response?: Response,
  ): Promise<InvoiceView | StreamableFile | void> {
    // Changes with their records call it without a request.
    if (!request || !response) return this.invoices.get(id);
    const asPdf = prefers([request, response], 'application/pdf');
    const invoice = await this.invoices.get(id);
    if (!asPdf) return invoice;
    response.setHeader('Cache-Control', 'no-store');
    // Each representation needs an ETag of its own. The same invoice always makes the same bytes.
    response.setHeader('ETag', entityTag(`application/pdf ${JSON.stringify(invoice)}`));
    if (isKnown(response)) return void response.status(304);
    const file = new StreamableFile(await invoicePdf(invoice, currentOrganizationId()), {
      type: 'application/pdf',
      disposition: `attachment; filename="${invoice.number}.pdf"`,
    });
    // A stream that broke off must not look complete.
    return file.setErrorHandler((_error, broken) => broken.destroy?.());
  }

  @Post(':id/pay')
  @Access('session', { superAdmin: true })
  @Operation({
    operationId: 'payInvoice',
    summary: 'Mark an invoice paid',
    description: 'The invoice must belong to the organization that the session is in.',
    response: { record: InvoiceView },
    example: { status: 'paid', paidAt: '2027-05-20T09:30:00.000Z', updatedAt: '2027-05-20T09:30:00.000Z' },
    errors: { 409: '`already_paid`: it is paid already. `invoice_void`: it need not be paid.' },
  })
  pay(@IdParam() id: string): Promise<InvoiceView> {
    return this.payments.pay(id);
  }
}
