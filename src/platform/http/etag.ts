import { hash } from 'node:crypto';
import type { Response } from 'express';
import type { Page } from '../../kernel/page';
import { PreconditionFailed } from '../../kernel/problems';
import { currentContext } from '../context/request-context';
import type { AnyKind, AnyRecord } from '../records/record-kind';

/**
 * The strong entity tag (RFC 9110, 8.8.3) of a record: a digest of the JSON that is sent, so that it changes whenever
 * the response does, derived fields included.
 *
 * @param json the record as the API shows it
 */
export function entityTag(json: string | Buffer): string {
  return `"${hash('sha256', json, 'base64url').slice(0, 22)}"`;
}

/**
 * The entity tag of a record. Names of users that it shows are no part of it: they change while nobody changes the record,
 * and are known to each process for moments longer than to others. Where a kind says what of its records people change, the
 * tag begins with a digest of that.
 *
 * @param kind what kind of record it is, if it has a description
 * @param omitted further fields that it does not cover
 * @param json the record as it is sent, if the caller has it
 */
export function recordTag(
  record: object,
  kind: AnyKind | null,
  omitted: readonly string[] = [],
  json?: string,
): string {
  const userNames = kind?.userNamesInJson ?? null;
  const text = omitted.length > 0 ? JSON.stringify(without(record, omitted)) : (json ?? JSON.stringify(record));
  const tag = entityTag(userNames === null ? text : text.replace(userNames, ''));
  const version = kind?.versionOf(record as AnyRecord) ?? null;
  return version === null ? tag : `${entityTag(JSON.stringify(version)).slice(0, -1)}.${tag.slice(1)}`;
}

/**
 * A page of records, each with the entity tag that it has as a single record.
 *
 * @param extraRowFields what rows have beyond the record
 */
export function withTags(page: unknown, kind: AnyKind | null, extraRowFields: readonly string[] = []): object {
  const { data, ...envelope } = page as Page<object>;
  return { data: data.map((row) => ({ ...row, etag: recordTag(row, kind, extraRowFields) })), ...envelope };
}

/** A proxy that compresses a response makes its tag weak: whoever sends it back has changed nothing. */
const WEAK =
  'If-Match has a weak tag (W/"…"), and weak tags never match: a proxy that compresses responses makes tags weak. Send the ' +
  'tag without W/, as rows of lists have it in `etag`.';

/**
 * Checks that If-Match names the current version (RFC 9110, 13.1.1). Call it with the record locked, before it is
 * changed.
 *
 * @param view the record as the API would show it now
 * @throws PreconditionFailed
 */
export function requireMatch(kind: AnyKind, view: object): void {
  requireTag((listed) => listed === recordTag(view, kind));
}

/**
 * Like {@link requireMatch}, for a change that does not depend on what else happens to a record: If-Match names a version
 * that is the current one as far as people change it.
 *
 * @throws PreconditionFailed
 */
export function requireSameVersion(kind: AnyKind, view: object): void {
  const current = versionIn(recordTag(view, kind));
  requireTag((listed) => versionIn(listed) === current);
}

function requireTag(isCurrent: (tag: string) => boolean): void {
  const { ifMatch } = currentContext();
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const listed = listedTags(ifMatch);
  if (listed.some(isCurrent)) return;
  throw listed.some((tag) => tag.startsWith('W/')) ? new PreconditionFailed(WEAK) : new PreconditionFailed();
}

/** The digest of what people change, or the whole tag where it has none. */
function versionIn(tag: string): string {
  return tag.replace(/^("[^".]+)\.[^".]+"$/, '$1"');
}

function without(record: object, fields: readonly string[]): object {
  return { ...record, ...Object.fromEntries(fields.map((name) => [name, undefined])) };
}

/** Whether If-None-Match names this version (RFC 9110, 13.1.2: weak comparison). */
export function matchesNone(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.trim() === '*' || listedTags(ifNoneMatch).some((listed) => opaque(listed) === opaque(tag));
}

/** True when a caller that reads has this version already: If-None-Match names the response's ETag. */
export function isKnown(response: Response): boolean {
  const { method, headers } = response.req;
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const tag = response.getHeader('ETag');
  return typeof tag === 'string' && matchesNone(ifNoneMatch, tag);
}

/** What a tag says, weak or not. */
function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

function listedTags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
