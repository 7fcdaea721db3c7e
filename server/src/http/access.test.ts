import { type Contract, contract } from '@speakifyr/contract/contract.ts';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import jwt from 'jsonwebtoken';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeSessionToken, makeUid } from '../testing/documents.ts';
import { buildClass, buildUser, proveSignIn } from '../testing/factories.ts';
import { makeInput } from '../testing/make-input.ts';
import { PHOTO_BODY } from '../testing/photos.ts';
import { useTestApp } from '../testing/test-app.ts';
import { noteDeletion } from '../users/deleted-accounts.ts';

/**
 * Tries every call as every kind of caller. The table below is written by hand, not read from the contract: it says
 * what we intend, and the contract must agree.
 */
const CALLERS = [
  'visitor',
  'student',
  'otherStudent',
  'instructor',
  'otherInstructor',
  'admin',
  'officeAdmin',
  'accountant',
  'removedUser',
  'unverifiedStudent',
  'otherAccountWithThatAddress',
  'sessionFromBeforeVerification',
  'sessionFromBeforeDeletion',
  'staleToken',
  'forgedToken',
] as const;
type CallerName = (typeof CALLERS)[number];

/** 'in': the access rule lets the caller in. Otherwise: the status of the refusal. */
type Row = Record<CallerName, 'in' | 401 | 403>;

const OUT: Row = {
  visitor: 401,
  student: 403,
  otherStudent: 403,
  instructor: 403,
  otherInstructor: 403,
  admin: 403,
  officeAdmin: 403,
  accountant: 403,
  removedUser: 401,
  unverifiedStudent: 403,
  otherAccountWithThatAddress: 401,
  sessionFromBeforeVerification: 401,
  sessionFromBeforeDeletion: 401,
  staleToken: 401,
  forgedToken: 401,
};
const EVERYBODY = Object.fromEntries(CALLERS.map((name) => [name, 'in'])) as Row;
/** The input names the first student's e-mail. */
const THAT_STUDENT: Row = { ...OUT, student: 'in' };
const STUDENTS: Row = {
  ...OUT,
  student: 'in',
  otherStudent: 'in',
  unverifiedStudent: 'in',
};
/** The input names the first instructor's e-mail. */
const THAT_INSTRUCTOR: Row = { ...OUT, instructor: 'in' };
const INSTRUCTORS: Row = { ...OUT, instructor: 'in', otherInstructor: 'in' };
/** An admin may be a director (`admin`), of the office, or an accountant. */
const DIRECTORS: Row = { ...OUT, admin: 'in' };
const ADMINS: Row = { ...DIRECTORS, officeAdmin: 'in' };
/** What an accountant reads, too. */
const MONEY: Row = { ...ADMINS, accountant: 'in' };
const REGISTERED: Row = {
  ...{ ...STUDENTS, instructor: 'in', otherInstructor: 'in' },
  ...{ admin: 'in', officeAdmin: 'in', accountant: 'in' },
};
/** The call needs the provider's token. Our session tokens don't count. */
const NOBODY_BY_SESSION = Object.fromEntries(CALLERS.map((name) => [name, 401])) as Row;
/** Needs the first student's session token, but no registration. */
const THAT_PERSON: Row = { ...THAT_STUDENT, removedUser: 403 };

const TAP = {
  ...{ _id: '2f5b1cde-7a60-4b52-9d3f-0b1d2c3e4f50', personId: '0123456789abcdef01234567' },
  ...{ kind: 'in', at: '2027-01-01T09:00:00.000Z' },
};

