import type { ObjectId } from 'mongodb';
import { findChildren } from '../../families/booking.ts';
import { listGuardiansWho } from '../../families/guardians.ts';
import { findAnswers, findForms } from '../../forms/form-store.ts';
import { isAskedNow } from '../../forms/lacking.ts';
import type { Services } from '../../services.ts';
import { findUserWithId } from '../../users/find-users.ts';
import { link } from '../content.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { FORMS_PATH } from '../parts/find.ts';
import { nameChild } from '../parts/say.ts';
import { toEach } from '../recipients.ts';

type DocumentRefusedCause = { answerId: string; fileId: ObjectId };

/** `child`: null if it is for the family, or an instructor. */
type DocumentRefusedProps = { form: string; child: string | null };

/**
 * Tells those who may hand in another one that the school can't take a document. Why is in the app: it may say something
 * about the child's health. R694
 */
export const documentRefused = defineMail<DocumentRefusedCause, DocumentRefusedProps>({
  on: {
    async 'decide document'({ _id, data: { answerId, fileId, after } }, services) {
      if (after?.state !== 'refused') return [];
      const answer = (await findAnswers([answerId], services)).get(answerId);
      if (!answer) return [];
      const users =
        answer.about === 'child'
          ? await listGuardiansWho('book', answer.personId, services)
          : await findOnly(answer.personId, services);
      return toEach(users, `refused-${_id}`, { answerId, fileId });
    },
  },

  async read({ answerId, fileId }, { user, rights }, services) {
    const answer = (await findAnswers([answerId], services)).get(answerId);
    const file = answer?.files?.find(({ _id }) => _id.equals(fileId));
    // By now, there is another one, or the office has changed its mind.
    if (!answer || file?.state !== 'refused') return undefined;
    const [form] = await findForms([answer.formId], services);
    const { personId, about } = answer;
    // If no class needs the document now, the family has nothing to send.
    if (!form || !(await isAskedNow(form, personId, services))) return undefined;
    const props = { form: form.published.name };
    if (about !== 'child')
      return personId.equals(user._id) ? aboutNoChild({ ...props, child: null }) : undefined;
    const [child] = rights.mayChange(personId) ? await findChildren([personId], services) : [];
    return child && { props: { ...props, child: child.name }, childIds: [personId] };
  },

  write({ form, child }) {
    const whose = child === null ? '' : ` for ${nameChild(child)}`;
    return {
      subject: 'Please send a document again',
      parts: [
        `We can’t take what you sent us${whose}: “${form}”.`,
        'Why, and what we need instead, is with your forms. The seat stays.',
        link('See why, and send another one', FORMS_PATH),
      ],
    };
  },
});

async function findOnly(userId: ObjectId, services: Services) {
  const user = await findUserWithId(userId, services);
  return user ? [user] : [];
}
