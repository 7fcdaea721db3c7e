import { OFFERS_UNTIL_DAYS } from '@speakifyr/contract/limits.ts';
import type { Letter, LetterPart } from '@speakifyr/contract/mail.ts';
import type { LetterContext, LetterFacts, WaitingFacts } from './facts.ts';
import {
  type Facts,
  greet,
  listChild,
  listClassFacts,
  nameChild,
  nameClass,
  sayAll,
  sayMoment,
  sayPrice,
  subjectOf,
} from './say.ts';

/** The emails about waiting lists. Their links lead to pages; opening one changes nothing. */

/** The page with a person's own waiting lists and offers. client/src/lib/paths.ts has it, too. */
const WAITING_PAGE = '/dashboard/waiting';

const SEE_LISTS: LetterPart = { kind: 'link', label: 'See your waiting lists', path: WAITING_PAGE };

/** Says that somebody waits now, and what happens next. */
export function writeWaitingJoined(
  { campClass, children, together, position }: LetterFacts['waiting joined'],
  { to, timeZone }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  const are = children.length === 1 ? 'is' : 'are';
  return {
    subject: subjectOf('On the waiting list: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${nameWaiting(children) ?? 'You'} ${are} on the waiting list for ${name}, at number ${position}. This is not a seat yet, and you pay nothing to wait.`,
      },
      { kind: 'text', text: 'What happens next:' },
      {
        kind: 'list',
        items: [
          'When a seat becomes free and it is your turn, we hold it for you and email you. You then have some time to take it, and nobody else can.',
          ...(children.length > 1
            ? [
                together
                  ? 'We only offer seats when there are enough for all of them.'
                  : 'If only one seat becomes free, we offer you that one, and the others go on waiting.',
              ]
            : []),
          `From ${OFFERS_UNTIL_DAYS} days before the first day, a free seat goes to the first person to book it. We then email everybody on the list at the same time.`,
          'We can’t promise a seat. You can leave the list at any time.',
        ],
      },
      { kind: 'facts', facts: describe(campClass, timeZone, children) },
      SEE_LISTS,
    ],
  };
}

/** Says until when a seat is kept for people who need more than one. */
export function writeSeatKept(
  { campClass, children, seats, until }: LetterFacts['seat kept'],
  { to, timeZone }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  const isOne = seats === 1;
  const deadline = sayMoment(until, timeZone);
  return {
    subject: subjectOf(isOne ? 'A seat is kept for you: ' : 'Seats are kept for you: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${isOne ? 'A seat has' : `${seats} seats have`} opened up in ${name}, but ${nameWaiting(children) ?? 'you'} need more. We keep ${isOne ? 'it' : 'them'} for you until ${deadline}. If enough seats open up by then, we offer you all of them. Otherwise ${isOne ? 'it goes' : 'they go'} to the next family, and you keep your place on the list.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Kept until', value: deadline },
          ...describe(campClass, timeZone, children),
        ],
      },
      {
        kind: 'text',
        text: 'You don’t have to do anything. Is one seat fine, too? Then leave the list and join it again for one.',
      },
      SEE_LISTS,
    ],
  };
}

