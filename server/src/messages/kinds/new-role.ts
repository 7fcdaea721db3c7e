import type { Role } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { cut } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { link, list } from '../content.ts';
import { findRecipient } from '../recipients.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';

const WHAT_THEY_DO = {
  instructor: [
    'See your class and who is enrolled in it.',
    'Write to everyone in your class.',
    'Introduce yourself to families, with a text and a photo.',
  ],
  admin: [
    'Add, change and remove classes.',
    'Make other people instructors or admins.',
    'See payments, messages and everything that admins have done.',
  ],
};

/** Tells somebody that they are now an instructor or an admin, or no longer an admin. */
export const newRole = defineMail<{ role: Role }, { role: Role }>({
  on: {
    'make admin': tell('admin'),
    'remove admin': tell('student'),
    'make instructor': tell('instructor'),
  },

  read({ role }, { user }) {
    const isTrue = user.status === 'active' && user.role === role;
    return isTrue ? aboutNoChild({ role }) : undefined;
  },

  write({ role }) {
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

function tell(role: Role) {
  return async ({ _id, data: { target } }: AuditEvent, services: Services) => [
    { id: `role-${_id}`, about: { role }, to: await findRecipient(target, services) },
  ];
}
