import { CorruptDataError } from './storage/rows.ts';

/** A process of the sandbox: how it is named, and the settings that a person can change. */
interface ProgramSettings<Variable extends string> {
  /** What it is, for messages. */
  what: 'database' | 'services';
  /** The values of the variables that name its ports. */
  ports: Record<Variable, string>;
  /** Absolute path of its data. */
  folder: string;
}

/** Starts a process of the sandbox, and closes it at a signal. If it can't start, it says why and exits. */
export async function startProgram<Variable extends string>(
  settings: ProgramSettings<Variable>,
  start: (ports: Record<Variable, number>) => Promise<{ port: number; close(): Promise<void> }>,
): Promise<void> {
  const { what, ports } = settings;
  function fail(error: unknown): never {
    console.error(describeFailure(settings, error));
    process.exit(1);
  }
  try {
    for (const [variable, port] of Object.entries<string>(ports))
      if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
        throw new RangeError(`${variable} must be 0 to 65535, not '${port}'.`);
    const numbers = Object.entries<string>(ports).map(([variable, port]) => [
      variable,
      Number(port),
    ]);
    const program = await start(Object.fromEntries(numbers) as Record<Variable, number>);
    let closing: Promise<unknown> | undefined;
    for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
      process.on(signal, () => {
        closing ??= program.close().then(() => process.exit(0), fail);
      });
    console.log(`sandbox ${what} ready on 127.0.0.1:${program.port}`);
  } catch (error) {
    fail(error);
  }
}

function describeFailure({ what, ports, folder }: ProgramSettings<string>, error: unknown): string {
  const { code, cause, message, port } = error as NodeJS.ErrnoException & {
    cause?: NodeJS.ErrnoException;
    port?: number;
  };
  const reason = cause?.message ?? message;
  const data = what === 'database' ? 'database' : 'data';
  if (error instanceof RangeError) return message;
  if (code === 'EADDRINUSE') {
    const [variable] = Object.entries(ports).find(([, value]) => Number(value) === port) ?? [];
    return `Port ${port} is taken: stop the other program, or choose another ${variable}.`;
  }
  if (cause?.code === 'LEVEL_LOCKED')
    return `The ${data} in ${folder} is in use by another process: stop it, or choose another DATA_DIR.`;
  if (error instanceof CorruptDataError || cause?.code === 'LEVEL_CORRUPTION')
    return `The ${data} in ${folder} is damaged (${reason}): restore it from a copy, or empty it with npm run reset.`;
  return `The folder ${folder} can't be used for the ${data}: ${reason}`;
}
