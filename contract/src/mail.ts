import * as z from 'zod';
import { defineAct, defineEndpoint } from './endpoint.ts';
import { mailWords } from './school-schema.ts';
import { auditNote, email, id, moment, requiredText, shownEmail } from './fields.ts';
import { ADMIN_BUNDLES, MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from './limits.ts';
import { MAIL_KINDS, MAIL_STATES } from './mail-kinds.ts';
import { listQuery } from './lists.ts';
import { MAX_MESSAGE_CLASSES, MESSAGE_GROUPS } from './message-groups.ts';

/** One part of an email. The email's HTML, its text and the web app's pages are all made from these parts. */
export const mailKind = z.enum(MAIL_KINDS).meta({ id: 'MailKind' });

const mailPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** What somebody wrote, with its line breaks. */
  z.object({ kind: z.literal('quote'), text: z.string() }),
  z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
  /** `was` is the value before a change. */
  z.object({
    kind: z.literal('facts'),
    facts: z.array(z.object({ label: z.string(), value: z.string(), was: z.string().optional() })),
  }),
  /** A button that leads to a page of our site; `path` starts with `/`. */
  z.object({ kind: z.literal('link'), label: z.string(), path: z.string() }),
]);
export type MailPart = z.output<typeof mailPart>;
mailPart.register(z.globalRegistry, { id: 'MailPart' });

/** An email's content, without header and footer. */
export const mailContent = z.object({
  subject: z.string(),
  /** Such as `Hi Rosa,`. */
  greeting: z.string(),
  parts: z.array(mailPart),
});
export type MailContent = z.output<typeof mailContent>;
mailContent.register(z.globalRegistry, { id: 'MailContent' });

/** A file that comes with an email, such as a calendar file. */
const attachment = z.object({ name: z.string(), type: z.string(), content: z.string() });
attachment.register(z.globalRegistry, { id: 'MailAttachment' });

/** The id of an email: its cause. */
const mailId = z
  .string()
  .regex(/^[\w-]{1,200}$/, 'Must be the id of an email.')
  .meta({ id: 'MailId' });

export const mailState = z.enum(MAIL_STATES).meta({ id: 'MailState' });

export const listedMail = z.object({
  /** Names the cause, such as `paid-pi_…`. */
  _id: z.string(),
  kind: mailKind,
  to: z.object({ name: z.string(), address: shownEmail }),
  /** Empty until the email is written, which is just before the first try to send it. */
  subject: z.string(),
  state: mailState,
  isEssential: z.boolean(),
  attempts: z.int().min(0),
  /** Why it was not sent. */
  lastError: z.string().nullable(),
  createdAt: moment,
  /** When it is tried next. */
  nextAt: moment.nullable(),
  sentAt: moment.nullable(),
});
export type ListedMail = z.output<typeof listedMail>;
listedMail.register(z.globalRegistry, { id: 'ListedMail' });

/** An email with its content, which is null before it is written and after KEEP_MAIL_DAYS. */
const fullMail = listedMail.extend({
  /** The account that it is for; of an invitation, the one that sent it. null if there is none. */
  accountId: id.nullable(),
  content: mailContent.nullable(),
  text: z.string().nullable(),
  attachments: z.array(attachment),
});
export type FullMail = z.output<typeof fullMail>;
fullMail.register(z.globalRegistry, { id: 'FullMail' });

/** An email as the person reads it for whom it is, or as the office reads it to them on the phone. */
export const ownMessage = z.object({
  _id: z.string(),
  kind: mailKind,
  at: moment,
  content: mailContent,
  attachments: z.array(attachment),
});
export type OwnMessage = z.output<typeof ownMessage>;
ownMessage.register(z.globalRegistry, { id: 'OwnMessage' });

/** Which emails a person wants besides the essential ones. */
export const mailChoice = z.object({
  /** Before a class starts, and before a held seat ends. */
  reminders: z.boolean(),
  /** What the school writes to a class. */
  news: z.boolean(),
  /** When a child of theirs has come to camp, was collected or is marked absent. Off until they turn it on. */
  campDay: z.boolean(),
});
export type MailChoice = z.output<typeof mailChoice>;
mailChoice.register(z.globalRegistry, { id: 'MailChoice' });

/** Somebody without an email address, whom the office calls instead, and about what: the oldest first. */
const callToMake = z.object({
  accountId: id,
  name: z.string(),
  /** Empty if the office has none: then a letter is left. */
  phone: z.string(),
  about: z.array(ownMessage),
});
export type CallToMake = z.output<typeof callToMake>;
callToMake.register(z.globalRegistry, { id: 'CallToMake' });

/** What somebody writes to the families of one class or several. */
export const classMessage = z.object({
  classIds: z.array(id).min(1, 'Choose at least one class.').max(MAX_MESSAGE_CLASSES),
  group: z.enum(MESSAGE_GROUPS).default('enrolled'),
  /** Only those of them who are in this group of the class. */
  groupId: id.optional(),
  /** Only those of `forms missing` who lack this form. */
  formId: id.optional(),
  subject: requiredText('Subject is required', MAX_SUBJECT_LENGTH).regex(
    /^\P{Cc}*$/u,
    'Must not have line breaks.',
  ),
  text: requiredText('Message is required', MAX_MESSAGE_LENGTH),
});

