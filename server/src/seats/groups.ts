import type { ClassGroups } from '@speakifyr/contract/groups.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat, SeatGrouping } from '../database/class-document.ts';
import { ApiError, classNotFoundError } from '../errors.ts';
import { auditEvent } from '../events/audit-event.ts';
import { groupBy } from '../group-by.ts';
import type { Services } from '../services.ts';
import { changeSeats } from './change-seats.ts';
import { findClass } from '../database/class-store.ts';
import { listEnrolledSeats } from './find-seat.ts';

/**
 * The groups of a class. A seat names its group, so whoever loses the seat, or moves to another class, leaves the group in
 * the same update. decisions/0132
 */

/** The groups of a class as the office sees them, with who should be together, or apart. R680, R683 */
export function presentGroups(campClass: ClassDocument): ClassGroups {
  const { groups = [], groupsVersion = 0 } = campClass;
  const seats = listEnrolledSeats(campClass);
  return {
    version: groupsVersion,
    groups: groups.map(({ _id, name, ageFrom, ageTo, places, leaders }) => ({
      _id: _id.toHexString(),
      name,
      ageFrom,
      ageTo,
      places,
      leaders: leaders.filter((one) => isOfTeam(campClass, one)).map((one) => one.toHexString()),
    })),
    pairs: [...listPairs(seats, 'together'), ...listPairs(seats, 'apart')],
    seats: seats.flatMap(({ seatId, grouping }) =>
      groups
        .filter(({ _id }) => grouping?.group?.equals(_id))
        .map(({ _id }) => ({ cartId: seatId.toHexString(), groupId: _id.toHexString() })),
    ),
  };
}

/** Two seats that share the id of a pair. If one of them has ended, there is no pair anymore. */
function listPairs(seats: EnrolledSeat[], kind: 'together' | 'apart'): ClassGroups['pairs'] {
  const named = seats.flatMap(({ seatId, grouping }) =>
    (grouping?.[kind] ?? []).map((pair) => ({
      pairId: pair.toHexString(),
      cartId: seatId.toHexString(),
    })),
  );
  return groupBy(named, ({ pairId }) => pairId).flatMap((pair) =>
    pair.length === 2
      ? { cartIds: pair.map(({ cartId }) => cartId), isApart: kind === 'apart' }
      : [],
  );
}

/** Who teaches a class, or is or was on its team on some day. */
function isOfTeam({ instructorId, team = [] }: ClassDocument, userId: ObjectId): boolean {
  return Boolean(instructorId?.equals(userId)) || team.some((one) => one.userId.equals(userId));
}

/**
 * Sets the groups of a class, who is in which, and who should be together or apart. Somebody without a seat by now is left
 * out, and so is a leader who left the team. R680
 * @param classId 24 hexadecimal digits
 * @throws {ApiError} `not_found`; `class_changed` if another admin has set them since
 */
export async function setGroups(
  classId: string,
  wanted: ClassGroups,
  admin: { _id: ObjectId },
  services: Services,
): Promise<void> {
  const _id = new ObjectId(classId);
  const found = await findClass(services.database.collections, { _id });
  if (!found) throw classNotFoundError();
  const names = (groups: { name: string }[] = []) => groups.map(({ name }) => name).join(', ');
  // Who should not be with whom is on the office's page alone, not in the log.
  const event = auditEvent({
    at: services.now(),
    by: admin._id,
    type: 'change groups',
    target: found.name,
    before: { groups: names(found.groups) },
    after: { groups: names(wanted.groups), in_groups: wanted.seats.length },
  });
  const decide = (campClass: ClassDocument) => decideGroups(campClass, wanted);
  if (!(await changeSeats(_id, decide, services, event))) throw classNotFoundError();
}

function decideGroups(campClass: ClassDocument, wanted: ClassGroups): Partial<ClassDocument> {
  const { groupsVersion = 0, status } = campClass;
  if (status === 'archived') throw classNotFoundError();
  if (groupsVersion !== wanted.version)
    throw new ApiError(
      'class_changed',
      'Somebody else has changed the groups. They are up to date now: please try again.',
    );
  const groupOf = new Map(wanted.seats.map(({ cartId, groupId }) => [cartId, groupId]));
  const known = new Set(wanted.groups.map(({ _id }) => _id));
  const pairs = wanted.pairs.map((pair) => ({ ...pair, _id: new ObjectId() }));
  const keepHalf = findHalves(campClass);
  const grouping = ({ seatId, grouping: before }: EnrolledSeat): SeatGrouping => {
    const cartId = seatId.toHexString();
    const group = groupOf.get(cartId);
    const own = pairs.filter(
      ({ cartIds }) => cartIds.includes(cartId) && cartIds[0] !== cartIds[1],
    );
    const idsOf = (kind: 'together' | 'apart') => [
      ...own.filter(({ isApart }) => isApart === (kind === 'apart')).map(({ _id }) => _id),
      ...(before?.[kind] ?? []).filter(keepHalf),
    ];
    const [together, apart] = [idsOf('together'), idsOf('apart')];
    return {
      ...(group && known.has(group) && { group: new ObjectId(group) }),
      ...(together.length > 0 && { together }),
      ...(apart.length > 0 && { apart }),
    };
  };
  return {
    groupsVersion: groupsVersion + 1,
    groups: wanted.groups.map(({ _id, name, ageFrom, ageTo, places, leaders }) => ({
      _id: new ObjectId(_id),
      name,
      ageFrom,
      ageTo,
      places,
      leaders: leaders.map((one) => new ObjectId(one)).filter((one) => isOfTeam(campClass, one)),
    })),
    seats: campClass.seats.map((seat) => {
      if (seat.state !== 'enrolled') return seat;
      const { grouping: _before, ...rest } = seat;
      const now = grouping(seat);
      return { ...rest, ...(Object.keys(now).length > 0 && { grouping: now }) };
    }),
  };
}

/** The page does not have the pairs of a seat whose payment bounced. They are there again once it is paid. R697 */
function findHalves({ seats }: ClassDocument): (pair: ObjectId) => boolean {
  const reserved = seats.flatMap((seat) =>
    seat.state === 'held' ? (seat.before?.grouping ?? []) : [],
  );
  const halves = reserved.flatMap(({ together = [], apart = [] }) => [...together, ...apart]);
  return (pair) => halves.some((one) => one.equals(pair));
}

/** The names of a class's groups, for an answer. Nothing if it has none. */
export function nameGroups(campClass: Pick<ClassDocument, 'groups'> | null | undefined): {
  groups?: { _id: string; name: string }[];
} {
  const { groups = [] } = campClass ?? {};
  if (groups.length === 0) return {};
  return { groups: groups.map(({ _id, name }) => ({ _id: _id.toHexString(), name })) };
}

/** The name of a seat's group, for an answer. Nothing if it has none. */
export function nameGroup(
  { groups = [] }: Pick<ClassDocument, 'groups'>,
  { grouping }: Pick<EnrolledSeat, 'grouping'>,
): { group?: string } {
  const group = groups.find(({ _id }) => grouping?.group?.equals(_id));
  return group ? { group: group.name } : {};
}
