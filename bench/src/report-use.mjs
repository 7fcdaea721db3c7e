import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into the servers that are measured. Answers 'memory' with what is in use after all garbage is gone, and
 * 'processor' with the seconds that the process has had of it.
 */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

process.on('message', (message) => {
  if (message === 'memory') {
    collectGarbage();
    process.send?.(process.memoryUsage());
  }
  if (message === 'processor') {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1e6);
  }
});
