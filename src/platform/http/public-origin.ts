import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Logger } from 'pino';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { LOGGER } from '../logging/logger';

/** Addresses that mean "every interface": a server listens on them, but no client can call them. */
const WILDCARDS = new Set(['0.0.0.0', '::']);

/** Where people reach the service from outside: what links in e-mails start with. */
@Injectable()
export class PublicOrigin implements OnApplicationBootstrap {
  private port: number;

  constructor(
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    private readonly adapterHost: HttpAdapterHost,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.port = configuration.port;
  }

  onApplicationBootstrap(): void {
    const server = this.adapterHost.httpAdapter.getHttpServer() as Server;
    // Kept: one that has stopped listening still responds to what it has begun, with links.
    server.once('listening', () => (this.port = (server.address() as AddressInfo).port));
    this.warnWithoutBaseUrl();
  }

  /**
   * `BASE_URL`, or what follows from host and port; without a trailing slash. With `PORT=0` the port is known from the
   * moment the service listens.
   *
   * @throws Error before that
   */
  get url(): string {
    const { baseUrl, host } = this.configuration;
    if (baseUrl !== null) return baseUrl;
    if (this.port === 0) throw new Error('PORT is 0 and the service does not listen yet: its address is not known.');
    const reachable = WILDCARDS.has(host) ? 'localhost' : host;
    return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${this.port}`;
  }

  /**
   * A link into the service.
   *
   * @param path starts with a slash
   * @param parameters of the query; encoded here
   */
  link(path: string, parameters: Readonly<Record<string, string>> = {}): string {
    const query = new URLSearchParams(parameters).toString();
    return `${this.url}${path}${query === '' ? '' : `?${query}`}`;
  }

  /** No reason to refuse the start: an installation that sends no mail and uses no passkeys works without. */
  private warnWithoutBaseUrl(): void {
    const { production, baseUrl } = this.configuration;
    if (!production || baseUrl !== null) return;
    this.logger.warn(
      'BASE_URL is not set: links in e-mails lead to an address of this machine, and passkeys work on this machine alone.',
    );
  }
}
