import { connectDatabase } from '../../../server/src/database/connect.ts';
import { fillLargeSchool, LARGE_SCHOOL, SMALL_SCHOOL, TEAM_SCHOOL } from './large-school.ts';

/**
 * `npm run seed:large`: adds a large school to the sandbox's database, for people who want to look at the office's
 * screens in it. Nobody of it can log in: use the demo accounts. `npm run reset` deletes it again. With `small` it is as
 * large as the demo school, and with `team` it has few classes and 110 instructors.
 */
const { MONGODB_URI = '', SERVICES } = process.env;
if ((SERVICES || 'sandbox') !== 'sandbox') {
  console.error('The large school is only for the sandbox.');
  process.exit(1);
}
const { collections, close } = await connectDatabase(MONGODB_URI);
try {
  if (await collections.payments.findOne({ _id: 'pi_large_0' }))
    throw new Error('The large school is there already.');
  const sizes = { small: SMALL_SCHOOL, team: TEAM_SCHOOL, large: LARGE_SCHOOL };
  const size = sizes[(process.argv[2] ?? 'large') as keyof typeof sizes];
  await fillLargeSchool(collections, size);
  const { classes, users, children, payments } = size;
  console.log(`${classes} classes, ${users} users, ${children} children, ${payments} payments.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await close();
}
