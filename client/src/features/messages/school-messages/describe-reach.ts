import type { MessageReach } from '@speakifyr/contract/mail.ts';
import { countOf } from '../../../lib/count-of.ts';

type Reach = Pick<MessageReach, 'recipients' | 'families' | 'withoutMail' | 'toCall'>;

/** `12 people` */
export function countPeople(count: number): string {
  return countOf(count, 'person', 'people');
}

/** Whom a message will reach, who only sees it on their Messages page, and how many must be called. */
export function describeReach({ recipients, families, withoutMail, toCall }: Reach): string {
  const reached = recipients - toCall;
  const ofFamilies = families > 1 && families !== recipients ? ` in ${families} families` : '';
  const whom = `${countPeople(reached)}${toCall === 0 ? ofFamilies : ''}`;
  const gets = reached === 1 ? `${whom} gets this.` : `${whom} get this, each of them once.`;
  return [
    reached > 0 && gets,
    describeWithout({ recipients: reached, withoutMail }),
    toCall > 0 && describeCalls(toCall),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Those whom no email reaches. */
export function describeCalls(toCall: number): string {
  return `${countOf(toCall, 'person has', 'people have')} no email address: the office calls them.`;
}

/** Those who turned news off; empty if nobody did. */
function describeWithout({
  recipients,
  withoutMail,
}: Pick<Reach, 'recipients' | 'withoutMail'>): string {
  if (withoutMail === 0) return '';
  const where = 'on their Messages page';
  if (withoutMail === recipients && recipients > 1)
    return `All of them turned news off and only see it ${where}.`;
  if (recipients === 1) return `They turned news off and only see it ${where}.`;
  return withoutMail === 1
    ? `1 of them turned news off and only sees it ${where}.`
    : `${withoutMail} of them turned news off and only see it ${where}.`;
}
