import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;
type Group = Rolldown.CodeSplittingGroup;

/** Larger modules stay alone: not everybody who needs a small one needs them. In bytes of source. */
const SMALL = { maxModuleSize: 12_000 };

/** What so many public pages need is for all of them. */
const MANY_PAGES = 4;

const FORMS = /\/node_modules\/react-hook-form\//;
/** A row of Home, and of the page of a full class: the list of classes, which has most of that folder, never shows one. */
const CAMP_ROW = /\/features\/classes\/camp-row\.tsx$/;
/** What overlaps with a class. Of the public pages, only that of one class says so. */
const OVERLAPS = /\/features\/enrollment\/join\/(find-overlaps|overlap-notice)\.tsx?$/;
/** What a phone of the team loads: the day list, and what it keeps. */
const CAMP_DAY = /\/src\/features\/attendance\/|\/node_modules\/idb\//;

/**
 * Which modules share a file of script: by default each set of pages has files of its own, 20 requests of 1 kB each. A
 * file's name and content follow from folders, and no public page loads what only dashboards need: see
 * docs/decisions/0090. A group takes along what its modules import, so the order matters.
 * @param root absolute path of client/
 * @returns for the bundler's `codeSplitting`
 */
export function shareFiles(root: string): Group[] {
  const findPages = watchPublicPages(root);
  const nameFile = (id: string, graph: Graph) => {
    const pages = findPages(id, graph);
    if (OVERLAPS.test(id)) return 'class';
    const isAlone = pages.size === 0 || CAMP_ROW.test(id) || needsForms(id, graph);
    return isAlone ? null : nameRoom(id, [...pages]);
  };
  const publicGroup = { debugName: 'public', minShareCount: 2, ...SMALL };
  return [
    // What the first page needs: in a dozen files it would be 4 kB more.
    { name: 'first', tags: ['$initial'] },
    {
      ...publicGroup,
      name: (id, graph) => (nameFile(id, graph) === 'shared' ? 'shared' : null),
    },
    { ...publicGroup, name: nameFile },
    {
      // Without what only dashboards need of a form: the contract's rules.
      name: (id, graph) =>
        FORMS.test(id) || (findPages(id, graph).size > 0 && needsForms(id, graph)) ? 'forms' : null,
      debugName: 'forms',
      minShareCount: 2,
    },
    { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 3 },
    {
      name: (id, graph) =>
        findPages(id, graph).size > 0 || CAMP_DAY.test(id) ? null : 'dashboards',
      debugName: 'dashboards',
      minShareCount: 3,
      ...SMALL,
    },
    { name: 'camp-day', test: CAMP_DAY, minShareCount: 2 },
  ];
}

/**
 * @param pages the public pages that need the module
 * @returns its folder in src/ or src/features/. For src/ui, src/lib and the contract it is `shared`, or the only page
 */
function nameRoom(id: string, pages: string[]): string {
  if (pages.length >= MANY_PAGES) return 'shared';
  const [, room = 'lib'] = /\/client\/src\/(?:features\/)?(\w[\w-]*)\//.exec(id) ?? [];
  if (room !== 'ui' && room !== 'lib') return room;
  return pages.length === 1 ? basename(pages[0] ?? '').replace(/(-page)?\.tsx?$/, '') : 'shared';
}

function needsForms(id: string, graph: Graph): boolean {
  return graph.getModuleInfo(id)?.importedIds.some((imported) => FORMS.test(imported)) ?? false;
}

/**
 * @returns finds the public pages that import a module of ours, themselves or by way of others. They are the files in
 *   src/pages/ itself; dashboards are in its folders.
 */
function watchPublicPages(root: string): (id: string, graph: Graph) => Set<string> {
  const folder = join(root, 'src/pages');
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => join(folder, name));
  // Log In and Sign Up load the provider.
  pages.push(join(root, 'src/session/firebase.ts'));
  const none = new Set<string>();
  const found = new Map<string, Set<string>>();
  return (id, graph) => {
    if (found.size === 0)
      for (const page of pages)
        for (const needed of listImported(page, graph))
          found.set(needed, new Set([...(found.get(needed) ?? none), page]));
    return found.get(id) ?? none;
  };
}

/** @returns the module and everything of ours that it imports */
function listImported(id: string, graph: Graph): Set<string> {
  const imported = new Set([id]);
  // A set that grows while it is walked through also visits what was added.
  for (const one of imported)
    for (const next of graph.getModuleInfo(one)?.importedIds ?? [])
      if (!next.includes('/node_modules/')) imported.add(next);
  return imported;
}
