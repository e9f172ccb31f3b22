import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { currentOrganizationId } from '../../../platform/context/request-context';
import { PersonKeys } from '../../../platform/personal/person-keys';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { InvitationRecorder } from './invitation.recorder';
import { InvitationsRepository } from './invitations.repository';
import { InvitationsService } from './invitations.service';

/** Forgets people who are being erased as ones who were invited. */
@Injectable()
export class InvitationErasure {
  constructor(
    private readonly repository: InvitationsRepository,
    private readonly invitations: InvitationsService,
    private readonly recorder: InvitationRecorder,
    private readonly keys: PersonKeys,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The organizations that have invited an address, inside the caller's unscoped unit of work. */
  organizationsInviting(emailKey: string): Promise<string[]> {
    return this.repository.organizationsInviting(emailKey);
  }

  /** Inside the caller's unit of work. Pending invitations are revoked. */
  async forget(emailKey: string): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.repository.forget(emailKey, now)) {
      const before = await this.invitations.get(id);
      if (before.status === 'pending') {
        await this.repository.update(id, { status: 'revoked', updatedAt: now });
        this.recorder.revoked(before, await this.invitations.get(id));
      }
      await this.keys.destroy({ organizationId: currentOrganizationId(), personId: id }, now, this.unitOfWork.current);
    }
  }
}
