import { generatePath } from 'react-router-dom';
import type { Role } from '@speakifyr/contract/limits.ts';

/** Every address of the app, spec section 2. Addresses with a parameter have a function below. */
export const paths = {
  home: '/',
  instructors: '/instructors',
  classes: '/classes',
  class: '/classes/:id',
  about: '/about',
  questions: '/questions',
  terms: '/terms',
  refundPolicy: '/refund-policy',
  privacy: '/privacy',
  contact: '/contact',
  login: '/login',
  signUp: '/signup',
  /** Where the link at the end of an email leads, with `?token=`. The server writes that link. */
  turnOffMail: '/emails/turn-off',
  /** Where a payment link leads, with its code behind `#`. */
  pay: '/pay',
  dashboard: '/dashboard',
  /** In every dashboard. */
  ownMessages: '/dashboard/myMessages',
  profile: '/dashboard/profile',
  /** What the school asks a family, or an instructor. Emails link to it. */
  forms: '/dashboard/forms',
  everyone: '/dashboard/everyone',
  /** For the person who paid, and for admins. */
  receipt: '/dashboard/receipts/:paymentId',
  creditNote: '/dashboard/creditNotes/:no',
  childRecords: '/dashboard/records/:id',
  statements: '/dashboard/statements',
  statement: '/dashboard/statements/:no',
  student: '/dashboard/student',
  myClasses: '/dashboard/myclasses',
  enroll: '/dashboard/enroll',
  plan: '/dashboard/plan',
  waiting: '/dashboard/waiting',
  payment: '/dashboard/payment',
  /** Emails link to it. */
  installments: '/dashboard/installments',
  children: '/dashboard/children',
  child: '/dashboard/children/:id',
  claim: '/dashboard/claim',
  /** Linked from an email that must not say what it is about. */
  aid: '/dashboard/requests',
  instructor: '/dashboard/instructor',
  manageCourse: '/dashboard/managecourse',
  courseMessage: '/dashboard/managecourse/message',
  courseCare: '/dashboard/managecourse/care',
  courseDay: '/dashboard/managecourse/day',
  courseSheet: '/dashboard/managecourse/attendance',
  ownPage: '/dashboard/instructorPage',
  admin: '/dashboard/admin',
  users: '/dashboard/users',
  manage: '/dashboard/manageEverything',
  addInstructor: '/dashboard/addinstructor',
  addCourse: '/dashboard/addCourse',
  updateInstructor: '/dashboard/updateInstructor',
  updateCourse: '/dashboard/updateCourse',
  editCourse: '/dashboard/updateCourse/:id',
  courseCalendar: '/dashboard/courseCalendar',
  classList: '/dashboard/classes',
  classPeople: '/dashboard/classes/:id',
  classMessage: '/dashboard/classes/:id/message',
  familyMessage: '/dashboard/familyMessage',
  classCare: '/dashboard/classes/:id/care',
  classDay: '/dashboard/classes/:id/day',
  classSheet: '/dashboard/classes/:id/attendance',
  families: '/dashboard/families',
  family: '/dashboard/families/:id',
  familyLetter: '/dashboard/families/:id/letter',
  imports: '/dashboard/imports',
  payments: '/dashboard/payments',
  bankTransfers: '/dashboard/bankTransfers',
  owedSeats: '/dashboard/owed',
  papers: '/dashboard/papers',
  accounting: '/dashboard/accounting',
  openRefunds: '/dashboard/refunds',
  aidRequests: '/dashboard/aidRequests',
  changeRefundPolicy: '/dashboard/refundPolicy',
  formList: '/dashboard/formList',
  editForm: '/dashboard/formList/:id',
  formPeople: '/dashboard/formPeople',
  school: '/dashboard/school',
  discounts: '/dashboard/discounts',
  extras: '/dashboard/extras',
  programs: '/dashboard/programs',
  messages: '/dashboard/messages',
  message: '/dashboard/messages/:id',
  outbox: '/dashboard/outbox',
  mail: '/dashboard/outbox/:id',
  calls: '/dashboard/calls',
  auditLog: '/dashboard/auditLog',
} as const;

export function linkToClass(id: string): string {
  return generatePath(paths.class, { id });
}

/** An instructor's card on the page of all instructors. */
export function linkToInstructor(id: string): string {
  return `${paths.instructors}#${id}`;
}

/** The first page of a role's dashboard. */
export function linkToDashboard(role: Role): string {
  return `${paths.dashboard}/${role}`;
}

/** A child's page. */
export function linkToChild(id: string): string {
  return generatePath(paths.child, { id });
}

/** The payment page has the cart entries in its address, so that it survives a reload. */
export function linkToPayment(...cartIds: string[]): string {
  const [only = ''] = cartIds;
  return `${paths.payment}?${cartIds.length > 1 ? `carts=${cartIds.join(',')}` : `cartId=${only}`}`;
}

/** The people of a class, for an admin. */
export function linkToClassPeople(id: string): string {
  return generatePath(paths.classPeople, { id });
}

/**
 * An admin's page about one thing: a message to everyone enrolled in a class, its care sheet, day list or attendance
 * sheet; the letter to a family; a contact form message; an email in the Outbox. Or a child's doses and incidents.
 */
export function linkToPageOf(
  page:
    | 'classMessage'
    | 'classCare'
    | 'classDay'
    | 'classSheet'
    | 'familyLetter'
    | 'message'
    | 'mail'
    | 'childRecords',
  id: string,
): string {
  return generatePath(paths[page], { id });
}
