import type { ObjectId } from 'mongodb';
import { findAnswers, findVersion } from '../../forms/form-store.ts';
import { findUserWithId } from '../../users/find-users.ts';
import { facts, quote } from '../content.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { nameChild, sayMoment } from '../parts/say.ts';

type FormSignedCause = { answerId: string; at: Date };

/** `child`: null if it is for the family, or an instructor. */
type FormSignedProps = {
  form: string;
  text: string;
  version: number;
  name: string;
  child: string | null;
  at: Date;
};

/** A copy of a waiver for who has signed it in the app: the text, its version, the name, and the moment. R663 */
export const formSigned = defineMail<FormSignedCause, FormSignedProps>({
  // Who signed on paper has the paper.
  isNotCalled: true,
  on: {
    async 'sign form'({ _id, by, at, data: { answerId } }, services) {
      const answer = (await findAnswers([answerId], services)).get(answerId);
      if (answer?.kind !== 'waiver') return [];
      const user = (await findUserWithId(by as ObjectId, services)) ?? undefined;
      return [{ id: `signed-${_id}`, about: { answerId, at }, to: user }];
    },
  },

  async read({ answerId, at }, { user, rights }, services) {
    const answer = (await findAnswers([answerId], services)).get(answerId);
    const signature = answer?.signatures.find((one) => one.at.getTime() === at.getTime());
    if (!answer || !signature?.by.equals(user._id)) return undefined;
    const isOfChild = answer.about === 'child';
    if (isOfChild && !rights.may('see', answer.personId)) return undefined;
    const { version, name } = signature;
    const terms = await findVersion(answer.formId, version, services);
    if (!terms) return undefined;
    const props = { form: terms.name, text: terms.text, version, name, at };
    return isOfChild
      ? { props: { ...props, child: signature.for }, childIds: [answer.personId] }
      : aboutNoChild({ ...props, child: null });
  },

  write({ form, text, version, name, child, at }, { timeZone }) {
    return {
      subject: 'Your copy of what you signed',
      parts: [
        `You have signed “${form}”. This is your copy.`,
        facts([
          ...(child === null ? [] : [['For', nameChild(child)] as [string, string]]),
          ['Signed by', name],
          ['On', sayMoment(at, timeZone)],
          ['Version', String(version)],
        ]),
        quote(text),
      ],
    };
  },
});