const ROWS: Record<keyof Contract, Row> = {
  'POST /jwt': NOBODY_BY_SESSION,
  'POST /userList': THAT_PERSON,
  // The answer says that the person is not registered.
  'GET /userInfo': { ...THAT_PERSON, sessionFromBeforeDeletion: 'in' },
  'GET /isUser': THAT_STUDENT,
  'GET /userList/admin/:email': THAT_STUDENT,
  'GET /isInstructor': THAT_STUDENT,
  'GET /userList/instructorInfo': THAT_STUDENT,
  'GET /userList': ADMINS,
  'GET /removeuser': ADMINS,
  'DELETE /removeuser': ADMINS,
  'POST /removeuser': ADMINS,
  'DELETE /userList/admin/:id': DIRECTORS,
  'PATCH /userList/admin/:id': DIRECTORS,
  'PATCH /adminBundle/:id': DIRECTORS,
  'PATCH /makeInstructor': DIRECTORS,
  'POST /instructors': DIRECTORS,
  'POST /instructors/:id/invite': DIRECTORS,
  'DELETE /userSignIn/:id': DIRECTORS,
  'GET /instructors': EVERYBODY,
  'GET /getInstructors': ADMINS,
  'GET /newInstructor': ADMINS,
  'POST /instructors/:id/certificates': ADMINS,
  'DELETE /instructors/:id/certificates/:entryId': ADMINS,
  'GET /myCertificates': INSTRUCTORS,
  'GET /myInstructorPage': INSTRUCTORS,
  'PATCH /myInstructorPage': INSTRUCTORS,
  'PATCH /unassignCourse/:id': ADMINS,
  'DELETE /removeInstructor/:id': DIRECTORS,
  'GET /classes': EVERYBODY,
  'GET /classes/:id': EVERYBODY,
  'GET /popularclass': EVERYBODY,
  'GET /adminClasses': ADMINS,
  'POST /addCourse': ADMINS,
  'PATCH /updateClass/:id': ADMINS,
  'POST /duplicateCourse/:id': ADMINS,
  'POST /publishCourse/:id': ADMINS,
  'DELETE /publishCourse/:id': ADMINS,
  'GET /seasons': ADMINS,
  'GET /seasonCopies/:season': ADMINS,
  'POST /seasonCopies/:season': ADMINS,
  'DELETE /seasonCopies/:season': ADMINS,
  'POST /seasonDrafts/:season': ADMINS,
  'GET /dayList': ADMINS,
  'GET /myForms': REGISTERED,
  'PUT /myForms/:id': REGISTERED,
  'DELETE /myForms/:id': REGISTERED,
  'GET /forms': ADMINS,
  'PUT /forms': DIRECTORS,
  'GET /formPeople': ADMINS,
  'PUT /formPeople/:id': ADMINS,
  'GET /formFiles/:id': REGISTERED,
  'PATCH /formFiles/:id': ADMINS,
  'DELETE /formFiles/:id': REGISTERED,
  'DELETE /removeCourse/:id': ADMINS,
  'GET /myclass': THAT_STUDENT,
  'POST /addClass': THAT_STUDENT,
  'DELETE /addClass/:cartId': STUDENTS,
  'POST /cartCode': STUDENTS,
  'DELETE /cartCode': STUDENTS,
  'DELETE /classHolds/:classId/:cartId': ADMINS,
  'GET /classTeam/:classId': ADMINS,
  'POST /classTeam/:classId': ADMINS,
  'PATCH /classTeam/:classId/:memberId': ADMINS,
  'DELETE /classTeam/:classId/:memberId': ADMINS,
  'PUT /classGroups/:classId': ADMINS,
  'GET /myTeams': INSTRUCTORS,
  'GET /myCalendar': STUDENTS,
  'POST /myCalendar': STUDENTS,
  // The secret in the address decides: account/calendar.test.ts.
  'GET /calendars/:file': EVERYBODY,
  'POST /waiting/:classId': STUDENTS,
  'GET /myWaiting': STUDENTS,
  // Whose entry it is: waiting/waiting-rights.test.ts.
  'DELETE /waiting/:waitId': STUDENTS,
  'POST /waiting/:waitId/decline': STUDENTS,
  'POST /waiting/:waitId/stillWanted': STUDENTS,
  'GET /classWaiting/:classId': ADMINS,
  'PATCH /classWaiting/:classId/:waitId': ADMINS,
  'POST /classWaiting/:classId/:waitId/offer': ADMINS,
  'GET /myChildren': STUDENTS,
  'POST /myChildren': STUDENTS,
  // What each guardian may do: families/guardian-rights.test.ts.
  'GET /myChildren/:id': STUDENTS,
  'PATCH /myChildren/:id': STUDENTS,
  'DELETE /myChildren/:id': STUDENTS,
  'PUT /myChildren/:id/health': STUDENTS,
  'DELETE /myChildren/:id/health': STUDENTS,
  'PUT /myChildren/:id/photo': STUDENTS,
  'DELETE /myChildren/:id/photo': STUDENTS,
  'PUT /myChildren/:id/contacts': STUDENTS,
  'POST /myChildren/:id/guardians': STUDENTS,
  'DELETE /myChildren/:id/guardians/:guardianId': STUDENTS,
  'DELETE /myChildren/:id/invitations/:invitationId': STUDENTS,
  'POST /myChildren/:id/costShare': STUDENTS,
  'PUT /myChildren/:id/costShare': STUDENTS,
  'DELETE /myChildren/:id/costShare': STUDENTS,
  'POST /myInvitations/:invitationId': STUDENTS,
  'DELETE /myInvitations/:invitationId': STUDENTS,
  'GET /families/:id': ADMINS,
  'POST /families': ADMINS,
  'POST /families/:id/children': ADMINS,
  'POST /families/:id/claimCode': ADMINS,
  'GET /families/:id/merge': ADMINS,
  'POST /families/:id/merge': ADMINS,
  'DELETE /families/:id/merge': ADMINS,
  // Who was asked: account/ask-to-merge.test.ts.
  'GET /myMerge': STUDENTS,
  'POST /myMerge': STUDENTS,
  'DELETE /myMerge': STUDENTS,
  // Who has the code decides: families/office-families.test.ts.
  'POST /claimFamily': STUDENTS,
  'PATCH /families/:id': ADMINS,
  'PATCH /children/:id': ADMINS,
  'GET /families/:id/seatPrice': ADMINS,
  'POST /families/:id/seats': ADMINS,
  'POST /families/:id/waiting': ADMINS,
  'DELETE /families/:id/waiting/:waitId': ADMINS,
  'POST /families/:id/payments': ADMINS,
  'GET /families/:id/credit': ADMINS,
  'POST /families/:id/credit/refund': ADMINS,
  'POST /families/:id/payLink': ADMINS,
  'POST /payLink': EVERYBODY,
  'POST /bankFiles': ADMINS,
  'GET /bankTransfers': ADMINS,
  'POST /bankTransfers/:id': ADMINS,
  'POST /families/:id/notes': ADMINS,
  'DELETE /families/:id/notes/:noteId': ADMINS,
  'GET /children/:id/contacts': ADMINS,
  // What each guardian may do: families/guardian-rights.test.ts.
  'POST /myChildren/:id/mustNotCollect': STUDENTS,
  'DELETE /myChildren/:id/mustNotCollect/:entryId': STUDENTS,
  'PUT /myChildren/:id/mayLeaveAlone': STUDENTS,
  'DELETE /myChildren/:id/mayLeaveAlone': STUDENTS,
  'GET /children/:id/mustNotCollect': ADMINS,
  'POST /children/:id/mustNotCollect': ADMINS,
  'DELETE /children/:id/mustNotCollect/:entryId': ADMINS,
  'DELETE /children/:id/guardians/:guardianId': ADMINS,
  'DELETE /children/:id/photo': ADMINS,
  'PUT /children/:id/paperForm': ADMINS,
  'POST /ageExceptions': ADMINS,
  'DELETE /ageExceptions': ADMINS,
  'GET /search': ADMINS,
  'GET /classChoices': ADMINS,
  'GET /classList': ADMINS,
  'GET /classPeople/:id': ADMINS,
  'GET /payments': MONEY,
  'GET /owedSeats': ADMINS,
  'GET /owedTotals': ADMINS,
  'POST /owedSeats/:id/waive': ADMINS,
  'GET /paymentTotals': MONEY,
  'GET /months': MONEY,
  'GET /months/:month': MONEY,
  'GET /months/:month/rows': MONEY,
  'POST /months/:month/close': MONEY,
  'POST /createPayment-intent': STUDENTS,
  'GET /installments': STUDENTS,
  'GET /savedCard': STUDENTS,
  'POST /savedCard': STUDENTS,
  // Only with a card that was saved for the caller: payments/installments/saved-card.test.ts.
  'PUT /savedCard': STUDENTS,
  'POST /makepayment': THAT_STUDENT,
  'GET /myEnrolledClass': THAT_STUDENT,
  'GET /userStats': THAT_STUDENT,
  'GET /adminStats': { ...OUT, admin: 'in' },
  'GET /instructorStats': THAT_INSTRUCTOR,
  'GET /enrolledStudents': THAT_INSTRUCTOR,
  // Also for the class's own instructor and its team, who are nobody here: families/care.test.ts, classes/team.test.ts.
  'GET /classCare/:classId': ADMINS,
  'GET /dayList/:classId/:day': ADMINS,
  // Also for those who see the day list: attendance/day-photos.test.ts.
  'GET /dayList/:classId/:day/photos': ADMINS,
  'POST /attendance': ADMINS,
  'GET /attendanceSheet/:classId': ADMINS,
  // Instructors are refused with a 409 if their class doesn't meet today: attendance/emergency-list.test.ts.
  'GET /emergencyList': { ...ADMINS, instructor: 'in', otherInstructor: 'in' },
  'GET /classRecords/:classId/:day': ADMINS,
  'POST /doses': ADMINS,
  'POST /incidents': ADMINS,
  // Whose record and child it is: safety/safety.test.ts.
  'POST /addenda/:recordId': REGISTERED,
  'GET /childRecords/:childId': REGISTERED,
  // Whose seat it is: attendance/own-attendance.test.ts.
  'GET /myAttendance': STUDENTS,
  'GET /friends/:cartId': STUDENTS,
  'PUT /friends/:cartId': STUDENTS,
  'PUT /myAttendance/:cartId/:day': STUDENTS,
  // What each guardian may do: families/pickup-code.test.ts.
  'POST /pickupCode/:childId': STUDENTS,
  'DELETE /pickupCode/:childId': STUDENTS,
  // Also for the class's own instructor: attendance/pickup-codes.test.ts.
  'POST /pickupCode/:childId/check': ADMINS,
  'POST /connect': EVERYBODY,
  'POST /browserErrors': EVERYBODY,
  'POST /contact': EVERYBODY,
  'GET /contactMessages': ADMINS,
  'GET /contactMessages/:id': ADMINS,
  'POST /contactMessages/:id/replies': ADMINS,
  'PATCH /contactMessages/:id': ADMINS,
  'POST /families/:id/messages': ADMINS,
  'GET /outbox': ADMINS,
  'GET /outbox/:id': ADMINS,
  'POST /outbox/:id/retry': ADMINS,
  'POST /outbox/:id/correct': ADMINS,
  'POST /outbox/:id/dismiss': ADMINS,
  'GET /calls': ADMINS,
  'POST /calls': ADMINS,
  'GET /myMessages': REGISTERED,
  'PATCH /myProfile': REGISTERED,
  'GET /myAgreements': REGISTERED,
  'GET /myMail': REGISTERED,
  'PATCH /myMail': REGISTERED,
  'POST /families/:id/mailTo': ADMINS,
  'GET /mailTo': REGISTERED,
  // Whose token it is: messages/mail-to.test.ts.
  'POST /mailTo/confirm': REGISTERED,
  'DELETE /mailTo': REGISTERED,
  'POST /mailOptOut': EVERYBODY,
  // An instructor writes to the class that they teach, which this one is not: messages/class-message.test.ts.
  'GET /receipts/:paymentId': REGISTERED,
  // Whose statement it is: ledger/statements.test.ts.
  'GET /myStatements': STUDENTS,
  'POST /myStatements': STUDENTS,
  'GET /statements/:no': REGISTERED,
  'GET /papers': MONEY,
  'GET /paperTotals': MONEY,
  'GET /openRefunds': ADMINS,
  'POST /openRefunds/:refundId/retry': ADMINS,
  'POST /openRefunds/:refundId/answer': ADMINS,
  'GET /cancellation/:cartId': STUDENTS,
  'POST /cancellation/:cartId': STUDENTS,
  'GET /myCancellations': STUDENTS,
  'GET /myCredit': STUDENTS,
  'POST /myCredit/refund': STUDENTS,
  'POST /creditPayments': STUDENTS,
  'PUT /resales/:cartId': STUDENTS,
  'POST /refunds': ADMINS,
  'POST /payments/:paymentId/bounce': ADMINS,
  'POST /payments/:paymentId/paidBack': ADMINS,
  'GET /creditNotes/:no': REGISTERED,
  'POST /cancelClass/:id': ADMINS,
  // Not instructors: the handler refuses them.
  'POST /moves': { ...STUDENTS, admin: 'in', officeAdmin: 'in', accountant: 'in' },
  'GET /refundPolicy': EVERYBODY,
  'PUT /refundPolicy': DIRECTORS,
  'GET /extras': ADMINS,
  // Which seats they reach is asked of the seat: payments/extras.test.ts.
  'GET /seatExtras/:cartId': STUDENTS,
  'PUT /seatExtras/:cartId': STUDENTS,
  'GET /moveQuotes/:cartId': REGISTERED,
  'GET /officeExtras/:classId/:cartId': ADMINS,
  'PUT /officeExtras/:classId/:cartId': ADMINS,
  'GET /lostDiscounts/:classId/:cartId': ADMINS,
  'PUT /extras': DIRECTORS,
  'GET /discounts': ADMINS,
  'GET /codeUses': ADMINS,
  'PUT /discounts': DIRECTORS,
  'GET /texts/:name': EVERYBODY,
  'GET /school': DIRECTORS,
  'PUT /school': DIRECTORS,
  // Whose request it is: aid/aid.test.ts.
  'GET /myAid': STUDENTS,
  'POST /myAid': STUDENTS,
  'DELETE /myAid/:id': STUDENTS,
  'GET /aidRequests': DIRECTORS,
  'PUT /aidRequests/:id/answer': DIRECTORS,
  'DELETE /aidRequests/:id/award': DIRECTORS,
  'POST /sampleMail': DIRECTORS,
  'POST /messages/preview': ADMINS,
  'POST /messages': ADMINS,
  // With a key instead of a session: programs/keys-access.test.ts.
  'POST /imports': DIRECTORS,
  'GET /imports': DIRECTORS,
  'DELETE /imports/:id': DIRECTORS,
  'GET /apiKeys': DIRECTORS,
  'POST /apiKeys': DIRECTORS,
  'DELETE /apiKeys/:id': DIRECTORS,
  'GET /classRoster/:classId': ADMINS,
  'GET /webhooks': DIRECTORS,
  'POST /webhooks': DIRECTORS,
  'DELETE /webhooks/:id': DIRECTORS,
  'POST /webhooks/:id/test': DIRECTORS,
  'GET /webhooks/:id/deliveries': DIRECTORS,
  'POST /webhooks/:id/deliveries/:deliveryId': DIRECTORS,
  'GET /health': EVERYBODY,
  'GET /auditLog': ADMINS,
  'POST /myData': THAT_STUDENT,
  'DELETE /myAccount': THAT_STUDENT,
};

