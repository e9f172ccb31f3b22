import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress, withoutMapping, type IpAddress } from '../../kernel/ip-address';

type Network = readonly [IpAddress, number];

/**
 * IPv4 addresses that are not ordinary hosts of the public internet: all ranges of IANA's special-purpose registry (RFC
 * 6890), even those that are globally reachable, and multicast.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network (RFC 791)
  '10.0.0.0/8', // private (RFC 1918)
  '100.64.0.0/10', // carrier-grade NAT (RFC 6598)
  '127.0.0.0/8', // loopback (RFC 1122)
  '168.63.129.16/32', // Azure's platform, as seen from its machines; in no registry
  '169.254.0.0/16', // link-local (RFC 3927); the metadata of most clouds
  '172.16.0.0/12', // private (RFC 1918)
  '192.0.0.0/24', // protocol assignments (RFC 6890)
  '192.0.2.0/24', // documentation (RFC 5737)
  '192.31.196.0/24', // AS112 (RFC 7535)
  '192.52.193.0/24', // multicast tunnels (RFC 7450)
  '192.88.99.0/24', // 6to4 relays (RFC 7526)
  '192.168.0.0/16', // private (RFC 1918)
  '192.175.48.0/24', // AS112 (RFC 7534)
  '198.18.0.0/15', // benchmarking (RFC 2544)
  '198.51.100.0/24', // documentation (RFC 5737)
  '203.0.113.0/24', // documentation (RFC 5737)
  '224.0.0.0/4', // multicast (RFC 5771)
  '240.0.0.0/4', // reserved, and broadcast (RFC 1112, RFC 919)
].map((network) => ipaddr.parseCIDR(network));

/**
 * All that is on the public internet (RFC 4291, 2.4; IANA has given out nothing else). Outside of it are loopback,
 * IPv4-mapped and -compatible addresses, NAT64 (RFC 6052, RFC 8215), discard-only (RFC 6666), segment routing (RFC
 * 9602), unique local, link-local, site-local and multicast ones.
 */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** The special ranges within it. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments (RFC 2928), Teredo (RFC 4380) among them
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4 (RFC 3056): embeds any IPv4 address
  '2620:4f:8000::/48', // AS112 (RFC 7534)
  '3fff::/20', // documentation (RFC 9637)
].map((network) => ipaddr.parseCIDR(network));

const MAPPED_PREFIX_BITS = 96;

/** How many verdicts are cached. An address's verdict never changes. */
const MAX_VERDICTS = 1_000;

/**
 * Decides which addresses may be called: those of the public internet, and those of the networks that the operator
 * allows. No other special address is allowed: neither those of this machine and its neighbours, nor those that embed
 * another address, which a router may unpack.
 */
export class AddressWall {
  private readonly allowed: readonly Network[];
  private readonly verdicts = new Map<string, boolean>();

  /** @param allowedNetworks CIDR ranges or single addresses, as the configuration has checked them */
  constructor(allowedNetworks: readonly string[]) {
    this.allowed = allowedNetworks.map(toNetwork);
  }

  /** @param address an IPv4 or IPv6 address as a resolver gives it; anything else is not allowed */
  allows(address: string): boolean {
    const known = this.verdicts.get(address);
    if (known !== undefined) return known;
    const verdict = this.judge(address);
    if (this.verdicts.size >= MAX_VERDICTS) this.verdicts.clear();
    this.verdicts.set(address, verdict);
    return verdict;
  }

  private judge(text: string): boolean {
    // Only the spellings that resolvers and URL give.
    if (isIP(text) === 0) return false;
    const address = parseAddress(text);
    if (!isSpecial(address)) return true;
    // For a mapped address the system calls the IPv4 one. Other embedding forms are interpreted elsewhere on the
    // network.
    const called = withoutMapping(address);
    return this.allowed.some((network) => contains(network, called));
  }
}

function toNetwork(text: string): Network {
  const [address, prefix] = text.split('/') as [string, string?];
  const parsed = parseAddress(address);
  const bits = prefix === undefined ? (parsed.kind() === 'ipv4' ? 32 : 128) : Number(prefix);
  return parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && bits >= MAPPED_PREFIX_BITS
    ? [parsed.toIPv4Address(), bits - MAPPED_PREFIX_BITS]
    : [parsed, bits];
}

function isSpecial(address: IpAddress): boolean {
  if (address.kind() === 'ipv4') return SPECIAL_IPV4.some((network) => contains(network, address));
  return !contains(GLOBAL_IPV6, address) || SPECIAL_IPV6.some((network) => contains(network, address));
}

function contains([network, bits]: Network, address: IpAddress): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}
