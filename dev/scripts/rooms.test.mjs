import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './build.mjs';

describe('the rooms', () => {
  it('are drawn in layers, the lowest last', () => {
    const { status, stdout } = drawRooms({ 'payments/start.ts': ['../seats/hold.ts'] });
    expect(stdout).toContain('server/src\n  payments\n  seats\n');
    expect(status).toBe(0);
  });

  it('may not need each other: whichever files do, through a third one, or through a file beside them', () => {
    const { status, stderr } = drawRooms({
      'seats/hold.ts': ['./free.ts'],
      'seats/free.ts': ['./hold.ts'],
      'payments/start.ts': ['../messages/send.ts', '../ledger/enter.ts'],
      'messages/deliver/read.ts': ['../../payments/refund.ts'],
      'ledger/enter.ts': ['../price.ts'],
      'price.ts': ['./payments/refund.ts'],
    });
    expect(stderr).toContain(
      'server/src/messages is in a circle:\n  server/src/messages/deliver/read.ts → server/src/payments/refund.ts',
    );
    expect(stderr).toContain('server/src/ledger is in a circle');
    expect(stderr).toContain('server/src/payments is in a circle');
    expect(stderr).not.toContain('server/src/seats is in a circle');
    // Files that import each other are in a circle, too.
    expect(stderr).toContain('no-file-cycles');
    expect(status).toBe(1);
  });
});

/** @param {Record<string, string[]>} files what each file of a made-up server imports */
function drawRooms(files) {
  const folder = mkdtempSync(join(tmpdir(), 'speakifyr-rooms-'));
  const write = (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  try {
    for (const imported of Object.entries(files).flatMap(([path, imports]) =>
      imports.map((to) => join(folder, 'server/src', dirname(path), to)),
    ))
      write(imported, '');
    for (const [path, imports] of Object.entries(files))
      write(join(folder, 'server/src', path), imports.map((to) => `import '${to}';\n`).join(''));
    const args = [join(ROOT, 'dev/scripts/rooms.mjs'), 'server/src'];
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
