/**
 * Draws the pictures of client/public/pictures, the manifest of their sizes, and the logo.
 *   node draw.mjs              all of them, in about three minutes
 *   node draw.mjs hero class   those whose name begins so
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { mark } from './kit/logo.mjs';
import { sheet } from './kit/sheet.mjs';
import { scenes } from './scenes/all.mjs';

const PUBLIC = fileURLToPath(new URL('../../client/public/', import.meta.url));
const SMALL_WIDTH = 640;

const prefixes = process.argv.slice(2);
const isChosen = (name) =>
  prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));

const sizes = {};
for (const [name, { draw, wide, jpeg }] of Object.entries(scenes)) {
  const picture = sharp(Buffer.from(draw()));
  const { width, height } = await picture.metadata();
  sizes[name] = { width, height };
  if (!isChosen(name)) continue;
  const file = `${PUBLIC}pictures/${name}`;
  await mkdir(dirname(file), { recursive: true });
  await encode(picture, file);
  if (wide) await encode(picture.clone().resize(SMALL_WIDTH), `${file}-${SMALL_WIDTH}`);
  if (jpeg) await picture.clone().jpeg({ quality: 84, mozjpeg: true }).toFile(`${file}.jpg`);
}
await writeFile(`${PUBLIC}pictures/manifest.json`, `${JSON.stringify(sizes, null, 2)}\n`);
await writeFile(`${PUBLIC}logo.svg`, `${sheet(64, 65, mark(0, 0, 1))}\n`);
await writeFile(`${PUBLIC}favicon.svg`, `${sheet(64, 64, mark(0.5, 0, 0.984))}\n`);

async function encode(picture, file) {
  await picture.clone().avif({ quality: 50, effort: 6 }).toFile(`${file}.avif`);
  await picture
    .clone()
    .webp({ quality: 72, effort: 6, smartSubsample: true })
    .toFile(`${file}.webp`);
}
