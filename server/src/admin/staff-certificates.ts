import {
  CERTIFICATE_WARNING_DAYS,
  findCertificateProblems,
} from '@speakifyr/contract/certificate-state.ts';
import type { DayList } from '@speakifyr/contract/day-list.ts';
import { listClasses } from '../database/class-store.ts';
import { presentFacts } from '../users/certificates.ts';
import { findActiveUsers } from '../users/find-users.ts';
import { addDays, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

/**
 * Those who lead an open class that is not over, or are or will be on its team, and have a certificate that is not
 * clear, has ended, or ends within CERTIFICATE_WARNING_DAYS days, by name. A missing background check counts only once
 * the school has recorded one for any of them: until then, it keeps them elsewhere. R416
 */
export async function findStaffProblems(services: Services): Promise<DayList['certificates']> {
  const today = readToday(services);
  const days = { today, until: addDays(today, CERTIFICATE_WARNING_DAYS) };
  const classes = await listClasses(services.database.collections, {
    status: 'open',
    camp_end: { $gte: today },
  });
  const ids = classes.flatMap(({ instructorId, team = [] }) => [
    ...(instructorId ? [instructorId] : []),
    ...team.filter(({ to }) => to >= today).map(({ userId }) => userId),
  ]);
  const people = await findActiveUsers(ids, services);
  const isKept = people.some(({ certificates = [] }) =>
    certificates.some(({ kind }) => kind === 'background_check'),
  );
  return people
    .map((person) => ({
      userId: person._id.toHexString(),
      name: person.name,
      email: person.email,
      problems: findCertificateProblems(presentFacts(person), days).filter(
        ({ problem }) => isKept || problem !== 'missing',
      ),
    }))
    .filter(({ problems }) => problems.length > 0)
    .sort((a, b) => a.name.localeCompare(b.name));
}
