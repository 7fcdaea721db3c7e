import type { ObjectId } from 'mongodb';
import type { ChildDocument } from '../../database/family-documents.ts';
import type { EventOf } from '../../database/event-document.ts';
import { findAnyChild } from '../../families/booking.ts';
import { listGuardiansOf } from '../../families/guardians.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { link, list } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { nameChild } from '../parts/say.ts';
import { findRecipient } from '../recipients.ts';

/** `partner`: the other one of the two. */
type CostShareCause = {
  childId: ObjectId;
  askedAt: Date;
  partner: ObjectId;
  news: 'asked' | 'accepted' | 'declined' | 'ended';
};

/** `who`: the other one of the two; null if no longer a guardian. `youPay`: in percent; null if it is over. */
type CostShareProps = {
  news: CostShareCause['news'];
  child: string;
  who: string | null;
  youPay: number | null;
  path: string;
};

/** Tells one of two guardians what the other one asks or answers about sharing the cost of a child's classes. R371 */
export const costShare = defineMail<CostShareCause, CostShareProps>({
  on: {
    'ask cost share': mailNews('asked'),
    'accept cost share': mailNews('accepted'),
    'decline cost share': mailNews('declined'),
    'end cost share': mailNews('ended'),
  },

  /** What is still true: the same question or agreement, or that there is none anymore. */
  async read({ childId, askedAt, partner, news }, { user, rights }, services) {
    if (!rights.isTheirs(childId)) return undefined;
    const child = await findAnyChild(childId, services);
    if (!child) return undefined;
    const share = readShare(child, user._id);
    const isOver = news === 'declined' || news === 'ended';
    const stands = share?.askedAt.getTime() === askedAt.getTime() && share.news === news;
    if (isOver ? child.costShare : !stands) return undefined;
    const [guardians = []] = (await listGuardiansOf([child], services)).values();
    const who = guardians.find((one) => one.user._id.equals(share?.partner ?? partner));
    const path = `/dashboard/children/${childId.toHexString()}#cost`;
    const youPay = share?.youPay ?? null;
    const props = { news, child: child.name, who: who?.user.name ?? null, youPay, path };
    return { props, childIds: [childId] };
  },

  write({ news, child, who, youPay, path }) {
    const name = who === null ? 'another guardian' : cut(cleanLine(who), 60) || 'another guardian';
    const classes = `${nameChild(child)}’s classes`;
    const shares = `You pay ${youPay}% and ${name} pays ${100 - (youPay ?? 0)}% of each class that is booked from now on.`;
    const subjects = {
      asked: 'Do you want to share the cost of classes?',
      accepted: 'You now share the cost of classes',
      declined: 'The cost of classes is not shared',
      ended: 'You no longer share the cost of classes',
    };
    const texts = {
      asked: [
        `${name} asks you to share what ${classes} cost. If you accept:`,
        list([
          shares,
          'Neither of you sees the other’s payments.',
          'Either of you can stop at any time. What is booked by then stays as it was.',
        ]),
        link('Accept or decline', path),
        'Until you accept, nothing is shared.',
      ],
      accepted: [
        `${name} has agreed to share what ${classes} cost. ${shares}`,
        link('See what you share', path),
      ],
      declined: [
        `You asked ${name} to share what ${classes} cost, and they said no. Nothing changes: the parent who books pays the full price.`,
      ],
      ended: [
        `You no longer share what ${classes} cost with ${name}. From now on, the parent who books pays the full price. What was booked before stays as it was.`,
        'If you have a question, please reply to this email.',
      ],
    };
    return { subject: subjects[news], parts: texts[news] };
  },
});

/** What is asked or agreed, as one of the two sees it. `news`: what they hear of it. */
function readShare({ costShare: share }: ChildDocument, reader: ObjectId) {
  if (!share) return undefined;
  const { askedBy, other, percent, askedAt, agreedAt } = share;
  if (askedBy.equals(reader)) {
    const news = agreedAt ? 'accepted' : undefined;
    return { askedAt, news, partner: other, youPay: 100 - percent };
  }
  if (!other.equals(reader)) return undefined;
  return { askedAt, news: agreedAt ? undefined : 'asked', partner: askedBy, youPay: percent };
}

type CostShareEvent = EventOf<
  'ask cost share' | 'accept cost share' | 'decline cost share' | 'end cost share'
>;

function mailNews(news: CostShareCause['news']) {
  return async (
    { _id, data: { childId, askedAt, partner, tell: reader } }: CostShareEvent,
    services: Services,
  ) => {
    if (!reader) return [];
    const about = { childId, askedAt, partner, news };
    return [{ id: `share-${_id}`, about, to: await findRecipient(reader, services) }];
  };
}
