import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isAddress, isLoopback } from '../../kernel/host';
import { Forbidden } from '../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../config/configuration';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Keeps other sites from acting with a signed-in user's cookie. SameSite=Lax keeps most of them out already; this also
 * stops what a browser sends along anyway, such as a request from a sister domain. Requests of programs carry neither
 * header and pass: without a browser there is no planted cookie.
 */
@Injectable()
export class CrossSiteDefence {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  /** True when an unsafe request comes from this site or from an origin of the configuration. */
  allows(request: Request): boolean {
    if (SAFE_METHODS.has(request.method)) return true;
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none';
    if (this.configuration.corsOrigins.includes(origin)) return true;
    return this.isOwn(origin, request) && site !== 'cross-site';
  }

  error(): Forbidden {
    return new Forbidden('A session cannot be used from another site.', 'cross_site');
  }

  private isOwn(origin: string, request: Request): boolean {
    const { baseUrl } = this.configuration;
    const { host } = request.headers;
    if (baseUrl !== null) {
      const base = new URL(baseUrl);
      // Behind a proxy that adds TLS, what comes from our name without it looks like our own.
      if (origin === base.origin || host === base.host) return origin === base.origin;
      // Anybody's name server can let a name of theirs lead here (DNS rebinding), and their page is of that name then.
      const { hostname } = new URL(`http://${host}`);
      if (!isAddress(hostname) && !isLoopback(hostname)) return false;
    }
    return origin === `${request.protocol}://${host}`;
  }
}
