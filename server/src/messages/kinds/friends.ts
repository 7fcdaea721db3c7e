import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { EnrolledSeat } from '../../database/class-document.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { FriendNews } from '../../database/event-document.ts';
import { listGuardiansWho } from '../../families/guardians.ts';
import { formatIsoDay, readToday } from '../../school-time.ts';
import { listEnrolledSeats } from '../../seats/find-seat.ts';
import type { Services } from '../../services.ts';
import { readChildName } from '../../users/participant-names.ts';
import { link } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { findClassWithId } from '../parts/find.ts';
import { nameChild, nameClass } from '../parts/say.ts';
import { findRecipient, toEach } from '../recipients.ts';

type FriendsCause = Omit<FriendNews, 'by'>;

/** `child`: null for the reader's own seat. */
type FriendsProps = { news: FriendNews['news']; child: string | null; className: string };

/**
 * Tells the maker of a friends' code that somebody has used it, and who used it that the maker said yes. Never who the others
 * are: the office reads emails, and only the two families read these names, on their page. R688, R690
 */
export const friends = defineMail<FriendsCause, FriendsProps>({
  on: {
    async 'friends news'({ at, data: { by, ...about } }, services) {
      const { circle, guestId, news } = about;
      const { seat } = await findSeats(about, services);
      if (!seat) return [];
      const people = (await listPeople(seat, services)).filter((one) => !one._id.equals(by));
      // Who asks again and again on one day is heard once.
      const day = formatIsoDay(at, SCHOOL.timeZone);
      const id = `friends-${news}-${circle.toHexString()}-${guestId.toHexString()}-${day}`;
      return toEach(people, id, about);
    },
  },

  /** While who used the code waits for the answer, or has the yes. */
  async read(cause, { user, rights }, services) {
    const { campClass, seat, entry } = await findSeats(cause, services);
    const { news } = cause;
    if (!seat || campClass?.status !== 'open' || campClass.camp_end < readToday(services))
      return undefined;
    const { childId, userId } = seat;
    if (childId ? !rights.may('book', childId) : !userId.equals(user._id)) return undefined;
    if (!entry || (entry.isFriend ?? false) !== (news === 'accepted')) return undefined;
    const child = childId ? ((await readChildName(childId, services)) ?? '') : null;
    const props = { news, child, className: campClass.name };
    return { props, childIds: childId ? [childId] : [] };
  },

  write({ news, child, className }) {
    const [who, where] = [child === null ? 'you' : nameChild(child), nameClass(className)];
    return news === 'asked'
      ? {
          subject: 'Somebody has used your friends’ code',
          parts: [
            `Another family in ${where} has used the friends’ code for ${who}, and asks to be in one group.`,
            'Open Friends beside the class to see who it is, and say yes or no. They read no name before you say yes.',
            link('Say yes or no', '/dashboard/enroll'),
            'Do you not know them? Say no, and make a new code.',
          ],
        }
      : {
          subject: 'A family said yes to your friends’ code',
          parts: [
            `You used a friends’ code of another family in ${where} for ${who}, and they said yes.`,
            'The office puts friends into one group if it can. It is a wish, not a promise.',
            link('See the friends', '/dashboard/enroll'),
          ],
        };
  },
});

/** The seat of who hears of it, and what the seat that used the code says of the circle, while both seats are there. */
async function findSeats({ classId, circle, guestId, news }: FriendsCause, services: Services) {
  const campClass = await findClassWithId(classId, services);
  const seats = campClass ? listEnrolledSeats(campClass) : [];
  const maker = seats.find((one) => one.friends?.own?._id.equals(circle));
  const guest = seats.find((one) => one.seatId.equals(guestId));
  const entry = maker && guest?.friends?.joined?.find((one) => one.circle.equals(circle));
  return { campClass, seat: news === 'asked' ? maker : guest, entry };
}

/** Who may change the friends of a seat. R688 */
async function listPeople(
  { childId, userId }: Pick<EnrolledSeat, 'childId' | 'userId'>,
  services: Services,
): Promise<UserDocument[]> {
  if (childId) return listGuardiansWho('book', childId, services);
  return [await findRecipient(userId, services)].filter((one) => one !== undefined);
}
