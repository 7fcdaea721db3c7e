import { isIPv4, isIPv6 } from 'node:net';
import type { Request } from 'express';

/**
 * The address that a caller is counted by: of the connection or, behind TRUST_PROXY proxies, the one that the
 * outermost of them saw; what stands further left in X-Forwarded-For anybody can write.
 * Of an IPv6 address its first 64 bits, since a home or a phone has all of those that share them.
 */
export function readCallerAddress({ ip, socket }: Request): string {
  const address = [ip, socket.remoteAddress].find((text) => text && (isIPv4(text) || isIPv6(text)));
  if (!address) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  return isIPv4(address) ? address : toNetwork(address);
}

/** @returns the first four groups of an IPv6 address, e.g. `2001:db8:0:1` */
function toNetwork(address: string): string {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  // `::` stands for as many zeros as are missing. An IPv4 address at the end would count as two.
  const after = tail?.split(':').filter(Boolean) ?? [];
  const written = groups.length + after.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - written }, () => '0');
  return [...groups, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
