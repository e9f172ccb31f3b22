import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { expiryProblem } from '../../../kernel/expiry';
import { hashToken, newId } from '../../../kernel/ids';
import { toPage, type Page, type PageRequest } from '../../../kernel/page';
import { ADMIN, type Permission } from '../../../kernel/permissions';
import { isWider } from '../../../kernel/scopes';
import { isAdmin, requireFresh, requireHeld, type Principal } from '../../../kernel/principal';
import { Conflict, Forbidden, found, requireFound, requireValid, Unauthenticated } from '../../../kernel/problems';
import { currentOrganizationId, currentPrincipal, renewPrincipal } from '../../../platform/context/request-context';
import { requireMatch } from '../../../platform/http/etag';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { lockMembership, lockUser, permissionsOf } from '../../people/members';
import { UserNames } from '../../people/users';
import { SecurityNotices } from '../security-notices';
import { API_KEY_RECORD } from './api-key.record';
import type { KeyOwner } from './api-key.entity';
import { missingPermissionsProblem, superAdminKeyProblem } from './api-key-rules';
import type { ApiKeyView, CreateApiKey, CreatedApiKeyView, UpdateApiKey } from './api-keys.dto';
import { ApiKeyRecorder } from './api-key.recorder';
import { ApiKeysRepository } from './api-keys.repository';
import { newKey } from './key-text';

const USERS_REASON = 'a user is the same in all their organizations';
const MAX_KEYS_PER_USER = 50;
const MAX_KEYS = 200;

/** API keys: what they are, and what they may do. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly recorder: ApiKeyRecorder,
    private readonly notices: SecurityNotices,
    private readonly userNames: UserNames,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One page of the keys of the whole organization, newest first. */
  async list(page: PageRequest): Promise<Page<ApiKeyView>> {
    const { rows, total } = await this.keys.list(page);
    return toPage(await this.userNames.withCreatorNames(rows), total, page);
  }

  /** @throws NotFound when the organization in scope has no such key */
  async get(id: string): Promise<ApiKeyView> {
    return this.userNames.withCreatorName(found(await this.keys.find(id)));
  }

  /** The key of the request. @throws NotFound when it was revoked meanwhile */
  current(): Promise<ApiKeyView> {
    return this.get(currentPrincipal().credentialId);
  }

  /**
   * Makes a key that acts for the caller.
   *
   * @returns the key itself too; it can't be shown again
   * @throws ValidationFailed when it would have expired already
   * @throws Forbidden when it could do more than the caller, or `impersonating`
   * @throws Conflict `membership_required` when there is no role that it could act with, `limit_reached`
   * @throws Unauthenticated when the caller's membership has ended meanwhile
   */
  async create(input: CreateApiKey): Promise<CreatedApiKeyView> {
    const { name, permissions = null, scopes = null, expiresAt = null, superAdmin = false, owner = 'user' } = input;
    requireValid([expiryProblem(expiresAt, this.clock.now())]);
    return this.unitOfWork.run(async () => {
      const made = await this.keys.countsAlone(currentPrincipal().userId);
      // A concurrent take-over of the account, or loss of its flag, comes before this lock, and renewPrincipal sees it,
      // or after it, and then ends the key.
      await lockUser(this.unitOfWork, currentPrincipal().userId);
      await renewPrincipal();
      const principal = currentPrincipal();
      requireMayMake(principal, permissions, superAdmin, owner);
      // The end of the membership ends its keys, so the membership is locked before the key is made.
      if (
        principal.role !== null &&
        !(await lockMembership(this.unitOfWork, currentOrganizationId(), principal.userId))
      ) {
        throw new Unauthenticated('The membership has ended.');
      }
      requireRoom(made);
      const { key, prefix } = newKey();
      const id = newId();
      const now = this.clock.now();
      await this.keys.insert({
        id,
        userId: principal.userId,
        name,
        prefix,
        secretHash: hashToken(key),
        permissions,
        scopes,
        owner,
        superAdmin,
        expiresAt,
        lastUsedAt: null,
        createdAt: now,
        updatedAt: now,
      });
      const view = await this.get(id);
      this.recorder.created(view);
      await this.unitOfWork.runUnscoped(USERS_REASON, () => this.notices.apiKeyMade(principal.userId, prefix));
      return { ...view, key };
    });
  }

  /**
   * @throws NotFound, PreconditionFailed (If-Match)
   * @throws ValidationFailed when it would have expired already, or be a narrowed one for Super Admins
   * @throws Forbidden when the key would gain what the caller does not hold, or anything and the session is not fresh
   *   (`reauthentication_required`); `impersonating`, or `session_required` when the caller is a key and would prolong one
   * @throws Conflict `key_expired` when another end would revive an expired key
   */
  async update(id: string, changes: UpdateApiKey): Promise<ApiKeyView> {
    requireValid([expiryProblem(changes.expiresAt ?? null, this.clock.now())]);
    return this.unitOfWork.run(async () => {
      const before = await this.lock(id);
      forbidWhileImpersonating(currentPrincipal());
      requireMatch(API_KEY_RECORD, before);
      requireValid([
        superAdminKeyProblem({ ...changes, superAdmin: before.superAdmin }),
        missingPermissionsProblem({ ...before, ...changes }),
      ]);
      const gains = await this.requireHeldGain(before, changes);
      if (changes.expiresAt !== undefined) this.requireUnexpired(before);
      if (gains) requireFresh(currentPrincipal());
      if (API_KEY_RECORD.isSame(before, { ...before, ...changes })) return before;
      await this.keys.update(id, { ...changes, updatedAt: this.clock.now() });
      const after = await this.get(id);
      this.recorder.updated(before, after);
      return after;
    });
  }

  /** Ends a key at once. @throws NotFound, PreconditionFailed (If-Match), Forbidden `impersonating` */
  async revoke(id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const key = await this.lock(id);
      forbidWhileImpersonating(currentPrincipal());
      requireMatch(API_KEY_RECORD, key);
      await this.keys.delete(id);
      this.recorder.revoked(key);
    });
  }

  private async lock(id: string): Promise<ApiKeyView> {
    requireFound(await this.keys.lock(id));
    return this.get(id);
  }

  private requireUnexpired({ expiresAt }: ApiKeyView): void {
    if (expiresAt === null || new Date(expiresAt) > this.clock.now()) return;
    throw new Conflict('key_expired', 'The key has expired and stays expired. Make a new one.');
  }

  /**
   * A key may lose anything, but may gain only what the caller holds. A later end or wider scopes count as gaining
   * everything that the key can do, and a key with scopes lets no other gain anything.
   *
   * @returns whether it gains anything
   */
  private async requireHeldGain(
    key: ApiKeyView,
    { permissions = key.permissions, scopes = key.scopes, expiresAt }: UpdateApiKey,
  ): Promise<boolean> {
    const principal = currentPrincipal();
    const extended = isLater(expiresAt, key.expiresAt) || isWider(scopes, key.scopes);
    if (extended && principal.kind === 'apiKey') {
      throw new Forbidden(
        'Only a session, not an API key, can make a key last longer or reach more.',
        'session_required',
      );
    }
    if (extended && key.superAdmin && !principal.superAdmin) {
      throw new Forbidden("Only a Super Admin can make a Super Admin's key last longer or reach more.");
    }
    if (!extended && key.permissions === null && permissions === null) return false;
    const had = new Set(extended ? [] : (key.permissions ?? (await this.ownerOf(key)).permissions));
    if (permissions === null) {
      await this.requireAllOfOwner(key, had);
      return true;
    }
    const gained = permissions.filter((permission) => !had.has(permission));
    if (gained.length > 0 && principal.scopes !== null) {
      throw new Forbidden('A key with scopes cannot give a key more permissions.', 'session_required');
    }
    requireHeld(principal, gained);
    return extended || gained.length > 0;
  }

  /**
   * Without a list a key may do all that its user's role may, "Role Admin" and Super Admin endpoints included, so the
   * caller who removes the list must pass those, too.
   */
  private async requireAllOfOwner(key: ApiKeyView, had: ReadonlySet<Permission>): Promise<void> {
    const principal = currentPrincipal();
    const { role, permissions } = await this.ownerOf(key);
    requireHeld(
      principal,
      [...permissions].filter((permission) => !had.has(permission)),
    );
    const passesGates = role !== ADMIN || isAdmin(principal);
    if (principal.narrowed || principal.scopes !== null || !passesGates || (key.superAdmin && !principal.superAdmin)) {
      throw new Forbidden(
        "To let a key do everything its user's role may do, you must be able to do all of that yourself.",
      );
    }
  }

  /** The role of a key's user, and what it allows. */
  private async ownerOf({ id }: ApiKeyView): Promise<{ role: string | null; permissions: ReadonlySet<Permission> }> {
    const owner = await this.keys.roleOfOwner(id);
    const role = owner?.role ?? null;
    return { role, permissions: permissionsOf(role, owner?.ownPermissions ?? null) };
  }
}

