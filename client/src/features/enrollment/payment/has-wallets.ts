/**
 * Whether wallets can be offered: browsers have them only over https, and only Stripe itself can confirm them, not the
 * sandbox. R284
 * @param key the publishable key. Stripe's have at least 24 letters; the sandbox's is shorter
 * @param protocol the page's, such as `https:`
 */
export function hasWallets(key: string, protocol: string): boolean {
  return protocol === 'https:' && /^pk_(test|live)_\w{24}/.test(key);
}
