/**
 * Loaded into each program that programs.mjs starts, before the program itself. When the process that started it is
 * gone, even by SIGKILL, the program ends as if it had been told to.
 */
function end() {
  if (!process.emit('SIGTERM')) process.exit();
}

if (process.connected === false) end();
process.once('disconnect', end);
// This alone keeps no program running.
process.channel?.unref();