/** Whether a change of a key's end lets it live longer; without an end it lives forever. */
function isLater(expiresAt: Date | null | undefined, before: string | null): boolean {
  if (expiresAt === undefined || before === null) return false;
  return expiresAt === null || expiresAt > new Date(before);
}

/** Expired keys count until they are revoked. */
function requireRoom({ own, all }: { own: number; all: number }): void {
  if (own >= MAX_KEYS_PER_USER)
    throw new Conflict('limit_reached', `You have ${MAX_KEYS_PER_USER} keys in this organization. Revoke one first.`);
  if (all >= MAX_KEYS)
    throw new Conflict('limit_reached', `The organization has ${MAX_KEYS} keys. One must be revoked first.`);
}

function requireMayMake(
  principal: Principal,
  permissions: readonly Permission[] | null,
  superAdmin: boolean,
  owner: KeyOwner,
): void {
  forbidWhileImpersonating(principal);
  if (superAdmin && !principal.superAdmin) throw new Forbidden('Only a Super Admin can make keys for Super Admins.');
  requireHeld(principal, permissions ?? []);
  if (owner === 'organization') {
    if (isAdmin(principal)) return;
    throw new Forbidden("Only the role Admin can make the organization's keys.");
  }
  if (superAdmin || principal.role !== null) return;
  throw new Conflict('membership_required', 'Without a role here, a key can only act with superAdmin: true.');
}

function forbidWhileImpersonating({ impersonator }: Principal): void {
  if (impersonator === null) return;
  throw new Forbidden('While impersonating, API keys cannot be changed.', 'impersonating');
}
