import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { readOwedName } from '../seats/owing-seats.ts';

/**
 * What each call of the team that changes something is about: the family, or why it is about none. A new call does not
 * compile until somebody has judged it here. A call about a family lists `own_family` in the contract, and the other way
 * round. So do a few that only read. R495, R712
 */

/** What the input names. All ids as the wire has them. */
export type About = {
  accounts?: string[];
  /** The account with this address. */
  email?: string;
  childId?: string;
  /** A seat, held or paid. */
  seat?: { classId: string; cartId: string };
  /** A paid seat, wherever it is. */
  paidSeat?: string;
  entry?: { classId: string; waitId: string };
  paymentId?: string;
  refundId?: string;
  aidRequest?: string;
  /** A document that was handed in with a form. */
  formFile?: string;
};

/** Who counts as the team in a call: `Access` in contract/src/endpoint.ts. */
type Team = 'admin' | 'instructor' | 'registered';

/** Reads of what a guardian may have written about another one, so about the reader. */
type TeamRead = 'GET /children/:id/contacts' | 'GET /children/:id/mustNotCollect';

export type TeamAct =
  | TeamRead
  | {
      [K in keyof Contract]: Contract[K]['access']['who'] extends Team
        ? K extends `GET ${string}`
          ? never
          : K
        : never;
    }[keyof Contract];

type Refused<K extends TeamAct> = Contract[K] extends { errors: readonly (infer Code)[] }
  ? 'own_family' extends Code
    ? true
    : false
  : false;

type AboutOf<K extends TeamAct> = (input: ParsedInput<Contract[K]>) => About;

/** In a call for anyone registered, the team counts as parents for their own family, and nothing is refused. */
type Judged<K extends TeamAct> =
  Refused<K> extends true
    ? AboutOf<K>
    : Contract[K]['access']['who'] extends 'registered'
      ? AboutOf<K> | Reason
      : Reason;

type Reason =
  | 'a whole class'
  | 'the whole school'
  | 'a role'
  | 'somebody of the team'
  | 'the books'
  | 'a message'
  | 'the caller’s own record'
  | 'what happened at camp'
  | 'a family that is not there yet'
  | 'reads only';

const ofFamily = ({ params }: { params: { id: string } }): About => ({ accounts: [params.id] });
const ofChild = ({ params }: { params: { id: string } }): About => ({ childId: params.id });
const ofChildInBody = ({ body }: { body: { childId: string } }): About => ({
  childId: body.childId,
});
const ofSeat = ({ params }: { params: { classId: string; cartId: string } }): About => ({
  seat: params,
});
const ofEntry = ({ params }: { params: { classId: string; waitId: string } }): About => ({
  entry: params,
});
const ofRefund = ({ params }: { params: { refundId: string } }): About => params;
const ofAid = ({ params }: { params: { id: string } }): About => ({ aidRequest: params.id });

