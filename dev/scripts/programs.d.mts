import type { ChildProcess } from 'node:child_process';

type Program = { name: string; child: ChildProcess; readyLine: RegExpExecArray };

export function startProgram(
  name: string,
  args: string[],
  options: { env: Record<string, string>; ready: RegExp; showOutput?: boolean },
): Promise<Program>;
export function stopProgram(program: Pick<Program, 'child'>): Promise<void>;
export function startSchool(env: Record<string, string>): Promise<Program>;
