import type { Contract } from './contract.ts';

/** A call that only reads. */
export type ReadName = Extract<keyof Contract, `GET ${string}`>;
/** A call that changes something. */
export type ChangeName = Exclude<keyof Contract, ReadName>;

const LOG = ['GET /auditLog'] as const;
/** What the office sees of a family, and of two that become one. */
const FAMILY_PAGE = [
  'GET /families/:id',
  'GET /families/:id/credit',
  'GET /families/:id/merge',
] as const;
const PAYMENTS = ['GET /payments', 'GET /paymentTotals'] as const;
const MONTHS = ['GET /months', 'GET /months/:month', 'GET /months/:month/rows'] as const;
/** What everybody sees of the classes. */
const CATALOGUE = ['GET /classes', 'GET /classes/:id', 'GET /popularclass'] as const;
/** How the office lists and counts seats. */
const SEAT_LISTS = [
  'GET /adminClasses',
  'GET /classChoices',
  'GET /seasonCopies/:season',
  'GET /classList',
  'GET /classPeople/:id',
  'GET /classWaiting/:classId',
  'GET /adminStats',
] as const;
/** What families see of their own seats. */
const OWN_SEATS = [
  'GET /myclass',
  'GET /myEnrolledClass',
  'GET /myWaiting',
  'GET /myCredit',
  'GET /userStats',
] as const;
/** A seat is taken, moved or free again. */
const SEATS = [...CATALOGUE, ...SEAT_LISTS, ...OWN_SEATS, ...FAMILY_PAGE] as const;
/** Money arrives, goes back, or is owed. */
const MONEY = [
  ...PAYMENTS,
  'GET /openRefunds',
  'GET /owedSeats',
  'GET /owedTotals',
  'GET /receipts/:paymentId',
  'GET /creditNotes/:no',
  'GET /papers',
  'GET /paperTotals',
  ...MONTHS,
  'GET /myCredit',
  'GET /myCancellations',
  ...FAMILY_PAGE,
] as const;
const TRANSFERS = ['GET /bankTransfers'] as const;
/** What the office did about seats and their money. */
const OFFICE_SEATS = [...SEATS, ...MONEY, ...TRANSFERS, ...LOG] as const;
/** What families see of their children. Their seats say what is missing. */
const OWN_CHILD = [
  'GET /myChildren',
  'GET /myChildren/:id',
  'GET /myclass',
  'GET /myEnrolledClass',
] as const;
/** The office changes a family. */
const FAMILY = [...FAMILY_PAGE, ...LOG] as const;
/** The same, and what finds or lists the family. */
const LISTED_FAMILY = [
  ...FAMILY,
  ...PAYMENTS,
  'GET /search',
  'GET /userList',
  'GET /classPeople/:id',
  'GET /outbox',
  'GET /outbox/:id',
] as const;
const BLOCKS = [...FAMILY, 'GET /children/:id/mustNotCollect'] as const;
const OUTBOX = ['GET /outbox', 'GET /outbox/:id'] as const;
const INBOX = ['GET /contactMessages', 'GET /contactMessages/:id'] as const;
const TEACHERS = ['GET /instructors', 'GET /getInstructors', 'GET /newInstructor'] as const;
/** A class or draft is added, changed or gone. */
const CLASSES = [...CATALOGUE, ...SEAT_LISTS, ...TEACHERS, 'GET /seasons', ...LOG] as const;
/** Somebody is an instructor now, or not anymore. */
const INSTRUCTORS = [...TEACHERS, 'GET /userList', 'GET /adminStats', ...LOG] as const;
const TEAM = ['GET /classTeam/:classId', 'GET /classes/:id', 'GET /myTeams', ...LOG] as const;
const GROUPS = [
  'GET /classPeople/:id',
  'GET /enrolledStudents',
  'GET /dayList/:classId/:day',
  'GET /emergencyList',
  'GET /attendanceSheet/:classId',
  ...LOG,
] as const;
const CERTIFICATES = [
  ...TEAM,
  'GET /getInstructors',
  'GET /myCertificates',
  'GET /dayList',
] as const;
const USERS = ['GET /userList', 'GET /search', ...LOG] as const;
const KEYS = ['GET /apiKeys', ...LOG] as const;
/** What an import adds, and what it takes back, at once or later. */
const IMPORTS = ['GET /imports', ...LISTED_FAMILY, ...CLASSES, 'GET /dayList'] as const;
const WEBHOOKS = ['GET /webhooks', ...LOG] as const;
/** Who came: for the team and for families. */
const ATTENDANCE = [
  'GET /dayList/:classId/:day',
  'GET /emergencyList',
  'GET /attendanceSheet/:classId',
  'GET /myAttendance',
] as const;
const FORMS = [
  'GET /forms',
  'GET /formPeople',
  'GET /myForms',
  'GET /myclass',
  'GET /myEnrolledClass',
  'GET /dayList/:classId/:day',
  'GET /dayList',
  ...LOG,
] as const;
const RECORDS = ['GET /classRecords/:classId/:day', 'GET /childRecords/:childId'] as const;
const AID = ['GET /aidRequests', 'GET /classPeople/:id', ...FAMILY] as const;
const CART_PRICES = ['GET /myclass', 'GET /codeUses'] as const;
/** What a move or a cancellation would mean now. */
const QUOTES = ['GET /cancellation/:cartId', 'GET /moveQuotes/:cartId'] as const;
/** Only who makes these calls sees what they did, or everything that they had is gone. */
const NOTHING = [] as const;

