import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress, withoutMapping } from '../../kernel/ip-address';

/**
 * The address of a caller, without the zone that it is on, and without the port that some proxies name with it.
 *
 * @param text what a connection or a proxy says
 * @returns null for what is no address, which proxies pass on that do not write the field themselves
 */
export function addressOf(text: string | null | undefined): string | null {
  const [bare] = withoutPort(text ?? '').split('%') as [string];
  return isIP(bare) === 0 ? null : bare;
}

/**
 * The key of an address where callers are distinguished by theirs. An IPv6 address counts as its /64: whoever has one
 * has all 2^64 of them (RFC 6177), and would be a new caller with each. An IPv4 address that is written as an IPv6 one
 * counts as what it is. All who have none are one caller: with each text that is no address they would be a new one.
 *
 * @param text as in {@link addressOf}
 */
export function networkOf(text: string | null | undefined): string {
  const address = addressOf(text);
  if (address === null) return 'unknown';
  const parsed = withoutMapping(parseAddress(address));
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function withoutPort(text: string): string {
  const [, host] = /^\[?([^\]]+?)\]?:\d+$/.exec(text) ?? [];
  return host !== undefined && (isIPv4(host) || text.startsWith('[')) ? host : text;
}
