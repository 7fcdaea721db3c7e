/**
 * Pictures may only be on our own site (a path) or at an image host of the school. Anywhere else, a stranger could see
 * who views which page. R46
 * @param origins IMAGE_ORIGINS
 */
export function isOwnPicture(address: string, origins: string[]): boolean {
  if (address === '' || address.startsWith('/')) return true;
  return URL.canParse(address) && origins.includes(new URL(address).origin);
}
