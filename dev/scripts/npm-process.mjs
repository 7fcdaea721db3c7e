import { execFileSync } from 'node:child_process';

const CHECK_MS = 500;

/**
 * Calls back once the npm that runs this process is gone. npm does not pass signals on to us: SIGTERM ends only npm and
 * the shell between it and us, and SIGKILL only npm.
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const npm = findNpm(parent);
  const timer = setInterval(() => {
    // A process that loses its parent gets another one.
    if (process.ppid === parent && isRunning(npm)) return;
    clearInterval(timer);
    onGone();
  }, CHECK_MS);
  timer.unref();
}

/** @returns {number} the parent of the shell that npm started, or our parent if there is no such shell */
function findNpm(parent) {
  try {
    const shown = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(parent)], {
      encoding: 'utf8',
    });
    const [, grandparent] = /^\s*(\d+) \S*sh -c /.exec(shown) ?? [];
    return Number(grandparent ?? parent);
  } catch {
    // Windows has no `ps`.
    return parent;
  }
}

function isRunning(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
