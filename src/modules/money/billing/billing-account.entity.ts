import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OpensNothing } from '../../../platform/records/opens-nothing';

/** The row that changes of an organization's billing lock. It counts the invoices without gaps. */
@Entity({ name: 'billing_accounts' })
@OpensNothing()
export class BillingAccount {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @Column({ type: 'integer' }) lastInvoiceNumber: number;
}
