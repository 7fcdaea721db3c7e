import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPort } from '../../../server/src/testing/programs.ts';
import { type Attack, collectComplaints, type Complaints } from '../attack.ts';
import type { Build } from '../build.ts';
import { DISK_USERS, type DiskUser } from './disk-users.ts';

/** At which shares of a file's length a byte is flipped, in which files, and how many rows are written before. */
const AMOUNT = {
  full: {
    flips: [0, 0.1, 0.5, 0.9, 0.999],
    files: /\.(log|ldb)$|^(CURRENT|MANIFEST)/,
    rows: 150,
  },
  // More than one of LevelDB's blocks of 32 KB: of what it skips, the end of a block is the least.
  short: { flips: [0.1, 0.999], files: /\.log$/, rows: 90 },
};

/** Far more than a program needs to start, far less than what is written to it: as if the disk were full then. */
const FILE_LIMIT_BLOCKS = 256;

/** One sentence for a person, and no stack. */
const SENTENCE = /can't be (written|used)|damaged/;

/**
 * The disk of the sandbox's database, and of its Firebase, Stripe and Cloudinary, is full, read-only or broken.
 * Full: the system refuses to let files grow (ulimit -f), which works for every user. Read-only: the folders lose
 * the right to be written, and root loses its power to write all the same (setpriv).
 */
