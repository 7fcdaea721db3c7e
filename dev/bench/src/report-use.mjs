import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into the servers that are measured. Answers 'memory' with what is in use after all garbage is gone, and
 * 'processor' with the seconds that the process has had of it.
 */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

process.on('message', async (message) => {
  if (message === 'memory') process.send?.(await measureMemory());
  if (message === 'processor') {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1e6);
  }
});

/** V8 gives pages back to the system in threads of its own, after the collection: read when no more of them go. */
async function measureMemory() {
  let before = Infinity;
  for (;;) {
    collectGarbage();
    await setTimeout(500);
    const now = process.memoryUsage();
    if (now.rss > before * 0.99) return now;
    before = now.rss;
  }
}
