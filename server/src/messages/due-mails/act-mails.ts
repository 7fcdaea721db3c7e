import { ObjectId } from 'mongodb';
import { ACTS_WITH_MAIL } from '../../audit/audit.service.ts';
import { listGuardians } from '../../families/guardians.ts';
import type { AuditDocument, Collections } from '../../database/collections.ts';
import type { MailCause } from '../../database/outbox-document.ts';
import type { Services } from '../../services.ts';
import type { NewMail } from '../outbox.ts';
import { CHANGES } from './change-mails.ts';
import { CONFIRM_DAYS } from '../mail-to.ts';
import { describeCanceledMails, describeMessageMails } from './class-mails.ts';
import { describeReplyMail } from './contact-mails.ts';
import { listActs, unmarkActs } from './marks.repo.ts';
import { essentialTo, findRecipient } from './recipients.ts';
import { addMarkedMails } from './add-marked-mails.ts';

const KEEP_TRYING_DAYS = 7;

/** People hear of these at once. change-mails.ts waits for further changes to a class. */
const ACTIONS = ACTS_WITH_MAIL.filter((action) => !CHANGES.includes(action));

/** Adds the emails about what admins did, and about messages to a class. */
export async function addActMails(services: Services, signal?: AbortSignal): Promise<void> {
  const marks = {
    list: (collections: Collections) => listActs(collections, ACTIONS),
    describe: describeActMails,
    unmark: unmarkActs,
  };
  await addMarkedMails(marks, services, signal);
}

async function describeActMails(act: AuditDocument, services: Services): Promise<NewMail[]> {
  switch (act.action) {
    case 'make admin':
      return tell(act, `role-${act._id}`, { kind: 'new role', role: 'admin' }, services);
    case 'remove admin':
      return tell(act, `role-${act._id}`, { kind: 'new role', role: 'student' }, services);
    case 'make instructor':
      return tell(act, `role-${act._id}`, { kind: 'new role', role: 'instructor' }, services);
    case 'remove user':
      return tell(act, `removed-${act._id}`, { kind: 'account removed' }, services);
    case 'change mail address':
      return describeConfirmMail(act, services);
    case 'allow age':
    case 'take back age':
      return describeAgeMails(act, services);
    case 'reply to message':
      return describeReplyMail(act, services);
    case 'cancel class':
    case 'remove course':
      return describeCanceledMails(act, services);
    case 'message to class':
      return describeMessageMails(act, services);
    default:
      return [];
  }
}

/** Tells those who book for the child. */
async function describeAgeMails(
  { _id, action, classId, after }: AuditDocument,
  services: Services,
): Promise<NewMail[]> {
  const child = after?.['child'];
  if (!classId || typeof child !== 'string') return [];
  const childId = new ObjectId(child);
  const guardians = (await listGuardians([childId], services)).get(child) ?? [];
  const isAllowed = action === 'allow age';
  return guardians
    .filter(({ may }) => may.includes('book'))
    .map(({ user }) => ({
      _id: `age-${_id}-${user._id.toHexString()}`,
      cause: { kind: 'age allowed' as const, childId, classId, isAllowed },
      ...essentialTo(user, KEEP_TRYING_DAYS, services),
    }));
}

/** Asks for the latest address only, once. */
async function describeConfirmMail(
  { target }: AuditDocument,
  services: Services,
): Promise<NewMail[]> {
  const user = await findRecipient(target, services);
  const at = user?.mailTo?.at;
  if (!user || !at) return [];
  const _id = `confirm-${user._id.toHexString()}-${at.getTime()}`;
  const cause = { kind: 'confirm address' as const, at };
  return [{ _id, cause, ...essentialTo(user, CONFIRM_DAYS, services) }];
}

/** Tells the person that an act was about. */
async function tell(
  { target }: AuditDocument,
  _id: string,
  cause: MailCause,
  services: Services,
): Promise<NewMail[]> {
  const user = await findRecipient(target, services);
  if (!user) return [];
  return [{ _id, cause, ...essentialTo(user, KEEP_TRYING_DAYS, services) }];
}