classMessage.register(z.globalRegistry, { id: 'ClassMessage' });

const messageReach = z.object({
  /** How many people get it, each of them once: those of the group who have an account. */
  recipients: z.int().min(0),
  /** How many accounts booked the seats, or wait. */
  families: z.int().min(0),
  /** How many of them turned news off: they only see it on their Messages page. */
  withoutMail: z.int().min(0),
  /** How many of them have no email address: the office calls them. */
  toCall: z.int().min(0),
  /** Who gets it, by name; at most 500. Only for admins: null for an instructor. */
  people: z.array(z.object({ name: z.string(), email: shownEmail, phone: z.string() })).nullable(),
  /** As the first of them gets it. */
  content: mailContent,
});
export type MessageReach = z.output<typeof messageReach>;
messageReach.register(z.globalRegistry, { id: 'MessageReach' });

const MESSAGE_ERRORS = ['not_allowed', 'not_found', 'nobody_enrolled'] as const;

export const mail = {
  'GET /outbox': defineEndpoint({
    summary: 'Emails of 365 days',
    access: { who: 'admin' },
    query: listQuery(['createdAt']).extend({
      state: mailState.optional(),
      kind: mailKind.optional(),
    }),
    output: z.array(listedMail),
  }),

  'GET /outbox/:id': defineEndpoint({
    summary: 'An email with its content',
    access: { who: 'admin' },
    params: z.object({ id: mailId }),
    output: fullMail,
    errors: ['not_found'],
  }),

  'POST /outbox/:id/retry': defineAct({
    summary: 'Send an email again',
    access: { who: 'admin' },
    params: z.object({ id: mailId }),
    errors: ['not_found', 'mail_not_done', 'mail_out_of_date'],
  }),

  'POST /outbox/:id/correct': defineAct({
    summary: 'Correct the address of a reply',
    access: { who: 'admin' },
    params: z.object({ id: mailId }),
    body: z.object({ email, note: auditNote }),
    errors: ['not_found', 'mail_not_done', 'address_fixed'],
  }),

  'POST /outbox/:id/dismiss': defineAct({
    summary: 'Give up on a failed email',
    access: { who: 'admin' },
    params: z.object({ id: mailId }),
    errors: ['not_found', 'mail_not_failed'],
  }),

  'GET /calls': defineEndpoint({
    summary: 'Whom to call instead of emailing',
    access: { who: 'admin' },
    output: z.array(callToMake),
  }),

  'POST /calls': defineAct({
    summary: 'Note a call or a letter',
    access: { who: 'admin' },
    body: z.object({ mailIds: z.array(mailId).min(1).max(100) }),
  }),

  'POST /sampleMail': defineEndpoint({
    summary: 'An email as it would be',
    access: { who: 'admin', bundles: ['director'] },
    limited: true,
    /** `send`: also sends it to the caller, as a test. */
    body: z.object({ kind: mailKind, mail: mailWords, send: z.boolean() }),
    output: z.object({
      subject: z.string(),
      html: z.string(),
      /** Where answers to it go. Empty: into the Contact Inbox. */
      replyTo: z.string(),
      /** Of the test, in the outbox. */
      mailId: z.string().optional(),
    }),
    errors: ['verify_email_first'],
  }),

  'GET /myMessages': defineEndpoint({
    summary: 'What the school wrote to the caller',
    access: { who: 'registered', bundles: ADMIN_BUNDLES },
    output: z.array(ownMessage),
  }),

  'GET /myMail': defineEndpoint({
    summary: 'Which emails the caller wants',
    access: { who: 'registered', bundles: ADMIN_BUNDLES },
    output: mailChoice,
  }),

  'PATCH /myMail': defineEndpoint({
    summary: 'Change which emails the caller wants',
    access: { who: 'registered', bundles: ADMIN_BUNDLES },
    body: mailChoice.partial(),
    output: mailChoice,
  }),

  'POST /mailOptOut': defineEndpoint({
    summary: 'Turn off one kind of email (RFC 8058)',
    access: { who: 'visitor' },
    limited: true,
    query: z.object({ token: z.string().max(1_000) }),
    output: z.object({ choice: mailChoice.keyof() }),
    errors: ['link_invalid'],
  }),

  'POST /messages/preview': defineEndpoint({
    summary: 'How a message looks, and who gets it',
    access: { who: 'registered' },
    limited: true,
    body: classMessage,
    output: messageReach,
    errors: MESSAGE_ERRORS,
  }),

  'POST /messages': defineEndpoint({
    summary: 'Write to everyone in some classes',
    access: { who: 'registered' },
    limited: true,
    byHour: true,
    body: classMessage.extend({
      /** Chosen by the caller: a message that is sent again with the same id reaches nobody twice. */
      messageId: z.uuid().optional(),
    }),
    output: messageReach,
    errors: MESSAGE_ERRORS,
  }),
};