/** Offers seats that are held for somebody who waited, and says until when. */
export function writeSeatOffered(
  { campClass, children, price, until }: LetterFacts['seat offered'],
  { to, timeZone, currency }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  const isOne = children.length < 2;
  const forWhom = children.length === 0 ? 'you' : nameWaiting(children);
  const deadline = sayMoment(until, timeZone);
  return {
    subject: subjectOf(isOne ? 'A seat for you: ' : 'Seats for you: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `Good news: ${isOne ? 'a seat in' : `${children.length} seats in`} ${name} ${isOne ? 'is' : 'are'} free, and we are holding ${isOne ? 'it' : 'them'} for ${forWhom}.`,
      },
      {
        kind: 'text',
        text: `Take ${isOne ? 'it' : 'them'} by ${deadline}. We hold ${isOne ? 'it' : 'them'} at least until then, and your waiting list page shows the exact time. After that, the next family on the list gets ${isOne ? 'it' : 'them'}.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Held until', value: deadline },
          { label: isOne ? 'Price' : 'Price of each', value: sayPrice(price, currency) },
          ...describe(campClass, timeZone, children),
        ],
      },
      { kind: 'link', label: 'See your offer', path: WAITING_PAGE },
      {
        kind: 'text',
        text: 'Don’t want it anymore? Please press “No thanks” on that page, so that the next family doesn’t have to wait. Opening the page decides nothing yet, and without an answer, you won’t be charged.',
      },
    ],
  };
}

/** Says that an offer ran out, and asks whether the person still waits. */
export function writeOfferEnded(
  { campClass, children }: LetterFacts['offer ended'],
  { to, timeZone }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  return {
    subject: subjectOf('Still want it? ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `We held a seat in ${name} for ${nameWaiting(children) ?? 'you'}, but the time to take it is up, so we no longer hold it. You have not been charged.`,
      },
      {
        kind: 'text',
        text: 'Do you still want a seat? Then say so on your waiting list page: you keep your old place. Until you do, we won’t offer you another one. If the time runs out a second time, your place on the list ends.',
      },
      { kind: 'facts', facts: describe(campClass, timeZone, children) },
      { kind: 'link', label: 'Say that you still want it', path: WAITING_PAGE },
      { kind: 'text', text: 'Don’t want it anymore? Then you don’t have to do anything.' },
    ],
  };
}

/** Tells everybody on the list at the same time that there are seats, shortly before a class. */
export function writeSeatsFree(
  { campClass, children, free, price, path }: LetterFacts['seats free'],
  { to, timeZone, currency }: LetterContext,
): Letter {
  const name = nameClass(campClass.name);
  const isOne = free === 1;
  return {
    subject: subjectOf(isOne ? 'A seat is free: ' : 'Seats are free: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${isOne ? 'A seat' : `${free} seats`} in ${name} ${isOne ? 'is' : 'are'} free. The class starts soon, so we are telling everybody on the waiting list at the same time: the first to book ${isOne ? 'gets it' : 'get them'}.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Price', value: sayPrice(price, currency) },
          ...describe(campClass, timeZone, children),
        ],
      },
      { kind: 'link', label: 'See the class', path },
      {
        kind: 'text',
        text: 'Don’t want a seat anymore? You don’t have to do anything.',
      },
    ],
  };
}

const WHY_CLOSED = {
  canceled: 'the class will not take place, so the list is closed.',
  started: 'no seat opened up for you before the class started, so the list is closed.',
};

/** Says that nobody waits for a class anymore, or that the reader doesn't after two offers. */
export function writeWaitingClosed(
  { className, why, path = '/classes' }: LetterFacts['waiting closed'],
  { to }: LetterContext,
): Letter {
  const name = nameClass(className);
  return {
    subject: subjectOf(
      why === 'lapsed' ? 'Your place on the list has ended: ' : 'Waiting list closed: ',
      name,
    ),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text:
          why === 'lapsed'
            ? `We held a seat in ${name} for you twice, and the time to take it ran out both times. So your place on the waiting list has ended. If you still want a seat, you can join the class or its list again, at its end.`
            : `You were on the waiting list for ${name}. We are sorry: ${WHY_CLOSED[why]}`,
      },
      { kind: 'text', text: 'You have not been charged, and you don’t have to do anything.' },
      { kind: 'link', label: why === 'lapsed' ? 'See the class' : 'See other classes', path },
    ],
  };
}

/** The children who wait; undefined if it is the reader. */
function nameWaiting(children: WaitingFacts['children']): string | undefined {
  return children.length > 0 ? sayAll(children.map(nameChild)) : undefined;
}

function describe(
  campClass: WaitingFacts['campClass'],
  timeZone: string,
  children: WaitingFacts['children'],
): Facts {
  return [...children.flatMap(listChild), ...listClassFacts(campClass)];
}
