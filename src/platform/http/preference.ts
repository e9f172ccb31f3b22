import type { Request, Response } from 'express';

/**
 * Whether the caller prefers a media type over JSON (RFC 9110, 12.5.1), for an address that has both; sets `Vary:
 * Accept`. A caller who accepts neither, or does not say, gets JSON: a response of another type is better than none
 * (12.4.1).
 *
 * @param type such as `text/csv`
 */
export function prefers([request, response]: readonly [Request, Response], type: string): boolean {
  response.vary('Accept');
  // A range with a parameter matches only a type that has it.
  const offered = ['application/json', type].flatMap((each) => [each, `${each}; charset=utf-8; header=present`]);
  const preferred = request.accepts(offered);
  return typeof preferred === 'string' && preferred.startsWith(type);
}
