import { CorruptDataError } from './storage/rows.ts';

/** A process of the sandbox: how it is named, and the settings that a person can change. */
interface ProgramSettings {
  /** What it is, for messages. */
  what: 'database' | 'services';
  portVariable: string;
  port: string;
  /** Absolute path of its data. */
  folder: string;
}

/**
 * Starts a process of the sandbox, says that it is ready, and closes it at a signal. If it can't start, it prints one
 * sentence and exits.
 */
export async function startProgram(
  settings: ProgramSettings,
  start: (port: number) => Promise<{ port: number; close(): Promise<void> }>,
): Promise<void> {
  const { what, portVariable, port } = settings;
  function fail(error: unknown): never {
    console.error(describeFailure(settings, error));
    process.exit(1);
  }
  try {
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      throw new RangeError(`${portVariable} must be 0 to 65535, not '${port}'.`);
    const program = await start(Number(port));
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

function describeFailure(
  { what, portVariable, port, folder }: ProgramSettings,
  error: unknown,
): string {
  const { code, cause, message } = error as NodeJS.ErrnoException & {
    cause?: NodeJS.ErrnoException;
  };
  const reason = cause?.message ?? message;
  const data = what === 'database' ? 'database' : 'data';
  if (error instanceof RangeError) return message;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: stop the other program, or choose another ${portVariable}.`;
  if (cause?.code === 'LEVEL_LOCKED')
    return `The ${data} in ${folder} is in use by another process: stop it, or choose another DATA_DIR.`;
  if (error instanceof CorruptDataError || cause?.code === 'LEVEL_CORRUPTION')
    return `The ${data} in ${folder} is damaged (${reason}): restore it from a copy, or empty it with npm run reset.`;
  return `The folder ${folder} can't be used for the ${data}: ${reason}`;
}
