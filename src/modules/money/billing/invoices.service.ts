import { Injectable } from '@nestjs/common';
import { toPage, type Page } from '../../../kernel/page';
import { found } from '../../../kernel/problems';
import { toInvoiceView, type InvoicesQuery, type InvoiceView } from './invoices.dto';
import { InvoicesRepository } from './invoices.repository';

/** The invoices of the organization in scope. */
@Injectable()
export class InvoicesService {
  constructor(private readonly invoices: InvoicesRepository) {}

  async list(query: InvoicesQuery): Promise<Page<InvoiceView>> {
    const { rows, total } = await this.invoices.list(query);
    return toPage(rows.map(toInvoiceView), total, query);
  }

  /** @throws NotFound when the organization in scope has no such invoice */
  async get(id: string): Promise<InvoiceView> {
    return toInvoiceView(found(await this.invoices.find(id)));
  }
}
