import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { MailChoice } from '@speakifyr/contract/mail.ts';
import { id } from '@speakifyr/contract/fields.ts';
import jwt from 'jsonwebtoken';
import { ObjectId } from 'mongodb';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { getMail } from './kinds/all.ts';
import { changeMailChoice } from './my-mail.ts';

type Choice = keyof MailChoice;
type Needs = Pick<Services, 'environment'>;

/** The web app's page with the button that turns emails off. */
export const OPT_OUT_PAGE = '/emails/turn-off';

/** Fixed, so that a token with another algorithm (or none) is refused. */
const ALGORITHM = 'HS256';
const ISSUER = 'speakifyr emails';

/**
 * @returns for the headers List-Unsubscribe and List-Unsubscribe-Post (RFC 8058): the address that mail programs call
 *   with POST. Opening it leads to the page of `makeOptOutPath`. undefined for an essential email
 */
export function makeOptOutUrl(
  userId: ObjectId,
  kind: MailKind,
  services: Needs,
): string | undefined {
  const query = makeQuery(userId, kind, services);
  return query && `${services.environment.PUBLIC_URL ?? ''}/api/mailOptOut?${query}`;
}

/**
 * @returns for the link in the email's text: the path of the page with the button, such as
 *   `/emails/turn-off?token=…`. undefined for an essential email
 */
export function makeOptOutPath(
  userId: ObjectId,
  kind: MailKind,
  services: Needs,
): string | undefined {
  const query = makeQuery(userId, kind, services);
  return query && `${OPT_OUT_PAGE}?${query}`;
}

/** An email's text for people who may read it but not turn anything off for its recipient. */
export function hideOptOutToken(text: string): string {
  return text.replaceAll(/(\/emails\/turn-off\?token=)[\w.-]+/g, '$1…');
}

/**
 * Turns off what a signed link is for. May be repeated. If the account is gone, there is nothing to turn off.
 * @returns what is off now
 * @throws {ApiError} `link_invalid` if the link is not ours
 */
export async function optOut(token: string, services: Services): Promise<Choice> {
  const claims = readToken(token, services);
  if (!claims) throw new ApiError('link_invalid');
  const { sub, choice } = claims;
  try {
    await changeMailChoice(new ObjectId(sub), { [choice]: false }, services);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  return choice;
}

/** The link has no end: an old email's link must still work. */
function makeQuery(userId: ObjectId, kind: MailKind, { environment }: Needs): string | undefined {
  const choice = getMail(kind).choice;
  if (!choice) return undefined;
  const token = jwt.sign({ choice }, readKey(environment), {
    algorithm: ALGORITHM,
    issuer: ISSUER,
    subject: userId.toHexString(),
    noTimestamp: true,
  });
  return new URLSearchParams({ token }).toString();
}

const claimsSchema = z.object({ sub: id, choice: z.enum(['reminders', 'news']) });

function readToken(
  token: string,
  { environment }: Needs,
): z.output<typeof claimsSchema> | undefined {
  try {
    const claims = jwt.verify(token, readKey(environment), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
    });
    return claimsSchema.safeParse(claims).data;
  } catch {
    // Any error means that the token is not ours.
    return undefined;
  }
}

/** A key of its own, so that no session token is such a link, and no such link is a session token. */
function readKey({ JWT_SECRET }: Services['environment']): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', JWT_SECRET, '', ISSUER, 32)));
}
