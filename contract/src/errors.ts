import { MAX_CHILDREN } from './limits.ts';
import type { RefundQuote } from './refund-terms.ts';

/**
 * Every error that a call can answer with: its code on the wire, its HTTP status, and the sentence that a
 * person sees unless the server sends a more exact one. Plain values only, like limits.ts.
 */
export const ERRORS = {
  invalid_input: { status: 400, message: 'Please check what you entered.' },
  not_signed_in: { status: 401, message: 'Please log in first.' },
  session_expired: { status: 401, message: 'Your session has ended. Please log in again.' },
  role_changed: {
    status: 401,
    message: 'Your role at the school has changed. Please log in again.',
  },
  account_removed: { status: 401, message: 'This account is no longer active.' },
  account_deleting: {
    status: 401,
    message: 'This account is being deleted. You can sign up again in a few minutes.',
  },
  key_unknown: {
    status: 401,
    message: 'The school does not know this API key, or a director has revoked it.',
  },
  key_expired: { status: 401, message: 'This API key has ended. A director can make a new one.' },
  not_allowed: { status: 403, message: 'You are not allowed to do this.' },
  verify_email_first: {
    status: 409,
    message:
      'Please confirm your email address first. Open the link that we have sent you, then log in again.',
  },
  other_sign_in: {
    status: 409,
    message:
      'This email address belongs to another sign-in at our school. Please contact the school, so that we can connect yours.',
  },
  address_changed: {
    status: 409,
    message:
      'You are registered at our school with another email address. Change it back, or contact the school.',
  },
  address_unusable: {
    status: 409,
    message:
      'Our school can’t use the email address of this log-in. Please call us, or sign up with another address.',
  },
  account_exists: {
    status: 409,
    message: 'An account with this email address already exists. Search for it.',
  },
  code_unknown: {
    status: 409,
    message:
      'We don’t know this code, or it has already been used. Please check each letter, or ask the school for a new one.',
  },
  cannot_merge: { status: 409, message: 'These two families can’t become one now.' },
  email_not_verified: {
    status: 409,
    message: 'This person has not confirmed their email address yet.',
  },
  only_students_join: { status: 403, message: 'Only Student Can Join' },
  not_found: { status: 404, message: 'We could not find that.' },
  already_joined: { status: 409, message: 'This class is already in your dashboard.' },
  adults_only: {
    status: 409,
    message:
      'You can take a seat for yourself from the age of 18. To book for a child, add the child first.',
  },
  children_only: {
    status: 409,
    message: 'The classes of this school are for children. Add a child, and book for them.',
  },
  card_not_saved: {
    status: 409,
    message: 'Your bank has not accepted this card. Please try again.',
  },
  class_full: { status: 409, message: 'No seats left in this class.' },
  class_started: {
    status: 409,
    message: 'This class has already started, so you can no longer join it.',
  },
  class_over: {
    status: 409,
    message: 'This class is over, so no seat can be moved into it. Please choose another class.',
  },
  too_many_holds: {
    status: 409,
    message:
      'You are holding as many unpaid seats as you can. Pay for them or remove one, then join this class.',
  },
  held_too_often: {
    status: 409,
    message: 'You have joined this class twice and not kept the seat. You can join it again later.',
  },
  too_many_here: {
    status: 409,
    message:
      'Several seats of this class are held from your internet connection. Pay for one, or try again in a few minutes.',
  },
  price_changed: {
    status: 409,
    message: 'The price of this class has changed. Please look at the new price and try again.',
  },
  seat_not_held: {
    status: 409,
    message: 'This seat is no longer held for you. Please join the class again.',
  },
  nothing_to_pay: { status: 409, message: 'There is nothing to pay for this class.' },
  payment_not_finished: { status: 409, message: 'The payment is not finished yet.' },
  payment_refunded: {
    status: 409,
    message:
      'We could not give you a seat for this payment, so all of it goes back the way you paid. The email says when.',
  },
  // Not 403: that would log the admin out.
  own_family: { status: 409, message: 'This is your own family. Please ask a colleague.' },
  own_account: { status: 409, message: 'Another admin has to do this for you.' },
  sign_in_again: { status: 409, message: 'Sign in again to confirm it’s you.' },
  staff_account: { status: 409, message: 'Only a student can delete their own account.' },
  last_director: {
    status: 409,
    message: 'One director has to stay. Make somebody else a director first.',
  },
  last_admin: { status: 409, message: 'The last admin cannot be removed.' },
  not_a_student: { status: 409, message: 'Only a student can be promoted.' },
  instructor_taken: { status: 409, message: 'This instructor already has a class.' },
  class_joined: {
    status: 409,
    message: 'Somebody has joined this class or waits for it, so it stays public.',
  },
  instructor_assigned: {
    status: 409,
    message: 'Cannot Remove! Firstly Unassign Instructor In Update Instructor',
  },
  instructor_busy: { status: 409, message: 'This instructor has another class at these hours.' },
  instructor_not_assigned: { status: 409, message: 'This instructor has no class.' },
  several_courses: {
    status: 409,
    message: 'This instructor has several courses. Please choose the one to unassign.',
  },
  starts_in_past: {
    status: 409,
    message: 'This class starts in the past. Please check the dates.',
  },
  tag_taken: {
    status: 409,
    message: 'Another class, open or closed, already has this tag.',
  },
  students_affected: {
    status: 409,
    message:
      'This change concerns students who are enrolled. Please look at who they are, then confirm it.',
  },
  class_is_draft: {
    status: 409,
    message: 'This class is a draft. Publish it first, then choose its instructor.',
  },
  tag_in_use: {
    status: 409,
    message: 'Students already have entry codes with this tag, so it can no longer change.',
  },
  class_changed: {
    status: 409,
    message: 'Somebody else has changed this class. Please reload it and try again.',
  },
  seats_changed: {
    status: 409,
    message: 'The number of seats has changed. Please reload the class and try again.',
  },
  mail_not_done: {
    status: 409,
    message: 'This email is on its way, or was dismissed. Please reload the page.',
  },
  mail_out_of_date: {
    status: 409,
    message: 'What this email says is no longer true, so it can’t be sent again.',
  },
  address_fixed: {
    status: 409,
    message: 'The school can’t change this address. Please call the family.',
  },
  mail_not_failed: {
    status: 409,
    message: 'Only a failed email can be dismissed. Please reload the list.',
  },
  link_invalid: {
    status: 400,
    message: 'This link does not work. You can choose your emails on your Messages page.',
  },
  nobody_enrolled: { status: 409, message: 'Nobody is enrolled in this class.' },
  refund_changed: {
    status: 409,
    message: 'The refund has changed. Please check the new amount and confirm again.',
  },
  month_not_over: {
    status: 409,
    message: 'This month is not over yet. It can be closed ten minutes after its last day.',
  },
  month_closed: { status: 409, message: 'This month is already closed. Please reload the page.' },
  earlier_month_open: {
    status: 409,
    message: 'An earlier month is still open. Months are closed one after the other.',
  },
  month_not_ready: {
    status: 409,
    message:
      'Some receipts or credit notes of this month are not written yet. Please try again in a few minutes.',
  },
  refund_too_high: { status: 409, message: 'That is more than what is left of this payment.' },
  request_used: {
    status: 409,
    message:
      'Something else was already saved with this form, so nothing was saved now. Please reload the page and look at what is there.',
  },
  policy_changed: {
    status: 409,
    message: 'Somebody else has changed the refund policy. Please reload the page.',
  },
  code_refused: {
    status: 409,
    message: 'This code can’t be used.',
  },
  aid_asked: {
    status: 409,
    message: 'You have asked already. The school will answer here in the app.',
  },
  aid_answered: {
    status: 409,
    message: 'This request was answered in the meantime. Please reload the page.',
  },
  discounts_changed: {
    status: 409,
    message: 'Somebody else has changed the discounts. Please reload the page.',
  },
  days_off_in_use: {
    status: 409,
    message: 'Classes with people in them would get other days.',
  },
  school_in_use: {
    status: 409,
    message: 'The time zone and the currency can’t change anymore.',
  },
  school_changed: {
    status: 409,
    message: 'Somebody else has changed this in the meantime.',
  },
  extras_changed: {
    status: 409,
    message: 'The extras or their prices have just changed. Please look at them again.',
  },
  extra_sold_out: {
    status: 409,
    message: 'One of these extras has just sold out for this class.',
  },
  extra_paid: {
    status: 409,
    message: 'An extra that is paid stays with the seat. Please contact the school.',
  },
  rest_first: {
    status: 409,
    message:
      'Part of the price of this seat is still to be paid. Pay that first, and then add extras.',
  },
  payment_disputed: {
    status: 409,
    message: 'The bank is looking at this payment, so we cannot refund or move it now.',
  },
  seat_moving: {
    status: 409,
    message:
      'This seat is about to move to another class. Pay for the new seat, or remove it first.',
  },
  seat_changing: {
    status: 409,
    message: 'This seat is just being changed. Please try again in a minute.',
  },
  seat_not_resellable: {
    status: 409,
    message: 'You still get money back if you cancel this seat, so you don’t need to offer it.',
  },
  seat_resold: { status: 409, message: 'Somebody has just taken this seat.' },
  too_late_to_move: {
    status: 409,
    message: 'It is too late to move this seat yourself. Please contact the school.',
  },
  moved_too_often: {
    status: 409,
    message:
      'You have moved this seat three times within a day. Please try again tomorrow, or contact the school.',
  },
  people_waiting: {
    status: 409,
    message:
      'People are waiting for a seat in this class, so this seat can only go to a child whom the same person added. If you cancel it, the next person on the list gets it.',
  },
  already_waiting: {
    status: 409,
    message:
      'You are already on the waiting list of this class, or a seat is offered to you. To change who waits, leave the list first.',
  },
  group_too_large: {
    status: 409,
    message: 'This class has fewer seats than you need. Please choose fewer people.',
  },
  already_there: {
    status: 409,
    message: 'The team has already said who came that day. Please contact the school.',
  },
  seats_free: { status: 409, message: 'This class has free seats: you can join it now.' },
  waiting_list_full: {
    status: 409,
    message: 'The waiting list is full. Please choose another class.',
  },
  wrong_age: {
    status: 409,
    message: 'This class is for another age. If you think that it fits, please contact the school.',
  },
  too_many_children: {
    status: 409,
    message: `An account can have up to ${MAX_CHILDREN} children. To add another one, please contact the school.`,
  },
  too_many_notes: {
    status: 409,
    message: 'This family has 50 notes. Delete one that is no longer needed.',
  },
  too_many_certificates: {
    status: 409,
    message: 'This person has 30 certificates. Delete one that has ended.',
  },
  child_exists: {
    status: 409,
    message: 'You have already added a child with this name and birth date.',
  },
  child_has_seats: {
    status: 409,
    message:
      'This child has a seat in a class that is not over yet. You can delete the child afterwards.',
  },
  form_changed: {
    status: 409,
    message:
      'This form has changed since you opened it. What you typed is still here: look at what is new, and save again.',
  },
  too_many_forms: { status: 409, message: 'The school has too many forms. Archive one first.' },
  contacts_changed: {
    status: 409,
    message:
      'Somebody else has just changed these contacts. Please reload the page, look at them, and save again.',
  },
  health_changed: {
    status: 409,
    message:
      'Another guardian has just changed this. Please reload the page, look at their answer, and save again.',
  },
  text_changed: {
    status: 409,
    message:
      'The school has just changed what you agree to. What you filled in is still here: please read the new words, agree to them, and press the button again.',
  },
  already_guardian: { status: 409, message: 'This person already looks after this child.' },
  invited_today: {
    status: 409,
    message:
      'This address already got an invitation in the last 24 hours. Please try again tomorrow.',
  },
  too_many_guardians: { status: 409, message: 'This child has as many guardians as possible.' },
  still_owes: {
    status: 409,
    message:
      'Something is still owed for a class, and nobody else could pay it. Please pay it first, or ask the school: it can take the money, cancel the seat, or waive it under What is owed.',
  },
  last_guardian: { status: 409, message: 'A child needs at least one guardian.' },
  cost_share_exists: {
    status: 409,
    message:
      'Two guardians of this child already share the cost, or one of them has asked. Please reload the page.',
  },
  cost_share_changed: {
    status: 409,
    message: 'This has changed in the meantime. Please reload the page and look at it again.',
  },
  // Not 403: that would log out a guardian whose rights changed while a page was open.
  friends_full: {
    status: 409,
    message: 'There are four friends already, or many who wait for an answer.',
  },
  guardian_may_not: { status: 409, message: 'You can no longer do this for this child.' },
  family_has_log_in: {
    status: 409,
    message:
      'A guardian of this child has a log-in, so the office can’t enter this. They enter it themselves, on the child’s page.',
  },
  leads_class: {
    status: 409,
    message: 'This person leads the class, so they are on its team on every day.',
  },
  already_on_team: {
    status: 409,
    message: 'This person is already on the team on some of these days. Change their days instead.',
  },
  not_class_days: {
    status: 409,
    message: 'The class does not meet on these days, or they are over.',
  },
  member_busy: { status: 409, message: 'This person has another class at these hours.' },
  team_full: {
    status: 409,
    message: 'The team is full. Take off somebody whose days are over.',
  },
  // Not 403: that would log the instructor out.
  care_sheet_closed: {
    status: 409,
    message: 'The care sheet opens 7 days before the class and closes 1 day after it.',
  },
  credit_changed: {
    status: 409,
    message: 'Your credit has just changed. Please reload the page.',
  },
  refund_not_failed: {
    status: 409,
    message: 'Only a failed refund can be tried again. Please reload the list.',
  },
  cannot_bounce: {
    status: 409,
    message: 'Only a check or a bank transfer can bounce.',
  },
  already_bounced: {
    status: 409,
    message: 'Somebody has already said that this payment bounced. Please reload the page.',
  },
  refund_waiting: {
    status: 409,
    message: 'Some of this payment is just being refunded. Please try again in a minute.',
  },
  refund_answered: {
    status: 409,
    message: 'Somebody has already answered this. Please reload the list.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'The school has ten webhooks, which is the most. Remove one that nobody needs.',
  },
  too_many_requests: { status: 429, message: 'Too many tries. Please wait a moment.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: {
    status: 503,
    message: 'We cannot do this right now. Please try again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The body of every answer that is not a success. */
export type ErrorBody = {
  code: ErrorCode;
  message: string;
  /** Per input field (dotted path such as `body.email`): what is wrong with it. */
  fields?: Record<string, string>;
  /** `seats_changed`: how many are left now. */
  sit?: number;
  /** `refund_changed`: what is refunded now. */
  quote?: RefundQuote;
};
