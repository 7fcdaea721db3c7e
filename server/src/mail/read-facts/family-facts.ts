import { listGuardians } from '../../children/guardians.ts';
import { findHealthStates } from '../../children/health.ts';
import { hasEveryRight } from '../../children/rights.ts';
import { findOpenInvitation } from '../../children/open-invitation.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import { findClassEnd } from '../../seats/people-of-classes.ts';
import { getClassWithSeat } from '../../seats/seats.service.ts';
import type { Services } from '../../services.ts';
import { findActiveUsers } from '../../users/users.service.ts';
import type { LetterFacts } from '../letters/facts.ts';
import { linkToHealth } from './link-to-health.ts';

/** What somebody reads who may still accept an invitation. */
export async function readGuardianInvited(
  { childId, invitationId }: CauseOf<'guardian invited'>,
  services: Services,
): Promise<LetterFacts['guardian invited'] | undefined> {
  const invitation = await findOpenInvitation(childId, invitationId, services);
  if (!invitation) return undefined;
  const [inviter] = await findActiveUsers([invitation.invitedBy], services);
  const { may, expiresAt } = invitation;
  return inviter && { from: inviter.email, may, expiresAt };
}

/** The children about whose health a guardian is still asked. */
export async function readHealthQuestion(
  { seats }: CauseOf<'health question'>,
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['health question'] | undefined> {
  const children = await Promise.all(
    seats.map(({ classId, cartId }) => readAskedChild({ classId, cartId }, user, services)),
  );
  const asked = children.flatMap((child) => child ?? []);
  return asked.length > 0 ? { children: asked } : undefined;
}

async function readAskedChild(
  { classId, cartId }: CauseOf<'health question'>['seats'][number],
  user: UserDocument,
  services: Services,
): Promise<LetterFacts['health question']['children'][number] | undefined> {
  const campClass = await getClassWithSeat(classId, { cartId }, services);
  const seat = campClass?.seat;
  if (campClass?.status !== 'open' || findClassEnd(campClass, services) <= services.now())
    return undefined;
  if (seat?.state !== 'enrolled' || !seat.childId) return undefined;
  const id = seat.childId.toHexString();
  const guardians = (await listGuardians([seat.childId], services)).get(id) ?? [];
  const may = guardians.find((guardian) => guardian.user._id.equals(user._id))?.may ?? [];
  const state = (await findHealthStates([seat.childId], services)).get(id);
  if (!hasEveryRight({ may }) || state !== 'missing') return undefined;
  const { name: className, camp_start } = campClass;
  return { name: seat.name, className, camp_start, path: linkToHealth(seat.childId) };
}
