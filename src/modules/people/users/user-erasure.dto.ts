import { Flag } from '../../../platform/fields/fields';

export class EraseUser {
  @Flag({
    presence: 'optional',
    description: 'Whether an organization may lose its last active Admin; otherwise that is an error.',
    default: false,
    example: true,
  })
  force?: boolean;
}

export class UserErasureView {
  @Flag({ description: 'Always true.', example: true }) readonly erased: true;
}