const HEALTH = {
  ...{ allergies: [], medication: '', notes: '', nothingToTell: true },
  consent: FIRST_TEXT_VERSION,
};

const FORM_TERMS = {
  ...{ name: 'Swimming', kind: 'questions', about: 'child', text: '', isPictures: false },
  ...{ due: null, season: null, classIds: [] },
  questions: [
    {
      ...{ key: 'a', kind: 'short', label: 'How far?', options: [] },
      ...{ isRequired: true, seenBy: 'office' },
    },
  ],
};

const DELETED = 'deleted@example.test';

const app = useTestApp();
let tokens: Record<CallerName, string>;
let emails: { student: string; instructor: string; admin: string };
let values: Record<string, unknown>;

// New people for each call, because some calls remove or promote them.
beforeEach(async () => {
  const student = await buildUser(app);
  const instructor = await buildUser(app, 'instructor');
  const admin = await buildUser(app, 'admin');
  const removed = await buildUser(app);
  await app.services.database.collections.users.updateOne(
    { _id: removed._id },
    { $set: { status: 'removed' } },
  );
  const unverified = await buildUser(app);
  await app.services.database.collections.users.updateOne(
    { _id: unverified._id },
    { $set: { isVerified: false } },
  );
  const campClass = await buildClass(app);
  await noteDeletion(makeUid(DELETED), app.services);
  const aMinuteAgo = new Date(Date.now() - 60_000);
  emails = { student: student.email, instructor: instructor.email, admin: admin.email };
  const tokenOf = (person: Parameters<typeof makeSessionToken>[0]) =>
    `Bearer ${makeSessionToken(person, app.services)}`;
  const anHourAgo = new Date(Date.now() - 61 * 60_000);
  tokens = {
    visitor: '',
    student: tokenOf(student),
    otherStudent: tokenOf(await buildUser(app)),
    instructor: tokenOf(instructor),
    otherInstructor: tokenOf(await buildUser(app, 'instructor')),
    admin: tokenOf(admin),
    officeAdmin: tokenOf(await buildUser(app, 'admin', 'office')),
    accountant: tokenOf(await buildUser(app, 'admin', 'accountant')),
    removedUser: tokenOf(removed),
    unverifiedStudent: tokenOf(unverified),
    otherAccountWithThatAddress: tokenOf({ ...student, uid: 'another-account' }),
    sessionFromBeforeVerification: tokenOf({ ...student, credentials: 'unverified' }),
    sessionFromBeforeDeletion: tokenOf({ email: DELETED, signedInAt: aMinuteAgo }),
    staleToken: `Bearer ${makeSessionToken(student, { ...app.services, now: () => anHourAgo })}`,
    forgedToken: `Bearer ${jwt.sign({ email: admin.email, sub: admin.email }, 'not-our-secret-but-a-long-one', { issuer: 'speakifyr', expiresIn: 600 })}`,
  };
  // Valid for the schemas. It doesn't matter if a rule of the business refuses them.
  values = {
    id: '0123456789abcdef01234567',
    cartId: '0123456789abcdef01234567',
    guardianId: '0123456789abcdef01234567',
    invitationId: '0123456789abcdef01234567',
    entryId: '0123456789abcdef01234567',
    noteId: '0123456789abcdef01234567',
    childId: '0123456789abcdef01234567',
    waitId: '0123456789abcdef01234567',
    memberId: '0123456789abcdef01234567',
    ...{ _id: TAP._id, recordId: TAP._id, personId: '0123456789abcdef01234567', time: '09:00' },
    dose: { what: 'Iron', howMuch: '', at: null, outcome: 'given', note: '' },
    incident: { what: 'A fall', where: '', treatment: '', witness: '', parentsToldAt: null },
    priority: 1,
    note: 'By phone.',
    may: ['see'],
    contacts: [],
    paper: { by: '0123456789abcdef01234567', day: '2026-01-05', reference: 'Folder 3' },
    ...HEALTH,
    classId: campClass.id,
    ...{ answers: {}, seen: 0, revision: 0, act: 'save', form: FORM_TERMS },
    day: campClass.camp_start,
    since: campClass.camp_start,
    taps: [TAP],
    isAbsent: true,
    classIds: [campClass.id],
    price: 10,
    transactionId: 'pi_nobody',
    paymentId: 'pi_nobody',
    refundId: 're_nobody',
    refund: 0,
    isForResale: true,
    amount: 0,
    no: '1',
    version: 0,
    steps: [],
    season: '2001',
    month: '2001-01',
    participant: 'me',
    year: 2001,
    name: 'Somebody',
    phone: '+1 202 555 0143',
    photo: '',
    details: '',
    idToken: 'no-proof',
    bundle: 'office',
    token: 'no-token',
    code: '482193',
    deliveryId: `msg_${'0'.repeat(32)}`,
    url: 'https://camp.example/hook',
    replyId: '2f5b1cde-7a60-4b52-9d3f-0b1d2c3e4f50',
    subject: 'The bus',
    text: 'It leaves at nine.',
    words: 'We need help.',
    award: null,
  };
});

