import { findAnyChild } from '../../families/booking.ts';
import { findHealthStates } from '../../families/health.ts';
import { countOpenInvitations, findOpenInvitation } from '../../families/open-invitation.ts';
import type { ObjectId } from 'mongodb';
import type { CauseOf } from '../../database/outbox-document.ts';
import { findClassEnd, getClassWithPeople } from '../../enrollments/seats/people-of-classes.ts';
import { getClassWithSeat } from '../../enrollments/seats/seats.service.ts';
import type { Services } from '../../services.ts';
import { findActiveUsers } from '../../people/users/users.service.ts';
import type { LetterFacts } from '../letters/facts.ts';
import { linkToHealth } from './needs-facts.ts';
import type { Read, Reader } from './reading.ts';

/** What somebody reads who may still accept an invitation. */
export async function readGuardianInvited(
  { childId, invitationId }: CauseOf<'guardian invited'>,
  services: Services,
): Promise<LetterFacts['guardian invited'] | undefined> {
  const invitation = await findOpenInvitation(childId, invitationId, services);
  if (!invitation) return undefined;
  const [inviter] = await findActiveUsers([invitation.invitedBy], services);
  const { may, expiresAt } = invitation;
  const children = await countOpenInvitations(invitation, services);
  return inviter && { from: inviter.email, children, may, expiresAt };
}

/** What an admin decided, while it is still so, for a guardian who still books for the child. */
export async function readAgeAllowed(
  { childId, classId, isAllowed }: CauseOf<'age allowed'>,
  { rights }: Reader,
  services: Services,
): Promise<Read<'age allowed'> | undefined> {
  if (!rights.may('book', childId)) return undefined;
  const [child, campClass] = await Promise.all([
    findAnyChild(childId, services),
    getClassWithPeople(classId, services),
  ]);
  if (!child || campClass?.status !== 'open') return undefined;
  if (child.allowedClasses.some((id) => id.equals(classId)) !== isAllowed) return undefined;
  const path = `/classes/${classId.toHexString()}`;
  const facts = { child: child.name, className: campClass.name, isAllowed, path };
  return { facts, childIds: [childId] };
}

/** The children about whose health a guardian is still asked. */
export async function readHealthQuestion(
  { seats }: CauseOf<'health question'>,
  reader: Reader,
  services: Services,
): Promise<Read<'health question'> | undefined> {
  const children = await Promise.all(
    seats.map(({ classId, cartId }) => readAskedChild({ classId, cartId }, reader, services)),
  );
  const asked = children.flatMap((child) => child ?? []);
  if (asked.length === 0) return undefined;
  return {
    facts: { children: asked.map(({ facts }) => facts) },
    childIds: asked.map(({ childId }) => childId),
  };
}

type Asked = { childId: ObjectId; facts: LetterFacts['health question']['children'][number] };

async function readAskedChild(
  { classId, cartId }: CauseOf<'health question'>['seats'][number],
  { rights }: Reader,
  services: Services,
): Promise<Asked | undefined> {
  const campClass = await getClassWithSeat(classId, { cartId }, services);
  const seat = campClass?.seat;
  if (campClass?.status !== 'open' || findClassEnd(campClass, services) <= services.now())
    return undefined;
  if (seat?.state !== 'enrolled' || !seat.childId) return undefined;
  const { childId } = seat;
  const state = (await findHealthStates([childId], services)).get(childId.toHexString());
  if (!rights.mayChange(childId) || state !== 'missing') return undefined;
  const { name: className, camp_start } = campClass;
  const facts = { name: seat.name, className, camp_start, path: linkToHealth(childId) };
  return { childId, facts };
}
