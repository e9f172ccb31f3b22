import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import {
  SessionOrganizationsRepository,
  type DefaultOrganization,
  type OwnOrganization,
} from './session-organizations.repository';

/** Somebody who has a session. */
interface SessionUser {
  id: string;
  superAdmin: boolean;
}

/** The organizations that a user's session can be in. */
@Injectable()
export class SessionOrganizations {
  constructor(private readonly organizations: SessionOrganizationsRepository) {}

  /**
   * Whether a user's session may be in an organization: in one of their own, or a Super Admin's in any that exists.
   *
   * @param id as the caller sent it; a malformed one is unknown
   */
  async isOpenTo(id: string, user: SessionUser): Promise<boolean> {
    if (!isId(id)) return false;
    return user.superAdmin ? this.organizations.exists(id) : this.organizations.hasMember(id, user.id);
  }

  /** Whether there is such an organization; a malformed id is unknown. */
  async exists(id: string): Promise<boolean> {
    return isId(id) && this.organizations.exists(id);
  }

  /** The organizations that a user is a member of, by name. */
  ofUser(userId: string): Promise<OwnOrganization[]> {
    return this.organizations.ofUser(userId);
  }

  /** The name of a user's organization that was deleted last; null where none was, or all are purged. */
  deletedOf(userId: string): Promise<string | null> {
    return this.organizations.deletedOf(userId);
  }

  /**
   * The organization of a user's new session. Of their own, an active one comes before a suspended one, then the one
   * used last, then the one joined first. For a Super Admin without an active one it is any active one, the one used
   * last or else the oldest: in a suspended one nothing could be reactivated. Null when none is left.
   */
  async defaultFor(user: SessionUser): Promise<string | null> {
    return this.choose(await this.organizations.defaultFor(user.id), user);
  }

  /** The names of all organizations that the user is a member of. */
  namesFor(userId: string): Promise<string[]> {
    return this.organizations.names(userId);
  }

  /** The one of the user's own organizations that their next session will be in; null when there is none. */
  async ownDefaultFor(userId: string): Promise<string | null> {
    return (await this.organizations.defaultFor(userId))?.id ?? null;
  }

  /**
   * Like {@link defaultFor}, inside the caller's unit of work: the membership that the session will rely on can't end
   * before that does. Ending a membership ends its sessions, and will then find this one.
   *
   * @param preferredId comes before the one used last
   * @param withoutProvider leaves out those that require their identity provider
   */
  async lockDefaultFor(
    user: SessionUser,
    preferredId: string | null = null,
    withoutProvider = false,
  ): Promise<string | null> {
    return this.choose(await this.organizations.lockDefaultFor(user.id, preferredId, withoutProvider), user);
  }

  private async choose(own: DefaultOrganization | null, { id, superAdmin }: SessionUser): Promise<string | null> {
    return superAdmin && own?.status !== 'active' ? this.organizations.bestOfAll(id) : (own?.id ?? null);
  }
}
