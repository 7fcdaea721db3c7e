import { KEEP_MAIL_DAYS, type Role } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { findUserWithId } from '../../users/find-users.ts';
import { cut } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { link, list } from '../content.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { findRecipient } from '../recipients.ts';

/** What people hear of their account: its beginning, their role and its end. */

/** Welcomes a new user, and says how to get a seat. R314 */
export const welcome = defineMail<object, object>({
  isNotCalled: true,
  on: {
    /** Once their address is confirmed: anybody can sign up with another person's address. */
    async 'user joined'({ data: { userId } }, services) {
      const to = await findUserWithId(userId, services);
      // An instructor who was invited looks for no seat.
      if (to?.status !== 'active' || to.role === 'instructor') return [];
      return [{ id: `welcome-${userId.toHexString()}`, about: {}, to }];
    },
  },
  read: (_cause, { user }) => (user.status === 'active' ? aboutNoChild({}) : undefined),
  write: () => ({
    subject: `Welcome to ${cut(SCHOOL.name, 40)}`,
    parts: [
      'Your account is ready. We are glad you are here!',
      'Here is how to get a seat in a class:',
      list([
        'Choose a class. Every class shows its days, its price and how many seats are left.',
        'Join it. We hold a seat for you for a while, and your cart shows for how long.',
        'Pay by card. Then the seat is yours, and we email you a receipt and your entry code.',
      ]),
      link('See all classes', '/classes'),
      'Questions? Just reply to this email.',
    ],
  }),
});

const WHAT_THEY_DO = {
  instructor: [
    'See your class and who is enrolled in it.',
    'Write to everyone in your class.',
    'Introduce yourself to families, with a text and a photo.',
  ],
  admin: [
    'Add, change and remove classes.',
    'Book for families, take money and answer them.',
    'See payments, messages and everything that admins have done.',
  ],
};

/** Tells somebody that they are now an instructor or an admin, or no longer an admin, or invites them. R31, R271, R631 */
export const newRole = defineMail<{ role: Role }, { role: Role; isInvited?: true }>({
  on: {
    'make admin': mailRole('admin'),
    'remove admin': mailRole('student'),
    'make instructor': mailRole('instructor'),
    'invite instructor': mailRole('instructor'),
  },

  read({ role }, { user }) {
    const isTrue = user.status === 'active' && user.role === role;
    const isInvited = user.isUnclaimed && { isInvited: true as const };
    return isTrue ? aboutNoChild({ role, ...isInvited }) : undefined;
  },

  write({ role, isInvited }, { to }) {
    if (isInvited)
      return {
        subject: `You are invited to teach at ${cut(SCHOOL.name, 30)}`,
        parts: [
          `${SCHOOL.name} has you on its team. Please sign up with this email address (${to.address}): only it opens your account. Then you can:`,
          list(WHAT_THEY_DO.instructor),
          link('Sign up', '/signup'),
          'If you did not expect this, you don’t have to do anything. Please reply to this email if you think it is a mistake.',
        ],
      };
    const isOver = role === 'student';
    const what = isOver ? 'no longer an admin' : `now an ${role}`;
    return {
      subject: `You are ${what} at ${cut(SCHOOL.name, 30)}`,
      parts: [
        isOver
          ? `You are ${what} at ${SCHOOL.name}. Your own classes, children and payments are still in your account.`
          : `You are ${what} at ${SCHOOL.name}. When you log in, you can:`,
        !isOver && list(WHAT_THEY_DO[role]),
        link('Go to your dashboard', `/dashboard/${role}`),
        'If you did not expect this, please reply to this email.',
      ],
    };
  },
});

function mailRole(role: Role) {
  return async ({ _id, data: { target } }: AuditEvent, services: Services) => [
    { id: `role-${_id}`, about: { role }, to: await findRecipient(target, services) },
  ];
}

/** Tells somebody that an admin removed them. They can't log in, so there is no link into the account. R34 */
export const accountRemoved = defineMail<object, object>({
  on: {
    'remove user': async ({ _id, data: { target } }, services) => [
      { id: `removed-${_id}`, about: {}, to: await findRecipient(target, services) },
    ],
  },
  read: (_cause, { user }) => (user.status === 'removed' ? aboutNoChild({}) : undefined),
  write: (_props, { to }) => ({
    subject: `Your ${cut(SCHOOL.name, 30)} account has been closed`,
    parts: [
      `${SCHOOL.name} has closed your account (${to.address}). You can no longer log in.`,
      'If you were holding a seat that you had not paid for, we have released it. Classes that you have paid for are not canceled.',
      'If you have paid for a class, or if you think this is a mistake, please reply to this email.',
    ],
  }),
});

/** `handedOver`: for a child of theirs, somebody else decides by now who looks after it. `lostCard`: it is gone. */
type Returned = { handedOver: boolean; lostCard: boolean };

