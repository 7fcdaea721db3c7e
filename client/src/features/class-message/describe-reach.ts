import type { MessageReach } from '@speakifyr/contract/mail.ts';

type Reach = Pick<MessageReach, 'recipients' | 'withoutMail'>;

/** `12 people` */
export function countPeople(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

/** Whom a message will reach, and who only sees it on their Messages page. */
export function describeReach({ recipients, withoutMail }: Reach): string {
  const gets = recipients === 1 ? '1 person gets this.' : `${recipients} people get this.`;
  return [gets, describeWithout({ recipients, withoutMail })].join(' ').trim();
}

/** Those who turned news off; empty if nobody did. */
function describeWithout({ recipients, withoutMail }: Reach): string {
  if (withoutMail === 0) return '';
  const where = 'on their Messages page';
  if (withoutMail === recipients && recipients > 1)
    return `All of them turned news off and only see it ${where}.`;
  if (recipients === 1) return `They turned news off and only see it ${where}.`;
  return withoutMail === 1
    ? `1 of them turned news off and only sees it ${where}.`
    : `${withoutMail} of them turned news off and only see it ${where}.`;
}
