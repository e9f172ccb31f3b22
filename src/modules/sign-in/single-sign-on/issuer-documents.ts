import { Inject, Injectable } from '@nestjs/common';
import type { ExportedJWKSCache, ServerMetadata } from 'openid-client';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { MINUTE_MS } from '../../../kernel/durations';
import { firstOf } from '../../../kernel/lists';
import { ProviderFailure } from './provider-failure';
import { failing, ProviderHttp } from './provider-http';
import { endpointsOf, readKeys, readMetadata } from './provider-metadata';

/** How long they are kept: key sets change by the day, and the new key of one is looked up when it is first seen. */
const KEPT_MS = 5 * MINUTE_MS;
/** How long it is remembered that they could not be read. */
const FAILURE_KEPT_MS = 30_000;
const MAX_ISSUERS = 500;

const WELL_KNOWN = '/.well-known/openid-configuration';

/** What an issuer publishes: how to speak with it, and the keys by which it signs. */
export interface PublishedDocuments {
  readonly metadata: ServerMetadata;
  keys: ExportedJWKSCache;
}

interface Entry {
  readonly documents: Promise<PublishedDocuments>;
  /** In milliseconds since 1970; infinite while they are being read. */
  keptUntil: number;
}

/**
 * The documents of issuers, kept for some minutes, so that nobody makes the service call a provider again and again. They
 * are read by one call at a time, and are the same for all organizations that name the issuer; clients and secrets are
 * not among them, so changed ones are used at once.
 */
@Injectable()
export class IssuerDocuments {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly http: ProviderHttp,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ProviderFailure unless they can be read, are complete and are the issuer's own */
  of(issuer: string): Promise<PublishedDocuments> {
    const entry = this.entries.get(issuer);
    return entry !== undefined && entry.keptUntil > this.now() ? entry.documents : this.load(issuer);
  }

  /** Like {@link of}, as they are now. */
  reload(issuer: string): Promise<PublishedDocuments> {
    const entry = this.entries.get(issuer);
    return entry?.keptUntil === Infinity ? entry.documents : this.load(issuer);
  }

  private load(issuer: string): Promise<PublishedDocuments> {
    const entry: Entry = { documents: failing(() => this.read(issuer)), keptUntil: Infinity };
    const keep = (ms: number) => (entry.keptUntil = this.now() + ms);
    entry.documents.then(
      () => keep(KEPT_MS),
      () => keep(FAILURE_KEPT_MS),
    );
    // The one that was read first is the first in the map.
    this.entries.delete(issuer);
    this.entries.set(issuer, entry);
    if (this.entries.size > MAX_ISSUERS) this.entries.delete(firstOf(this.entries.keys()));
    return entry.documents;
  }

  private async read(issuer: string): Promise<PublishedDocuments> {
    if (/[?#]/.test(issuer)) throw new ProviderFailure('An issuer has no query and no fragment.');
    // People copy the address of the configuration as well: its content says what the issuer is.
    const base = issuer.endsWith(WELL_KNOWN) ? issuer.slice(0, -WELL_KNOWN.length) : issuer.replace(/\/$/, '');
    const metadata = readMetadata(await this.http.document(base + WELL_KNOWN), issuer);
    await Promise.all(endpointsOf(metadata).map(([name, url]) => this.http.requireCallable(name, url)));
    const keys = readKeys(await this.http.document(metadata.jwks_uri));
    // openid-client goes by the process's own clock.
    return { metadata, keys: { jwks: { keys }, uat: Math.floor(Date.now() / 1_000) } as ExportedJWKSCache };
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