export const TEAM_ACTS: { [K in TeamAct]: Judged<K> } = {
  'DELETE /removeuser': ({ query }) => query,
  'POST /removeuser': ({ query }) => query,
  'DELETE /userSignIn/:id': ofFamily,
  'PATCH /userList/admin/:id': 'a role',
  'DELETE /userList/admin/:id': 'a role',
  'PATCH /adminBundle/:id': 'a role',
  'PATCH /makeInstructor': 'a role',
  'POST /instructors': 'a role',
  'POST /instructors/:id/invite': 'a role',
  'DELETE /removeInstructor/:id': 'a role',
  'PATCH /unassignCourse/:id': 'somebody of the team',
  'POST /instructors/:id/certificates': 'somebody of the team',
  'DELETE /instructors/:id/certificates/:entryId': 'somebody of the team',
  'POST /classTeam/:classId': 'somebody of the team',
  'PATCH /classTeam/:classId/:memberId': 'somebody of the team',
  'DELETE /classTeam/:classId/:memberId': 'somebody of the team',
  'PUT /classGroups/:classId': 'a whole class',
  'POST /addCourse': 'a whole class',
  'PATCH /updateClass/:id': 'a whole class',
  'POST /duplicateCourse/:id': 'a whole class',
  'POST /publishCourse/:id': 'a whole class',
  'DELETE /publishCourse/:id': 'a whole class',
  'DELETE /removeCourse/:id': 'a whole class',
  'POST /cancelClass/:id': 'a whole class',
  'POST /seasonCopies/:season': 'the whole school',
  'DELETE /seasonCopies/:season': 'the whole school',
  'POST /seasonDrafts/:season': 'the whole school',
  'PUT /refundPolicy': 'the whole school',
  'PUT /school': 'the whole school',
  'PUT /discounts': 'the whole school',
  'PUT /extras': 'the whole school',
  'PUT /forms': 'the whole school',
  'PUT /myForms/:id': 'the caller’s own record',
  'DELETE /myForms/:id': 'the caller’s own record',
  'PATCH /formFiles/:id': ({ params }) => ({ formFile: params.id }),
  'DELETE /formFiles/:id': 'the caller’s own record',
  'POST /imports': 'the whole school',
  'DELETE /imports/:id': 'the whole school',
  'POST /apiKeys': 'the whole school',
  'DELETE /apiKeys/:id': 'the whole school',
  'POST /webhooks': 'the whole school',
  'DELETE /webhooks/:id': 'the whole school',
  'POST /webhooks/:id/test': 'the whole school',
  'POST /webhooks/:id/deliveries/:deliveryId': 'the whole school',
  'POST /months/:month/close': 'the books',
  'POST /bankFiles': 'the books',
  'POST /bankTransfers/:id': 'the books',
  'POST /sampleMail': 'a message',
  'POST /messages/preview': 'reads only',
  'POST /messages': 'a message',
  'POST /contactMessages/:id/replies': 'a message',
  'PATCH /contactMessages/:id': 'a message',
  'POST /outbox/:id/retry': 'a message',
  'POST /outbox/:id/correct': 'a message',
  'POST /outbox/:id/dismiss': 'a message',
  'POST /calls': 'a message',

  'DELETE /classHolds/:classId/:cartId': ofSeat,
  'PUT /officeExtras/:classId/:cartId': ofSeat,
  'PATCH /classWaiting/:classId/:waitId': ofEntry,
  'POST /classWaiting/:classId/:waitId/offer': ofEntry,
  'POST /moves': ({ body }) => ({ paidSeat: body.cartId, ...optional(body.childId) }),
  'POST /payments/:paymentId/bounce': ({ params }) => params,
  'POST /payments/:paymentId/paidBack': ({ params }) => params,
  'POST /owedSeats/:id/waive': ({ params }) => ({ paidSeat: readOwedName(params.id) }),
  'POST /refunds': ({ body: { paymentId, cartId } }) => ({
    paymentId,
    ...(cartId && { paidSeat: cartId }),
  }),
  'POST /openRefunds/:refundId/retry': ofRefund,
  'POST /openRefunds/:refundId/answer': ofRefund,
  'PUT /aidRequests/:id/answer': ofAid,
  'DELETE /aidRequests/:id/award': ofAid,

  'POST /families': 'a family that is not there yet',
  'PATCH /families/:id': ofFamily,
  'POST /families/:id/children': ofFamily,
  'POST /families/:id/claimCode': ofFamily,
  'POST /families/:id/payLink': ofFamily,
  'POST /families/:id/mailTo': ofFamily,
  'POST /families/:id/messages': ofFamily,
  'POST /families/:id/merge': ({ params, body }) => ({ accounts: [params.id, body.into] }),
  'DELETE /families/:id/merge': ofFamily,
  'POST /families/:id/seats': ({ params, body }) => ({
    ...ofFamily({ params }),
    ...optional(body.childId),
  }),
  'POST /families/:id/waiting': ofFamily,
  'DELETE /families/:id/waiting/:waitId': ofFamily,
  'POST /families/:id/payments': ofFamily,
  'POST /families/:id/credit/refund': ofFamily,
  'POST /families/:id/notes': ofFamily,
  'DELETE /families/:id/notes/:noteId': ofFamily,

  'PATCH /children/:id': ofChild,
  'DELETE /children/:id/guardians/:guardianId': ofChild,
  'DELETE /children/:id/photo': ofChild,
  'PUT /children/:id/paperForm': ofChild,
  'PUT /formPeople/:id': ({ body: { personId } }) => ({ accounts: [personId], childId: personId }),
  'GET /children/:id/contacts': ofChild,
  'GET /children/:id/mustNotCollect': ofChild,
  'POST /children/:id/mustNotCollect': ofChild,
  'DELETE /children/:id/mustNotCollect/:entryId': ofChild,
  'POST /ageExceptions': ofChildInBody,
  'DELETE /ageExceptions': ofChildInBody,

  'PATCH /myInstructorPage': 'the caller’s own record',
  'PATCH /myMail': 'the caller’s own record',
  'POST /mailTo/confirm': 'the caller’s own record',
  'DELETE /mailTo': 'the caller’s own record',
  'PATCH /myProfile': 'the caller’s own record',
  'POST /myData': 'the caller’s own record',
  'DELETE /myAccount': 'the caller’s own record',
  'POST /attendance': 'what happened at camp',
  'POST /pickupCode/:childId/check': 'what happened at camp',
  'POST /doses': 'what happened at camp',
  'POST /incidents': 'what happened at camp',
  'POST /addenda/:recordId': 'what happened at camp',
};

const optional = (childId: string | null | undefined): About => (childId ? { childId } : {});