/** Tells somebody that the school has taken back that it removed them. R594, R603 */
export const accountReopened = defineMail<Returned, Returned & { hasLogIn: boolean }>({
  on: {
    'take back removal': async ({ _id, data }, services) => [
      {
        id: `reopened-${_id}`,
        about: { handedOver: data.handedOver ?? false, lostCard: data.lostCard ?? false },
        to: await findRecipient(data.target, services),
      },
    ],
  },
  read: ({ handedOver = false, lostCard = false }, { user }) =>
    user.status === 'active'
      ? aboutNoChild({ hasLogIn: user.uid !== undefined, handedOver, lostCard })
      : undefined,
  write: ({ hasLogIn, handedOver, lostCard }, { to }) => ({
    subject: `Your ${cut(SCHOOL.name, 30)} account is open again`,
    parts: [
      `${SCHOOL.name} has opened your account (${to.address}) again.${hasLogIn ? ' You can log in as before.' : ''} Closing it canceled no class that you had paid for.`,
      'Seats that you were holding, seats of free classes and waitlist spots are gone: please join again. If your child has another guardian, please enter again whom we may call and who may pick up, and confirm what you told us about health.',
      lostCard && 'The card that you had saved is gone. Enter it again when you pay.',
      handedOver &&
        'For a child whom you added, another guardian now decides who looks after them. Their page says who that is.',
      hasLogIn && link('See my classes', '/dashboard/myclasses'),
      'If you have questions, please reply to this email.',
    ],
  }),
});

/** Tells somebody that their account is deleted, as they asked. There is no account to link to. R97 */
export const accountDeleted = defineMail<object, object>({
  // forgetMailsOf in mails-of.ts adds it: no document is left that could have an event.
  readForAnyone: () => aboutNoChild({}),
  write: (_props, { to }) => ({
    subject: `Your ${cut(SCHOOL.name, 30)} account has been deleted`,
    parts: [
      `As you asked, we have deleted your account (${to.address}). Thank you for the time you spent with us.`,
      `We no longer have your name and email, except in two places: we keep this email for up to ${KEEP_MAIL_DAYS} days, and if you paid for a class, your name stays on its list until the class is over. Our books keep the amounts you paid, without your name.`,
      'If you did not ask for this, please reply to this email right away.',
    ],
  }),
});

/** `hasNoLogIn`: nobody has ever logged in to the account that stays. */
type MergedProps = { email: string; hasNoLogIn?: true };

/** Tells both addresses of two merged families which of them remains. R322, R498 */
export const familiesMerged = defineMail<MergedProps, MergedProps>({
  isNotCalled: true,
  // merge-families.ts adds it once everything is in the other account.
  readForAnyone: ({ email, hasNoLogIn }) =>
    aboutNoChild({ email, ...(hasNoLogIn && { hasNoLogIn }) }),
  write: ({ email, hasNoLogIn }) => ({
    subject: `Your family at ${cut(SCHOOL.name, 40)}`,
    parts: [
      `Everything that we have of your family is in one account now: children, seats, payments and messages. ${
        hasNoLogIn
          ? `You need not do anything. To see it online, sign up with ${email}, or with the code of our letter.`
          : `Log in with ${email} to see it.`
      }`,
      hasNoLogIn ? link('Sign up', '/signup') : link('See my classes', '/dashboard/myclasses'),
      'If you did not expect this, please reply to this email right away.',
    ],
  }),
});

/** Goes to an address whose owner is not known yet, so it says nothing about anybody. */
type ConfirmAddressProps = { token: string };

/** How long its owner can confirm an address. The contract's summary names it. */
export const CONFIRM_DAYS = 14;

/** Asks the reader whether they want an account's emails. They may be a stranger, so it names nobody. R314 */
export const confirmAddress = defineMail<{ at: Date }, ConfirmAddressProps>({
  isNotCalled: true,
  isSecret: true,
  keepTryingDays: CONFIRM_DAYS,
  on: {
    /** Asks for the latest address only, once. */
    async 'change mail address'({ data: { target } }, services) {
      const to = await findRecipient(target, services);
      const at = to?.mailTo?.at;
      return at
        ? [{ id: `confirm-${to._id.toHexString()}-${at.getTime()}`, about: { at }, to }]
        : [];
    },
  },

  /** What the question says, while it is open. */
  read({ at }, { user: { status, mailTo } }) {
    const isOpen = mailTo?.at.getTime() === at.getTime() && !mailTo.confirmed;
    return status === 'active' && isOpen ? aboutNoChild({ token: mailTo.token }) : undefined;
  },

  // To the address that is not confirmed, without the person's name; nowhere if that address was replaced.
  sendTo: ({ at }, mailTo) =>
    mailTo?.at.getTime() === at.getTime() ? { name: '', address: mailTo.address } : undefined,

  write: ({ token }) => ({
    subject: 'Is this your address?',
    greeting: 'Hi there,',
    parts: [
      `Someone at ${SCHOOL.name} says that emails for an account here should go to this address. If that is you, log in and confirm. If not, do nothing.`,
      link(
        'Log in and confirm',
        `/dashboard/profile?${new URLSearchParams({ confirmMail: token })}`,
      ),
    ],
  }),
});
