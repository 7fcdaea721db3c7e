import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { listPayLinkSeats, makePayCode, PAY_PAGE } from '../../payments/pay-link.ts';
import { facts, link } from '../content.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { findRecipient } from '../recipients.ts';
import type { Charge } from '../parts/props.ts';
import { nameClass, sayAll, sayCharge, sayMoment } from '../parts/say.ts';

type PayLinkCause = { linkId: ObjectId };
type PayLinkProps = { classNames: string[]; charge: Charge; heldUntil: Date; path: string };

/** The link with which a family without a log-in pays for reserved seats. The office reads it out to others. R582 */
export const payLink = defineMail<PayLinkCause, PayLinkProps>({
  isNotCalled: true,
  on: {
    async 'make pay link'({ data: { userId, linkId } }, services) {
      const to = await findRecipient(userId, services);
      return [{ id: `pay-link-${linkId.toHexString()}`, about: { linkId }, to }];
    },
  },

  /** Only of the last link, and while a seat is reserved that the reader may book. */
  async read({ linkId }, { user, rights }, services) {
    if (!user.payLink?.id.equals(linkId)) return undefined;
    const { held, items } = await listPayLinkSeats(user, services);
    const [first] = held
      .map(({ seat }) => seat.heldUntil)
      .sort((a, b) => a.getTime() - b.getTime());
    if (!first || !held.every(({ seat }) => rights.may('book', seat.childId))) return undefined;
    return aboutNoChild({
      classNames: [...new Set(held.map(({ campClass }) => campClass.name))],
      charge: { amount: sumAmounts(items), currency: SCHOOL.currency.toLowerCase() },
      heldUntil: first,
      path: `${PAY_PAGE}#${makePayCode(linkId, services)}`,
    });
  },

  write({ classNames, charge, heldUntil, path }, { timeZone }) {
    return {
      subject: `Pay for your seats: ${sayCharge(charge)}`,
      parts: [
        `We have reserved seats in ${sayAll(classNames.map(nameClass))}. With this link you pay for them by card, without an account. Anyone who has it can pay, and sees nothing else about your family.`,
        facts([
          ['Together', sayCharge(charge)],
          ['Until', sayMoment(heldUntil, timeZone)],
        ]),
        link('Pay by card', path),
        'The link ends with the reservation. You can also bring or send the money to the school.',
      ],
    };
  },
});
