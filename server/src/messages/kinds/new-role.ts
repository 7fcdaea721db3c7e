import type { Role } from '@speakifyr/contract/limits.ts';
import type { MailContent } from '@speakifyr/contract/mail.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { cut } from '../../plain-text.ts';
import type { Services } from '../../services.ts';
import { tellTarget } from '../due-mails/recipients.ts';
import { aboutNoChild, defineMail, type MailContext } from '../mail-module.ts';
import type { NewMail } from '../outbox.ts';
import { greet } from '../parts/say.ts';

export type NewRoleCause = { kind: 'new role'; role: Role };

type NewRoleProps = { role: Role };

export const newRole = defineMail<NewRoleCause, NewRoleProps>({
  kind: 'new role',
  on: {
    'make admin': (event, services) => tell(event, 'admin', services),
    'remove admin': (event, services) => tell(event, 'student', services),
    'make instructor': (event, services) => tell(event, 'instructor', services),
  },
  read({ role }, { user }) {
    const isTrue = user.status === 'active' && user.role === role;
    return isTrue ? aboutNoChild({ role }) : undefined;
  },
  write,
});

function tell(event: AuditEvent, role: Role, services: Services): Promise<NewMail<NewRoleCause>[]> {
  return tellTarget(event, `role-${event._id}`, { kind: 'new role' as const, role }, services);
}

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
function write({ role }: NewRoleProps, { to }: MailContext): MailContent {
  if (role === 'student')
    return {
      subject: `You are no longer an admin at ${cut(SCHOOL.name, 30)}`,
      greeting: greet(to),
      parts: [
        {
          kind: 'text',
          text: `You are no longer an admin at ${SCHOOL.name}. Your own classes, children and payments are still in your account.`,
        },
        { kind: 'link', label: 'Go to your dashboard', path: '/dashboard/student' },
        { kind: 'text', text: 'If you did not expect this, please reply to this email.' },
      ],
    };
  return {
    subject: `You are now an ${role} at ${cut(SCHOOL.name, 30)}`,
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `You are now an ${role} at ${SCHOOL.name}. When you log in, you can:`,
      },
      { kind: 'list', items: WHAT_THEY_DO[role] },
      { kind: 'link', label: 'Go to your dashboard', path: `/dashboard/${role}` },
      { kind: 'text', text: 'If you did not expect this, please reply to this email.' },
    ],
  };
}
