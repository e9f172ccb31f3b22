import { Injectable } from '@nestjs/common';
import { BillingProvider } from './billing-provider';

/** For payment by bank transfer: collects nothing. A Super Admin marks invoices as paid. */
@Injectable()
export class ManualProvider extends BillingProvider {
  override async collect(): Promise<void> {}

  override async confirmByHand(): Promise<void> {}
}
