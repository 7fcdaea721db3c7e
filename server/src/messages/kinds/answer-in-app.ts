import type { ObjectId } from 'mongodb';
import type { EventOf } from '../../database/event-document.ts';
import { findRequest } from '../../prices/aid-store.ts';
import type { Services } from '../../services.ts';
import { link } from '../content.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { findRecipient } from '../recipients.ts';

type AnswerCause = { requestId: ObjectId };

/**
 * The school has answered a request for financial aid. The email doesn't say what it is about, nor does the page's
 * address: others may see the mailbox, and the office sees the school's emails. R452
 */
export const answerInApp = defineMail<AnswerCause, object>({
  isSecret: true,
  isForDirectors: true,
  on: { 'award aid': mailAnswer, 'decline aid': mailAnswer },

  async read({ requestId }, { user }, services) {
    const request = await findRequest(requestId, services);
    return request?.answeredAt && request.userId.equals(user._id) ? aboutNoChild({}) : undefined;
  },

  write: () => ({
    subject: 'There is an answer for you',
    parts: [
      'You have asked the school something in the app. The answer is there.',
      link('Read the answer', '/dashboard/requests'),
      'For your privacy, this email doesn’t say what it is about.',
    ],
  }),
});

async function mailAnswer(
  { data: { requestId } }: EventOf<'award aid' | 'decline aid'>,
  services: Services,
) {
  const request = await findRequest(requestId, services);
  if (!request) return [];
  const to = await findRecipient(request.userId, services);
  return [{ id: `answer-${requestId.toHexString()}`, about: { requestId }, to }];
}