/**
 * The answers that each call changes, for all readers. This is the only place that says so: after a change, the web app
 * loads these again if they are on the screen. The compiler requires a row for each call and checks the names. It leaves
 * out what changes only later, such as an email that a job sends.
 */
export const TOUCHES: Readonly<Record<ChangeName, readonly ReadName[]>> = {
  'PUT /myForms/:id': FORMS,
  'DELETE /myForms/:id': FORMS,
  'PUT /forms': FORMS,
  'PUT /formPeople/:id': FORMS,
  'PATCH /formFiles/:id': FORMS,
  'DELETE /formFiles/:id': FORMS,
  'POST /jwt': NOTHING,
  'POST /userList': NOTHING,
  'PATCH /myProfile': [
    ...CATALOGUE,
    ...OWN_CHILD,
    'GET /userStats',
    'GET /adminStats',
    'GET /instructorStats',
    'GET /userList/instructorInfo',
    'GET /myInstructorPage',
    'GET /instructors',
  ],
  'POST /myData': NOTHING,
  'DELETE /myAccount': NOTHING,
  'POST /myCalendar': ['GET /myCalendar'],
  'POST /families/:id/messages': [...FAMILY, ...INBOX, ...OUTBOX, 'GET /imports'],
  'POST /families/:id/mailTo': [...FAMILY, ...OUTBOX],
  'POST /mailTo/confirm': ['GET /mailTo'],
  'DELETE /mailTo': ['GET /mailTo'],
  'POST /myMerge': NOTHING,
  'DELETE /myMerge': ['GET /myMerge'],

  'DELETE /removeuser': [...SEATS, ...INSTRUCTORS, 'GET /search'],
  'POST /removeuser': [...SEATS, ...INSTRUCTORS, 'GET /search'],
  'PATCH /userList/admin/:id': USERS,
  'DELETE /userList/admin/:id': USERS,
  'PATCH /adminBundle/:id': USERS,
  'PATCH /makeInstructor': INSTRUCTORS,
  'POST /instructors': INSTRUCTORS,
  'POST /instructors/:id/invite': LOG,
  'DELETE /userSignIn/:id': USERS,

  'POST /addCourse': CLASSES,
  'PATCH /updateClass/:id': CLASSES,
  'POST /duplicateCourse/:id': CLASSES,
  'POST /publishCourse/:id': CLASSES,
  'DELETE /publishCourse/:id': CLASSES,
  'DELETE /removeCourse/:id': CLASSES,
  'POST /seasonCopies/:season': CLASSES,
  'DELETE /seasonCopies/:season': CLASSES,
  'POST /seasonDrafts/:season': CLASSES,

  'PATCH /myInstructorPage': [
    'GET /myInstructorPage',
    'GET /userList/instructorInfo',
    'GET /instructorStats',
    'GET /instructors',
    ...CATALOGUE,
  ],
  'PATCH /unassignCourse/:id': [...INSTRUCTORS, ...CATALOGUE, ...SEAT_LISTS],
  'DELETE /removeInstructor/:id': INSTRUCTORS,
  'POST /instructors/:id/certificates': CERTIFICATES,
  'DELETE /instructors/:id/certificates/:entryId': CERTIFICATES,
  'POST /classTeam/:classId': TEAM,
  'PATCH /classTeam/:classId/:memberId': TEAM,
  'DELETE /classTeam/:classId/:memberId': TEAM,
  'PUT /classGroups/:classId': GROUPS,
  'PUT /friends/:cartId': ['GET /friends/:cartId', 'GET /classPeople/:id'],

  'POST /sampleMail': ['GET /outbox', 'GET /myMessages', ...LOG],
  'PUT /school': ['GET /school', 'GET /adminStats', ...CATALOGUE, ...LOG],
  'PUT /discounts': ['GET /discounts', 'GET /codeUses', ...CATALOGUE, ...LOG],
  'PUT /extras': ['GET /extras', ...CATALOGUE, ...LOG],
  'PUT /seatExtras/:cartId': [
    'GET /seatExtras/:cartId',
    ...OWN_SEATS,
    ...QUOTES,
    'GET /receipts/:paymentId',
  ],
  'PUT /officeExtras/:classId/:cartId': [
    'GET /officeExtras/:classId/:cartId',
    'GET /lostDiscounts/:classId/:cartId',
    ...OFFICE_SEATS,
  ],
  'POST /myAid': ['GET /myAid'],
  'DELETE /myAid/:id': ['GET /myAid'],
  'PUT /aidRequests/:id/answer': AID,
  'DELETE /aidRequests/:id/award': AID,

  'POST /addClass': SEATS,
  'POST /cartCode': CART_PRICES,
  'DELETE /cartCode': CART_PRICES,
  'DELETE /addClass/:cartId': SEATS,
  'DELETE /classHolds/:classId/:cartId': OFFICE_SEATS,

  'POST /waiting/:classId': SEATS,
  'DELETE /waiting/:waitId': SEATS,
  'POST /waiting/:waitId/decline': SEATS,
  'POST /waiting/:waitId/stillWanted': SEATS,
  'PATCH /classWaiting/:classId/:waitId': [...SEATS, ...LOG],
  'POST /classWaiting/:classId/:waitId/offer': [...SEATS, ...LOG],

  'POST /createPayment-intent': NOTHING,
  'POST /makepayment': [...SEATS, ...MONEY, 'GET /savedCard'],
  'POST /savedCard': NOTHING,
  'PUT /savedCard': ['GET /savedCard'],
  'POST /myCredit/refund': MONEY,
  'POST /creditPayments': [...SEATS, ...MONEY],
  'POST /families/:id/credit/refund': [...MONEY, ...LOG],
  'POST /myChildren/:id/costShare': OWN_CHILD,
  'PUT /myChildren/:id/costShare': OWN_CHILD,
  'DELETE /myChildren/:id/costShare': OWN_CHILD,
  'POST /owedSeats/:id/waive': OFFICE_SEATS,

  // Not what canceling would mean: once the seat is canceled, there is nothing to read.
  'POST /cancellation/:cartId': [...SEATS, ...MONEY],
  'POST /cancelClass/:id': [...OFFICE_SEATS, ...TEACHERS],
  'PUT /refundPolicy': ['GET /refundPolicy', 'GET /adminStats', ...LOG],
  'PUT /resales/:cartId': [...SEATS, ...MONEY, ...QUOTES],
  'POST /moves': [...OFFICE_SEATS, ...QUOTES],

  'POST /payments/:paymentId/bounce': OFFICE_SEATS,
  'POST /payments/:paymentId/paidBack': OFFICE_SEATS,
  'POST /openRefunds/:refundId/retry': OFFICE_SEATS,
  'POST /openRefunds/:refundId/answer': OFFICE_SEATS,
  'POST /refunds': OFFICE_SEATS,
  'POST /myStatements': ['GET /myStatements', 'GET /statements/:no'],

  'POST /myChildren': OWN_CHILD,
  'PATCH /myChildren/:id': OWN_CHILD,
  'DELETE /myChildren/:id': OWN_CHILD,
  'PUT /myChildren/:id/health': OWN_CHILD,
  'DELETE /myChildren/:id/health': [...OWN_CHILD, 'GET /myForms', 'GET /formPeople'],
  'PUT /myChildren/:id/contacts': OWN_CHILD,
  'POST /myChildren/:id/guardians': OWN_CHILD,
  'DELETE /myChildren/:id/guardians/:guardianId': OWN_CHILD,
  'DELETE /myChildren/:id/invitations/:invitationId': OWN_CHILD,
  'POST /myInvitations/:invitationId': OWN_CHILD,
  'DELETE /myInvitations/:invitationId': OWN_CHILD,
  'DELETE /children/:id/guardians/:guardianId': FAMILY,
  'POST /ageExceptions': [...FAMILY, 'GET /classChoices'],
  'DELETE /ageExceptions': [...FAMILY, 'GET /classChoices'],
  'PUT /myChildren/:id/photo': OWN_CHILD,
  'DELETE /myChildren/:id/photo': OWN_CHILD,
  'DELETE /children/:id/photo': FAMILY,
  'PUT /myChildren/:id/mayLeaveAlone': OWN_CHILD,
  'DELETE /myChildren/:id/mayLeaveAlone': OWN_CHILD,

  'POST /attendance': ATTENDANCE,
  'PUT /myAttendance/:cartId/:day': ATTENDANCE,
  'POST /pickupCode/:childId': OWN_CHILD,
  'DELETE /pickupCode/:childId': OWN_CHILD,
  'POST /pickupCode/:childId/check': NOTHING,
  'POST /myChildren/:id/mustNotCollect': OWN_CHILD,
  'DELETE /myChildren/:id/mustNotCollect/:entryId': OWN_CHILD,
  'POST /children/:id/mustNotCollect': BLOCKS,
  'DELETE /children/:id/mustNotCollect/:entryId': BLOCKS,
  'POST /doses': RECORDS,
  'POST /incidents': RECORDS,
  'POST /addenda/:recordId': RECORDS,

  'PUT /children/:id/paperForm': [...BLOCKS, 'GET /children/:id/contacts', 'GET /search'],
  'POST /families': LISTED_FAMILY,
  'POST /families/:id/children': LISTED_FAMILY,
  'POST /families/:id/claimCode': [...FAMILY, 'GET /imports'],
  'POST /claimFamily': [...OWN_CHILD, ...OWN_SEATS],
  'POST /families/:id/merge': LISTED_FAMILY,
  'DELETE /families/:id/merge': FAMILY,
  'PATCH /families/:id': LISTED_FAMILY,
  'PATCH /children/:id': LISTED_FAMILY,
  'POST /families/:id/seats': OFFICE_SEATS,
  'POST /families/:id/waiting': OFFICE_SEATS,
  'DELETE /families/:id/waiting/:waitId': [...SEATS, ...LOG],
  'POST /families/:id/payments': OFFICE_SEATS,
  'POST /families/:id/notes': FAMILY,
  'DELETE /families/:id/notes/:noteId': FAMILY,

  'POST /families/:id/payLink': [...FAMILY, ...LOG],
  'POST /payLink': NOTHING,
  'POST /bankFiles': TRANSFERS,
  'POST /bankTransfers/:id': [...TRANSFERS, ...LOG],
  'POST /months/:month/close': [...MONTHS, ...LOG],

  'POST /outbox/:id/retry': [...OUTBOX, ...FAMILY_PAGE],
  'POST /outbox/:id/correct': [...OUTBOX, ...INBOX, ...LOG],
  'POST /outbox/:id/dismiss': [...OUTBOX, ...FAMILY_PAGE],
  'POST /calls': ['GET /calls', ...OUTBOX, ...FAMILY_PAGE],
  'PATCH /myMail': ['GET /myMail'],
  'POST /mailOptOut': ['GET /myMail'],
  'POST /messages/preview': NOTHING,
  'POST /messages': [...OUTBOX, ...LOG],
  'POST /contact': INBOX,
  'POST /contactMessages/:id/replies': [...INBOX, ...OUTBOX, 'GET /dayList'],
  'PATCH /contactMessages/:id': [...INBOX, 'GET /dayList'],

  'POST /imports': IMPORTS,
  'DELETE /imports/:id': IMPORTS,
  'POST /apiKeys': KEYS,
  'DELETE /apiKeys/:id': KEYS,
  'POST /webhooks': WEBHOOKS,
  'DELETE /webhooks/:id': WEBHOOKS,
  'POST /webhooks/:id/test': ['GET /webhooks', 'GET /webhooks/:id/deliveries'],
  'POST /webhooks/:id/deliveries/:deliveryId': ['GET /webhooks', 'GET /webhooks/:id/deliveries'],

  'POST /connect': NOTHING,
  'POST /browserErrors': NOTHING,
};