export const disk: Attack = {
  name: 'disk',
  title: 'Disk full, data folder read-only, broken data file',
  promise: 'A clear sentence; refuses writes; loses nothing acknowledged',
  guards: [
    {
      name: 'rows that LevelDB skipped are missed',
      file: 'sandbox/src/storage/rows.ts',
      cut: 'storage.#sum !== expected',
      paste: 'false',
    },
    {
      name: 'last changes that LevelDB skipped are missed',
      file: 'sandbox/src/storage/rows.ts',
      cut: 'storage.#batch < storage.#readLastBatch()',
      paste: 'false',
    },
    {
      name: 'the database ends when memory is ahead of the disk',
      file: 'sandbox/src/mongo/server.ts',
      cut: '      onDiskFailure(error as Error);\n',
    },
    {
      name: 'half a picture is taken away again',
      file: 'sandbox/src/images/images.routes.ts',
      cut: '    await rm(`${path}.part`, { force: true });\n',
    },
  ],
  async run(build, amount) {
    const { flips, files, rows } = AMOUNT[amount];
    const complaints = collectComplaints();
    const counts = { full: 0, readOnly: 0, damages: 0, refused: 0 };
    for (const user of DISK_USERS) {
      const folder = await mkdtemp(join(tmpdir(), 'speakifyr-disk-'));
      try {
        await fillDisk(build, user, folder, complaints);
        counts.full += 1;
        await refuseReadOnly(build, user, folder, complaints);
        counts.readOnly += 1;
        await writeAndKill(build, user, folder, rows, complaints);
        const { damages, refused } = await breakFiles(
          build,
          user,
          folder,
          { flips, files },
          complaints,
        );
        counts.damages += damages;
        counts.refused += refused;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
    return {
      rounds: `${counts.full} full disks, ${counts.readOnly} read-only folders, ${counts.damages} damaged files`,
      seen: `${counts.refused} damages refused with a sentence, the others without effect; all that was acknowledged is there`,
      broken: complaints.list,
    };
  },
};

type Started = { port: number; output(): string; ended: Promise<unknown>; kill(): Promise<void> };

/** Starts a program on a folder. @returns null if it ended instead, with what it said */
async function start(
  build: Build,
  user: DiskUser,
  folder: string,
  wrapper: string[] = [],
): Promise<Started | { said: string }> {
  const [command = '', ...args] = [...wrapper, process.execPath, user.program(build)];
  const child = spawn(command, args, {
    env: {
      ...process.env,
      DATA_DIR: folder,
      [user.portVariable]: '0',
      SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close');
  const read = (data: Buffer) => {
    output += data.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const port = await readPort(child).catch(() => undefined);
  if (port === undefined) return { said: output };
  return {
    port,
    output: () => output,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function startWell(...options: Parameters<typeof start>): Promise<Started> {
  const started = await start(...options);
  if ('said' in started) throw new Error(`It does not start: ${started.said}`);
  return started;
}

async function fillDisk(build: Build, user: DiskUser, folder: string, { check }: Complaints) {
  const limited = ['sh', '-c', `ulimit -f ${FILE_LIMIT_BLOCKS}; exec "$@"`, 'sh'];
  const program = await startWell(build, user, folder, limited);
  const refusal = await user.fill(program.port, folder);
  if (user.endsWhenFull)
    await Promise.race([program.ended, new Promise((r) => setTimeout(r, 3_000))]);
  check(!refusal.includes('halves'), `${user.name}, disk full: ${refusal}`);
  const said = refusal + program.output();
  check(SENTENCE.test(said), `${user.name}, disk full: no sentence, but ${said.slice(0, 300)}`);
  if (user.endsWhenFull)
    check(/stops:/.test(program.output()), `${user.name}, disk full: it goes on`);
  await program.kill();
  const again = await startWell(build, user, folder);
  check(
    (await user.missing(again.port, folder)) === 0,
    `${user.name}, disk full: an acknowledged write is lost`,
  );
  await again.kill();
}

async function writeAndKill(
  build: Build,
  user: DiskUser,
  folder: string,
  rows: number,
  { check }: Complaints,
) {
  // Twice, so that LevelDB has tables as well as a log.
  for (let times = 0; times < 2; times += 1) {
    const program = await startWell(build, user, folder);
    await user.write(program.port, folder, rows);
    await program.kill();
  }
  const program = await startWell(build, user, folder);
  check(
    (await user.missing(program.port, folder)) === 0,
    `${user.name}: an acknowledged write is lost by kill -9`,
  );
  await user.write(program.port, folder, rows);
  await program.kill();
}

async function refuseReadOnly(build: Build, user: DiskUser, folder: string, { check }: Complaints) {
  const folders = [folder, ...(await readdir(folder)).map((name) => join(folder, name))];
  const setModes = async (mode: number) => {
    for (const one of folders) if ((await stat(one)).isDirectory()) await chmod(one, mode);
  };
  const powerless = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : [];
  await setModes(0o555);
  const program = await start(build, user, folder, powerless);
  await setModes(0o755);
  if ('said' in program)
    check(
      SENTENCE.test(program.said),
      `${user.name}, read-only: it said ${program.said.slice(0, 300)}`,
    );
  else {
    check(false, `${user.name}, read-only: it started`);
    await program.kill();
  }
  const again = await startWell(build, user, folder);
  check(
    (await user.missing(again.port, folder)) === 0,
    `${user.name}, read-only: something is lost`,
  );
  await again.kill();
}

/** Each file of the store is damaged at each place, one at a time: it is refused, or nothing is missing. */
async function breakFiles(
  build: Build,
  user: DiskUser,
  folder: string,
  { flips, files }: { flips: number[]; files: RegExp },
  { check }: Complaints,
): Promise<{ damages: number; refused: number }> {
  let damages = 0;
  let refused = 0;
  for (const name of await readdir(join(folder, user.store))) {
    if (!files.test(name)) continue;
    const good = await readFile(join(folder, user.store, name));
    const bad = flips.map((share) => {
      const bytes = Buffer.from(good);
      const place = Math.floor((bytes.length - 1) * share);
      bytes[place] = (bytes[place] ?? 0) ^ 0x41;
      return { bytes, how: `a byte flipped at ${place} of ${bytes.length}` };
    });
    bad.push({ bytes: good.subarray(0, good.length >> 1), how: 'cut in half' });
    for (const { bytes, how } of bad) {
      if (bytes.equals(good)) continue;
      const copy = await mkdtemp(join(tmpdir(), 'speakifyr-disk-'));
      await cp(folder, copy, { recursive: true });
      await writeFile(join(copy, user.store, name), bytes);
      const program = await start(build, user, copy);
      damages += 1;
      if ('said' in program) {
        refused += 1;
        check(
          SENTENCE.test(program.said),
          `${user.name}, ${name} ${how}: it said ${program.said.slice(0, 300)}`,
        );
      } else {
        const missing = await user.missing(program.port, folder);
        check(
          missing === 0,
          `${user.name}, ${name} ${how}: ${missing} acknowledged writes are missing or wrong`,
        );
        await program.kill();
      }
      await rm(copy, { recursive: true, force: true });
    }
  }
  return { damages, refused };
}
