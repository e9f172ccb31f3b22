import { Injectable } from '@nestjs/common';
import { BillingProvider } from './billing-provider';

/**
 * Invoices are paid by bank transfer or the like: nothing is collected, and a Super Admin who saw the money says so.
 */
@Injectable()
export class ManualProvider extends BillingProvider {
  override async collect(): Promise<void> {}

  override async confirmByHand(): Promise<void> {}
}
