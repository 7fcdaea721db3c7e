import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import { type MailChoice, mailChoice } from '@speakifyr/contract/mail.ts';
import { id } from '@speakifyr/contract/fields.ts';
import jwt from 'jsonwebtoken';
import { ObjectId } from 'mongodb';
import * as z from 'zod';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findNewOwner, findUserWithId } from '../users/find-users.ts';
import { getMailModule } from './kinds/all.ts';
import { getMailChoice } from './mail-choice.ts';

/** The fields that change. */
type MailChange = { [K in keyof MailChoice]?: boolean };

/**
 * R83
 * @throws {ApiError} `session_expired` if the record is gone
 */
export async function changeMailChoice(
  _id: ObjectId,
  { reminders, news, campDay }: MailChange,
  { database }: Services,
): Promise<MailChoice> {
  const { users } = database.collections;
  const $set = {
    ...(reminders !== undefined && { 'mail.reminders': reminders }),
    ...(news !== undefined && { 'mail.news': news }),
    ...(campDay !== undefined && { 'mail.campDay': campDay }),
  };
  // MongoDB refuses an empty change.
  const user =
    Object.keys($set).length === 0
      ? await users.findOne({ _id })
      : await users.findOneAndUpdate({ _id }, { $set }, { returnDocument: 'after' });
  if (!user) throw new ApiError('session_expired');
  return getMailChoice(user);
}

type Choice = keyof MailChoice;
type Needs = Pick<Services, 'environment'>;

/** The web app's page with the button that turns emails off. */
export const OPT_OUT_PAGE = '/emails/turn-off';

/** Fixed, so that a token with another algorithm (or none) is refused. */
const ALGORITHM = 'HS256';
const ISSUER = 'speakifyr emails';

/**
 * The two addresses at which a person turns off this kind of email. `page` has the button, for the link in the email's
 * text. `call` is what mail programs call with POST, for the headers List-Unsubscribe and List-Unsubscribe-Post (RFC
 * 8058); opening it leads to the page. The links never expire: those in an old email must still work.
 * @returns undefined for an essential email
 */
export function makeOptOutLinks(
  userId: ObjectId,
  kind: MailKind,
  { environment }: Needs,
): { page: string; call: string } | undefined {
  const choice = getMailModule(kind).choice;
  if (!choice) return undefined;
  const token = jwt.sign({ choice }, readKey(environment), {
    algorithm: ALGORITHM,
    issuer: ISSUER,
    subject: userId.toHexString(),
    noTimestamp: true,
  });
  const query = new URLSearchParams({ token });
  const site = environment.PUBLIC_URL ?? '';
  return {
    page: `${site}${OPT_OUT_PAGE}?${query}`,
    call: `${site}/api/mailOptOut?${query}`,
  };
}

/** An email's text for people who may read it, but must not turn anything off for its recipient. */
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
  const userId = new ObjectId(sub);
  // Of a merged family, the account that stays gets these emails.
  const owner = findNewOwner((await findUserWithId(userId, services)) ?? null) ?? userId;
  try {
    await changeMailChoice(owner, { [choice]: false }, services);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  return choice;
}

const claimsSchema = z.object({ sub: id, choice: mailChoice.keyof() });

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

/** A separate key, so that no session token works as such a link, and no such link as a session token. */
function readKey({ JWT_SECRET }: Services['environment']): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', JWT_SECRET, '', ISSUER, 32)));
}
