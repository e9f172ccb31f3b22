import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The row that changes of an organization's billing lock. It counts the invoices without gaps. */
@Entity({ name: 'billing_accounts' })
export class BillingAccount {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @Column({ type: 'integer' }) lastInvoiceNumber: number;
}
