import type { Message } from '../links.ts';
import type { Random } from '../random.ts';
import type { School } from '../school.ts';
import { pause } from '../waiting.ts';
import type { MailServer, Treatment } from './mail-server.ts';

/** What messages of an email's way are about. */
const ABOUT_MAIL = ['outbox', 'payments', 'events', 'contactMessages'];
/** Longer than a server has an email to itself, on the storm's clock. */
const TOO_LATE_MS = 2_500;

/** Lets everything fail: the mail server, the line to the database, and the servers. */
export function createStorm(school: School, mailServer: MailServer, random: Random) {
  const { servers, databaseLink } = school;
  let kills = 0;
  /** How many more messages pass before the next kill. */
  let passing = Infinity;
  let strike = () => Promise.resolve();

  mailServer.treat(() => {
    const chance = random.next();
    const treatments: [number, Treatment][] = [
      [0.08, 'not now'],
      [0.14, 'full'],
      [0.16, 'never'],
      [0.24, 'dies'],
      [0.32, 'cut'],
      [0.55, random.next() * 800],
      // The server's time for the email is over before the answer comes.
      [0.57, TOO_LATE_MS],
    ];
    return treatments.find(([below]) => chance < below)?.[1] ?? 'take';
  });
  databaseLink.meddle(async ({ direction, name, collection }: Message) => {
    if (!ABOUT_MAIL.includes(collection)) return 'pass';
    passing -= 1;
    if (passing === 0) {
      await strike();
      return 'cut';
    }
    const isChange = direction === 'out' && name !== 'find' && collection === 'outbox';
    if (isChange && random.chance(0.04)) await pause(TOO_LATE_MS);
    return 'pass';
  });

  async function killSome(): Promise<void> {
    kills += 1;
    const one = random.pick(servers);
    const victims = random.chance(0.5) ? servers : [one];
    await Promise.all(victims.map((server) => server.kill()));
  }

  return {
    /** How often servers were killed. */
    kills: () => kills,
    /** Kills servers at messages about emails. Sometimes the mail server is away when they come back. */
    async rage(times: number): Promise<void> {
      while (kills < times) {
        await pause(random.next() * 1_000);
        const struck = new Promise<void>((done) => {
          strike = async () => {
            await killSome();
            done();
          };
        });
        passing = 1 + Math.floor(random.next() * 10);
        await Promise.race([struck, pause(2_000)]);
        passing = Infinity;
        mailServer.setMode(random.pick(['open', 'open', 'open', 'open', 'busy', 'away']));
        await startAll();
        await pause(200);
        mailServer.setMode('open');
      }
    },
    /** From now on only the mail server fails. */
    async end(): Promise<void> {
      passing = Infinity;
      databaseLink.meddle();
      mailServer.setMode('open');
      await Promise.all(servers.map((server) => server.kill()));
      await startAll();
    },
  };

  async function startAll(): Promise<void> {
    await Promise.all(
      servers.map(async (server) => {
        if (!server.isAlive()) await server.start();
      }),
    );
  }
}
