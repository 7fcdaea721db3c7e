/**
 * Draws the pictures of client/public/pictures, and the manifest of their sizes.
 *   node draw.mjs              all of them
 *   node draw.mjs hero class   those whose name begins so
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { mark } from './kit/logo.mjs';
import { sheet } from './kit/sheet.mjs';
import { scenes } from './scenes/all.mjs';

const PUBLIC = fileURLToPath(new URL('../../client/public/', import.meta.url));
const SMALL = 640;
const prefixes = process.argv.slice(2);
const chosen = Object.entries(scenes).filter(
  ([name]) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
);

for (const [name, { draw, avif = 50, webp = 72, wide = false }] of chosen) {
  const svg = Buffer.from(draw());
  const file = `${PUBLIC}pictures/${name}`;
  await mkdir(dirname(file), { recursive: true });
  const full = sharp(svg);
  const { width } = await full.metadata();
  await encode(full, file, avif, webp);
  if (wide && width > SMALL) await encode(sharp(await full.resize(SMALL).png().toBuffer()), `${file}-${SMALL}`, avif, webp);
  if (process.env.PREVIEW) await sharp(svg).png().toFile(`${process.env.PREVIEW}/${name.replace('/', '-')}.png`);
}
await writeFile(`${PUBLIC}logo.svg`, `${sheet(64, 65, mark(0, 0, 1))}\n`);
await writeFile(`${PUBLIC}favicon.svg`, `${sheet(64, 64, mark(0.5, 0, 0.984))}\n`);
await writeManifest();

async function encode(picture, file, avif, webp) {
  await Promise.all([
    picture.clone().avif({ quality: avif, effort: 6 }).toFile(`${file}.avif`),
    picture.clone().webp({ quality: webp, effort: 6, smartSubsample: true }).toFile(`${file}.webp`),
  ]);
}

async function writeManifest() {
  const sizes = {};
  for (const name of Object.keys(scenes)) {
    const { width, height } = await sharp(await readFile(`${PUBLIC}pictures/${name}.webp`)).metadata();
    sizes[name] = { width, height };
  }
  await writeFile(`${PUBLIC}pictures/manifest.json`, `${JSON.stringify(sizes, null, 2)}\n`);
}
