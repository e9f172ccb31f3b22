import { Flag } from '../../../platform/fields/fields';

export class EraseGuest {
  @Flag({
    presence: 'optional',
    description: 'Whether the guest is taken off events that are not over; otherwise being on one is an error.',
    default: false,
    example: true,
  })
  force?: boolean;
}

export class ErasureView {
  @Flag({ description: 'Always true.', example: true }) readonly erased: true;
}
