import { INVISIBLE } from './visible-text.ts';

/**
 * What the log-in service takes, and so what the school takes: a dot-atom of RFC 5322 at a host name. No quotes, no
 * letters outside of ASCII before the @; a domain in other letters is kept as DNS knows it (`xn--`). R540
 */
export const EMAIL_ADDRESS =
  /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/;

/**
 * R541
 * @param typed an address as somebody types or pastes it
 * @returns it in lower case, without spaces and invisible marks around it, with the domain as DNS knows it. Whether it is one,
 *   EMAIL_ADDRESS says
 */
export function readEmailAddress(typed: string): string {
  const text = typed
    // A Japanese keyboard's.
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(INVISIBLE, '')
    .trim()
    .replace(/^mailto:/i, '');
  const at = text.lastIndexOf('@');
  // Not toLowerCase(): it turns some other letters into ASCII ones.
  const local = text.slice(0, at + 1).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return local + readDomain(text.slice(at + 1));
}

function readDomain(domain: string): string {
  const isHost = !/[\s!-,/:-@[-`{-~]/.test(domain);
  return isHost && URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}

/** The link that opens a mail program. Some signs of an address mean something else in a link. */
export function linkToMail(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`;
}
