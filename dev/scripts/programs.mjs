import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build.mjs';

/** How long a program may take to start and to stop. The database of a large school may take a minute on a busy machine. */
const READY_MS = 120_000;
const STOP_MS = 12_000;

const END_WITH_PARENT = new URL('end-with-parent.mjs', import.meta.url).href;

/**
 * Starts one of our programs and waits until it is ready.
 * It ends by itself when this process ends for any reason. It has its own process group, so that on Ctrl-C we stop the
 * programs in the right order.
 * @param {string} name for messages
 * @param {string[]} args for node
 * @param {object} options
 * @param {Record<string, string>} options.env
 * @param {RegExp} options.ready the line that it prints
 * @param {boolean} [options.showOutput]
 * @param {(program: { name: string, child: import('node:child_process').ChildProcess }) => void} [options.onSpawn]
 *   gets the program before it is ready
 * @returns {Promise<{ name: string, child: import('node:child_process').ChildProcess, readyLine: RegExpExecArray }>}
 * @throws {Error} with the program's own error message if it does not start
 */
export async function startProgram(name, args, { env, ready, showOutput = false, onSpawn }) {
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  });
  onSpawn?.({ name, child });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
    if (isReady) process.stderr.write(data);
  });
  let isReady = false;
  const readyLine = await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${name} was not ready after ${READY_MS / 1000} s.`)),
      READY_MS,
    );
    let output = '';
    child.stdout.on('data', (data) => {
      if (isReady) return void (showOutput && process.stdout.write(data));
      output += data;
      const found = ready.exec(output);
      if (!found) return;
      clearTimeout(timer);
      isReady = true;
      resolve(found);
    });
    child.once('error', reject);
    // 'close', not 'exit': then all output has been read.
    child.once('close', () => {
      clearTimeout(timer);
      reject(new Error(errors.trim() || `${name} ended before it was ready.`));
    });
  }).catch(async (error) => {
    await stopProgram({ child });
    throw error;
  });
  return { name, child, readyLine };
}

/** Starts the built app on a new sandbox. @param {Record<string, string>} env its ports and folders */
export function startSchool(env) {
  return startProgram('SPEAKIFYR', [join(ROOT, 'dev/scripts/start.mjs')], {
    env: { SERVICES: 'sandbox', ...env },
    ready: /SPEAKIFYR is ready/,
  });
}

/** Stops a program and waits for it. If it does not stop in time, it is killed. */
export async function stopProgram({ child }) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}
