import type { MessageReach } from '@speakifyr/contract/mail.ts';
import { countOf } from '../../../lib/count-of.ts';

type Reach = Pick<MessageReach, 'recipients' | 'families' | 'withoutMail'>;

/** `12 people` */
export function countPeople(count: number): string {
  return countOf(count, 'person', 'people');
}

/** Whom a message will reach, and who only sees it on their Messages page. */
export function describeReach({ recipients, families, withoutMail }: Reach): string {
  const whom = `${countPeople(recipients)}${families > 1 && families !== recipients ? ` in ${families} families` : ''}`;
  const gets = recipients === 1 ? `${whom} gets this.` : `${whom} get this, each of them once.`;
  return [gets, describeWithout({ recipients, withoutMail })].join(' ').trim();
}

/** Those who turned news off; empty if nobody did. */
function describeWithout({ recipients, withoutMail }: Omit<Reach, 'families'>): string {
  if (withoutMail === 0) return '';
  const where = 'on their Messages page';
  if (withoutMail === recipients && recipients > 1)
    return `All of them turned news off and only see it ${where}.`;
  if (recipients === 1) return `They turned news off and only see it ${where}.`;
  return withoutMail === 1
    ? `1 of them turned news off and only sees it ${where}.`
    : `${withoutMail} of them turned news off and only see it ${where}.`;
}
