import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { MINUTE_MS } from '../../../kernel/durations';
import { hashToken } from '../../../kernel/ids';
import type { Principal } from '../../../kernel/principal';
import { TooManyRequests, Unauthenticated, ValidationFailed } from '../../../kernel/problems';
import type { AccessLinkPort, ShownByPhone } from '../../../platform/access/credentials';
import { currentContext, runInContext } from '../../../platform/context/request-context';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { hashPin, looksLikeLinkToken, organizationOfToken } from './access-link-token';
import { AccessLinksRepository, type LiveLink } from './access-links.repository';

const MAX_WRONG_PINS = 5;
const WRONG_PINS_MS = 15 * MINUTE_MS;
/** How exact the moment is at which a phone was last seen: its row is written at most this often. */
const SEEN_MS = MINUTE_MS;
const DEVICE = /^[\x20-\x7e]{1,64}$/;

/** Access links as credentials: a token, the phone's name, and the PIN where the link has one. */
@Injectable()
export class AccessLinkCredentials implements AccessLinkPort {
  constructor(
    private readonly links: AccessLinksRepository,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  looksLikeToken(token: string): boolean {
    return looksLikeLinkToken(token);
  }

  async authenticate(token: string, shown: ShownByPhone): Promise<Principal | null> {
    const organizationId = organizationOfToken(token);
    if (organizationId === null) return null;
    // Whatever is open already: what is noted of a phone stays, also when the request is rolled back.
    const own = { scope: { organizationId }, transaction: null, deferred: null, principal: null, renewPrincipal: null };
    return runInContext({ ...currentContext(), ...own }, async () => {
      const link = await this.links.findLive(hashToken(token), shown.device ?? '', this.clock.now());
      if (link === null) return null;
      const device = deviceIn(shown);
      await this.admit(link, device, link.pinHash && isRight(link.pinHash, token, shown.pin));
      return principalOf(link, organizationId, device);
    });
  }

  /**
   * Notes that the phone was there. While a link takes no PIN after wrong ones, phones that it has let in go on.
   *
   * @param isRightPin null where the link has none
   * @throws Unauthenticated `pin_wrong`, TooManyRequests
   */
  private async admit(link: LiveLink, device: string, isRightPin: boolean | null): Promise<void> {
    if (isRightPin === null || (isRightPin && link.deviceSeenAt !== null)) return this.see(link, device);
    const outcome = await this.unitOfWork.run(async () => {
      const wrong = await this.links.lockWrongPins(link.id);
      const now = this.clock.now();
      const recent = wrong.filter((at) => now.getTime() - at.getTime() < WRONG_PINS_MS);
      const oldest = recent.at(-MAX_WRONG_PINS);
      if (oldest !== undefined) return { lockedForMs: oldest.getTime() + WRONG_PINS_MS - now.getTime() };
      if (isRightPin) await this.links.seeDevice(link.id, device, now);
      else await this.links.update(link.id, { wrongPins: [...recent, now] });
      return { lockedForMs: 0 };
    });
    if (outcome.lockedForMs > 0)
      throw new TooManyRequests(outcome.lockedForMs / 1000, 'The access link takes no PIN for a while.');
    if (!isRightPin) throw new Unauthenticated('The PIN is wrong.', 'pin_wrong');
  }

  private async see({ id, deviceSeenAt }: LiveLink, device: string): Promise<void> {
    const now = this.clock.now();
    if (deviceSeenAt !== null && now.getTime() - Date.parse(deviceSeenAt) < SEEN_MS) return;
    await this.unitOfWork.run(() => this.links.seeDevice(id, device, now));
  }
}

/** @throws ValidationFailed naming the header */
function deviceIn({ device }: ShownByPhone): string {
  if (device === null) throw ValidationFailed.on('X-TE-Device', 'required', 'X-TE-Device is required.');
  if (DEVICE.test(device)) return device;
  const message = 'X-TE-Device must have 1 to 64 printable ASCII characters.';
  throw ValidationFailed.on('X-TE-Device', 'invalid_format', message, { min: 1, max: 64 });
}

/** @throws Unauthenticated `pin_required` */
function isRight(pinHash: Buffer, token: string, pin: string | null): boolean {
  if (pin === null) throw new Unauthenticated('The access link has a PIN.', 'pin_required');
  return timingSafeEqual(hashPin(token, pin), pinHash);
}

function principalOf(link: LiveLink, organizationId: string, device: string): Principal {
  const { id, name, kind, eventId, tripId, createdBy, organizationStatus, rateLimit } = link;
  return {
    kind: 'accessLink',
    credentialId: id,
    credentialName: name,
    userId: createdBy,
    userName: '',
    userEmail: '',
    organizationId,
    organizationStatus,
    rateLimit,
    role: null,
    permissions: new Set(),
    narrowed: true,
    scopes: new Set(),
    ofOrganization: true,
    superAdmin: false,
    freshUntil: null,
    accountFreshUntil: null,
    byProvider: false,
    secondFactorMissing: false,
    impersonator: null,
    field: { kind, eventId, tripId, device },
  };
}
