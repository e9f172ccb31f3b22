import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress, withoutMapping } from '../../kernel/ip-address';

/**
 * The key of an address where callers are distinguished by theirs. An IPv6 address counts as its /64: whoever has one
 * has all 2^64 of them (RFC 6177), and would be a new caller with each. An IPv4 address that is written as an IPv6 one
 * counts as what it is, and one that a proxy names together with a port counts without it.
 */
export function networkOf(address: string | null | undefined): string {
  const [bare] = withoutPort(address ?? 'unknown').split('%') as [string];
  if (!isIPv6(bare)) return bare;
  const parsed = withoutMapping(parseAddress(bare));
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function withoutPort(address: string): string {
  const [, host] = /^\[?([^\]]+?)\]?:\d+$/.exec(address) ?? [];
  return host !== undefined && (isIPv4(host) || address.startsWith('[')) ? host : address;
}
