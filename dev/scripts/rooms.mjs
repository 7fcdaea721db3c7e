import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

/**
 * `npm run rooms`: draws the rooms of the server and the web app in layers, lowest last. It fails if an import breaks a
 * rule of .dependency-cruiser.cjs, or if folders need each other in a circle. A folder counts with all that is in it.
 * Tests may import anything. Other folders to read may be given as arguments.
 */
const CONFIG = fileURLToPath(new URL('../../.dependency-cruiser.cjs', import.meta.url));
const DRAWN = ['server/src', 'client/src', 'client/src/features'];
const given = process.argv.slice(2);
const folders = given.length > 0 ? given : ['server/src', 'client/src', 'contract/src', 'dev'];

const { output } = await cruise(folders, await extractOptions(CONFIG));
/** @type {[string, string][]} which file imports which */
const imports = output.modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => [source, resolved]),
);
for (const folder of DRAWN) draw(folder);
const broken = output.summary.violations.map(
  ({ rule, from, to }) => `${from} → ${to}: ${rule.name}`,
);
const circles = listFolders().flatMap(describeCircles);
for (const problem of [...broken, ...circles]) console.error(problem);
process.exitCode = broken.length + circles.length > 0 ? 1 : 0;

function listFolders() {
  const nested = output.modules.flatMap(({ source }) => {
    const parts = source.split('/');
    return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('/'));
  });
  return [...new Set(nested)];
}

/** @returns the folder or file that a file belongs to inside of `folder`: `server/src` has `seats` and `log.ts` */
function placeIn(folder, file) {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined;
}

/** @returns {Map<string, Set<string>>} what each place in a folder needs of the others */
function readNeeds(folder) {
  const places = output.modules.map(({ source }) => placeIn(folder, source)).filter(Boolean);
  const needs = new Map(places.map((place) => [place, new Set()]));
  for (const [from, to] of imports) {
    const [place, needed] = [placeIn(folder, from), placeIn(folder, to)];
    if (place && needed && needed !== place) needs.get(place).add(needed);
  }
  return needs;
}

/** @returns {Set<string>} all that a place needs, itself only if there is a circle */
function reach(needs, place, found = new Set()) {
  for (const needed of needs.get(place))
    if (!found.has(needed)) reach(needs, needed, found.add(needed));
  return found;
}

/** Circles of files alone are a rule of .dependency-cruiser.cjs. */
function describeCircles(folder) {
  const needs = readNeeds(folder);
  const isInCircle = (place) => reach(needs, place).has(place);
  const rooms = [...needs.keys()].filter((place) => !place.includes('.') && isInCircle(place));
  return rooms.map((room) => {
    const circle = [...reach(needs, room)].filter((place) => reach(needs, place).has(room));
    const arrows = imports
      .filter(([from, to]) => placeIn(folder, from) === room && placeIn(folder, to) !== room)
      .filter(([, to]) => circle.includes(placeIn(folder, to)))
      .map(([from, to]) => `  ${from} → ${to}`);
    return `${folder}/${room} is in a circle:\n${arrows.join('\n')}`;
  });
}

/** A room is in the layer above the highest one that it needs. */
function draw(folder) {
  const needs = readNeeds(folder);
  const layers = new Map();
  const findLayer = (place) => {
    if (layers.has(place)) return layers.get(place);
    layers.set(place, 0); // Ends a circle.
    layers.set(place, 1 + Math.max(0, ...[...needs.get(place)].map(findLayer)));
    return layers.get(place);
  };
  const rooms = [...needs.keys()].filter((place) => !place.includes('.')).sort();
  const rows = [];
  for (const room of rooms) (rows[findLayer(room)] ??= []).push(room);
  console.log(folder);
  for (const row of rows.filter(Boolean).reverse()) console.log(`  ${row.join(', ')}`);
}
