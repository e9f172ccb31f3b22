import { Column, Entity, PrimaryColumn } from 'typeorm';
import { enumeration } from '../../../kernel/enumeration';
import type { BillingInterval } from '../../../kernel/billing-period';
import { OpensNothing } from '../../../platform/records/opens-nothing';
import type { InvoiceLine } from './charges';

export const INVOICE_STATUSES = enumeration('InvoiceStatus', ['open', 'paid', 'void']);
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/**
 * What an organization owes for a period. The database allows one change only, that it becomes paid or void; and one for
 * nothing, which is paid from the beginning, may become void.
 */
@Entity({ name: 'invoices' })
@OpensNothing()
export class Invoice {
  @PrimaryColumn({ type: 'uuid' }) organizationId: string;
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** Counted from 1 in each organization, without a gap. */
  @Column({ type: 'integer' }) number: number;
  @Column({ type: 'uuid' }) subscriptionId: string;
  @Column({ type: 'text' }) status: InvoiceStatus;
  /** The organization's name when the invoice was issued. */
  @Column({ type: 'text' }) customerName: string;
  @Column({ type: 'uuid' }) planId: string;
  @Column({ name: 'billing_interval', type: 'text' }) interval: BillingInterval;
  @Column({ type: 'timestamptz', precision: 3 }) periodStart: Date;
  @Column({ type: 'timestamptz', precision: 3 }) periodEnd: Date;
  /** The zone whose days are printed. */
  @Column({ type: 'text' }) timezone: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'numeric', precision: 19, scale: 4 }) subtotal: string;
  @Column({ type: 'numeric', precision: 19, scale: 4 }) discount: string;
  @Column({ type: 'numeric', precision: 19, scale: 4 }) total: string;
  @Column({ type: 'text', nullable: true }) couponCode: string | null;
  @Column({ type: 'jsonb' }) lines: InvoiceLine[];
  @Column({ type: 'timestamptz', precision: 3 }) issuedAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) dueAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) paidAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