/** The e-mail of the person whom the call is about. A deleted person can only name themselves. */
function subjectOf(name: keyof Contract, caller: CallerName): string {
  if (caller === 'sessionFromBeforeDeletion') return DELETED;
  if (name === 'GET /adminStats') return emails.admin;
  return ROWS[name] === THAT_INSTRUCTOR ? emails.instructor : emails.student;
}

// Rules: R4, R19, R37, R38, R57, R61, R75, R81, R84, R151, R179, R257, R292, R313, R360, R369,
// R382, R400, R415, R434, R440, R451, R512.
describe('every call lets the right callers in', () => {
  for (const name of Object.keys(ROWS) as (keyof Contract)[]) {
    it(name, async () => {
      for (const caller of CALLERS) {
        const { status } = await app.withAuthorization(tokens[caller]).call(
          name,
          makeInput(name, {
            ...values,
            ...(name === 'PUT /myChildren/:id/photo' && PHOTO_BODY),
            email: subjectOf(name, caller),
          }) as never,
        );
        const expected = ROWS[name][caller];
        const got = status === 401 || status === 403 ? status : 'in';
        expect(got, `${name} as ${caller} answered ${status}`).toBe(expected);
        if (expected !== 'in') expect(status).not.toBeLessThan(300);
        expect(status, `${name} as ${caller}`).toBeLessThan(500);
      }
    });
  }

  it('every call of the contract has a row here', () => {
    expect(Object.keys(ROWS).sort()).toEqual(Object.keys(contract).sort());
  });
});

it('nobody gets a session token for another person’s e-mail', async () => {
  const idToken = await proveSignIn({ email: 'mallory@example.test' });
  const refused = await app
    .withAuthorization(`Bearer ${idToken}`)
    .call('POST /jwt', { body: { email: emails.admin } });
  expect(refused.status).toBe(401);
});
