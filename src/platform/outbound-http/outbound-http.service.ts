import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ArraySet } from '../../kernel/array-set';
import { AddressWall } from './address-wall';
import { Attempt } from './attempt';
import { Connections } from './connections';
import { LOCALHOST, LOOPBACK_ADDRESSES, type HostResolver } from './host-resolver';
import { exchangeOver, type OutboundExchange, type OutboundRequest } from './outbound-exchange';
import { UncallableUrl, type OutboundError, type OutboundPost, type Outcome } from './outbound-post';
import { readTarget, type Target } from './target';

/** How long resolving a name may take. After that it counts as not found. */
const RESOLVE_TIMEOUT_MS = 5_000;
/** How many parsed URLs are kept. What a URL parses to never changes. */
const MAX_TARGETS = 1_000;

/** The outcome of an attempt whose URL may not be called any more. */
const ERRORS: Readonly<Record<UncallableUrl['code'], OutboundError>> = {
  url_invalid: 'invalid_url',
  https_required: 'invalid_url',
  host_unresolvable: 'dns_failed',
  address_refused: 'address_refused',
};

/** The operator's settings for outbound calls. */
export interface OutboundHttpOptions {
  /** Allows no URL that begins with http:. */
  httpsOnly: boolean;
  /** CIDRs that may be called although they are private, such as `127.0.0.0/8`. */
  allowedNetworks: readonly string[];
}

/**
 * Calls addresses that customers name, and none of the operator's own network. Every call resolves the name, checks all
 * its addresses and connects to one of them. Redirects are not followed.
 */
@Injectable()
export class OutboundHttp implements OnApplicationShutdown {
  private readonly httpsOnly: boolean;
  private readonly wall: AddressWall;
  private readonly connections = new Connections();
  private readonly targets = new Map<string, Target>();
  private readonly attempts = new ArraySet<Attempt>();
  private closed = false;

  constructor(
    { httpsOnly, allowedNetworks }: OutboundHttpOptions,
    private readonly resolver: HostResolver,
  ) {
    this.httpsOnly = httpsOnly;
    this.wall = new AddressWall(allowedNetworks);
  }

  /**
   * Checks a URL before it is stored. Each call checks it again, since a name's addresses may change.
   *
   * @throws UncallableUrl when it is no URL, when its host can't be found within 5 seconds, or when one of its
   *   addresses must not be called
   */
  async requireCallable(url: string): Promise<void> {
    const target = readTarget(url, this.httpsOnly);
    this.requireAllowed(target, target.hostIsAddress ? [target.host] : await this.addressesOf(target.host));
  }

  /**
   * Sends one request. Whatever the other side does, the outcome comes within the timeout, and no more than 16 KiB of
   * the response's body are read.
   *
   * @throws InvalidArgumentError of undici for headers that can't be sent
   */
  post(post: OutboundPost): Promise<Outcome> {
    const attempt: Attempt = new Attempt(post.timeoutMs, (connection, reusable) => {
      this.attempts.delete(attempt);
      if (connection === null) return;
      if (reusable && !this.closed) this.connections.giveBack(connection);
      else this.connections.discard(connection);
    });
    this.attempts.add(attempt);
    this.start(attempt, post);
    return attempt.outcome;
  }

  /**
   * Sends one request and reads the whole response, for protocols that need it. The wall is the same.
   *
   * @throws UncallableUrl for an address that may not be called; Error when there is no response within the timeout, or
   *   its body is longer than `maxBytes`
   */
  async exchange(request: OutboundRequest): Promise<OutboundExchange> {
    const target = this.targetOf(request.url);
    const addresses = target.hostIsAddress ? [target.host] : await this.addressesOf(target.host);
    this.requireAllowed(target, addresses);
    if (this.closed) throw new Error('The service is shutting down.');
    const connection = this.connections.take(target, addresses);
    try {
      const exchange = await exchangeOver(connection, target.path, request);
      this.connections.giveBack(connection);
      return exchange;
    } catch (error) {
      this.connections.discard(connection);
      throw error;
    }
  }

  /** Cuts off what is under way: it ends with `cut_off`, and so does whatever is begun afterwards. */
  close(): void {
    this.closed = true;
    // A copy: each attempt removes itself from the set when it ends.
    for (const attempt of [...this.attempts]) attempt.end('cut_off');
    this.connections.close();
  }

  onApplicationShutdown(): void {
    this.close();
  }

  private start(attempt: Attempt, post: OutboundPost): void {
    if (this.closed) return attempt.end('cut_off');
    try {
      const target = this.targetOf(post.url);
      if (target.hostIsAddress) return this.send(attempt, target, [target.host], post);
      this.addressesOf(target.host)
        .then((addresses) => this.send(attempt, target, addresses, post))
        .catch((error: unknown) => this.endWithError(attempt, error));
    } catch (error) {
      this.endWithError(attempt, error);
    }
  }

  private send(attempt: Attempt, target: Target, addresses: readonly string[], { headers, body }: OutboundPost): void {
    if (attempt.ended) return;
    this.requireAllowed(target, addresses);
    const connection = this.connections.take(target, addresses);
    attempt.send(connection, { path: target.path, method: 'POST', headers, body });
  }

  private endWithError(attempt: Attempt, error: unknown): void {
    if (error instanceof UncallableUrl) attempt.end(ERRORS[error.code]);
    else attempt.fail(error);
  }

  private targetOf(url: string): Target {
    let target = this.targets.get(url);
    if (target !== undefined) return target;
    target = readTarget(url, this.httpsOnly);
    if (this.targets.size >= MAX_TARGETS) this.targets.clear();
    this.targets.set(url, target);
    return target;
  }

  private async addressesOf(name: string): Promise<readonly string[]> {
    if (LOCALHOST.test(name)) return this.loopbackAddresses();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<readonly string[]>((resolve) => {
      timer = setTimeout(() => resolve([]), RESOLVE_TIMEOUT_MS).unref();
    });
    try {
      return await Promise.race([this.resolver.resolve(name), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** No name server decides what this name means, so it is enough that one of its two addresses is allowed. */
  private loopbackAddresses(): readonly string[] {
    const allowed = LOOPBACK_ADDRESSES.filter((address) => this.wall.allows(address));
    return allowed.length > 0 ? allowed : LOOPBACK_ADDRESSES;
  }

  /**
   * @throws UncallableUrl the same for a name that is not found and one that must not be called: whoever asks would learn
   *   which names there are in the operator's network. An address in the URL itself, and the names of this machine, tell nothing
   */
  private requireAllowed({ host, hostIsAddress }: Target, addresses: readonly string[]): void {
    // All must be allowed: which of them is called would be up to chance, or to the owner of the name.
    if (addresses.length > 0 && addresses.every((address) => this.wall.allows(address))) return;
    if (hostIsAddress || LOCALHOST.test(host))
      throw new UncallableUrl('address_refused', 'The host of the URL is at an address that may not be called.');
    throw new UncallableUrl('host_unresolvable', 'The host of the URL is not found at an address that may be called.');
  }
}
