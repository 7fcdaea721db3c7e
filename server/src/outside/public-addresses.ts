import { BlockList, isIP } from 'node:net';

/**
 * The IPv4 networks that are not public: https://www.iana.org/assignments/iana-ipv4-special-registry, and those for many
 * receivers at once.
 */
const NOT_PUBLIC: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Within 2000::/3, which has all public IPv6 addresses: those that lead to others, and examples. */
const NOT_PUBLIC_V6: [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/**
 * R516
 * @param isLocalAllowed whether this machine's own addresses are allowed, as in the sandbox
 * @returns whether we may connect to a host: not if it is an address in a private network. A name is allowed
 */
export function createAddressCheck(isLocalAllowed: boolean): (host: string) => boolean {
  const blocked = new BlockList();
  for (const [network, prefix] of NOT_PUBLIC) blocked.addSubnet(network, prefix);
  for (const [network, prefix] of NOT_PUBLIC_V6) blocked.addSubnet(network, prefix, 'ipv6');
  const publicV6 = new BlockList();
  publicV6.addSubnet('2000::', 3, 'ipv6');
  const local = new BlockList();
  local.addSubnet('127.0.0.0', 8);
  local.addAddress('::1', 'ipv6');

  return (host) => {
    const address = host.replace(/^\[|\]$/g, '');
    const version = isIP(address);
    if (version === 0) return true;
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (isLocalAllowed && local.check(address, family)) return true;
    if (family === 'ipv6' && !publicV6.check(address, family)) return false;
    return !blocked.check(address, family);
  };
}
