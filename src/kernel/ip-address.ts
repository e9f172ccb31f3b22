import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads an address, without the zone, which says on which link it is (RFC 4007).
 *
 * @param text one that Node's isIP takes: ipaddr.js reads others too ("0177.1"), and the system may differ from it
 */
export function parseAddress(text: string): IpAddress {
  const [address] = text.split('%') as [string];
  if (!address.includes(':')) return ipaddr.IPv4.parse(address);
  // URL writes IPv6 without dots (RFC 5952). With them ipaddr.js takes an IPv4-compatible address for a mapped one.
  return ipaddr.IPv6.parse(new URL(`http://[${address}]/`).hostname.slice(1, -1));
}

/** An IPv4 address that is written as an IPv6 one (RFC 4291, section 2.5.5.2) as what it is, any other as it is. */
export function withoutMapping(address: IpAddress): IpAddress {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
