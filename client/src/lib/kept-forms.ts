/**
 * What was typed into the forms of this tab when a session ended by itself: it was refused, or somebody logged out in
 * another tab. Only in memory, so a closed or reloaded tab forgets it, and health is never on the disk. R550
 */

/** A form that is on the page. */
type OpenForm = {
  /** The same when the form is opened again, with the same content to begin with. */
  key: string;
  path: string;
  /** @returns what is typed; undefined if nothing is */
  read: () => object | undefined;
};

const openForms = new Set<OpenForm>();
const listeners = new Set<() => void>();
/** Whose text it is; nobody else gets it. */
let owner: string | undefined;
let kept = new Map<string, { path: string; values: object }>();
/** Who is signed in now. */
let present: string | undefined;

/** @returns ends it */
export function watchForm(form: OpenForm): () => void {
  openForms.add(form);
  return () => void openForms.delete(form);
}

/** Tells that somebody is signed in. What somebody else has typed is gone. @param email of the account */
export function enterForms(email: string): void {
  present = email;
  if (owner !== email) forget();
}

/** Tells that nobody is signed in anymore. @param isAsked whether the person has logged out here: then nothing is kept */
export function leaveForms(isAsked: boolean): void {
  forget();
  owner = present;
  present = undefined;
  if (isAsked) return;
  for (const { key, path, read } of openForms) {
    const values = read();
    if (values) kept.set(key, { path, values });
  }
  for (const listen of listeners) listen();
}

/** What was typed into a form, only for the person who typed it. */
function peekKept(key: string): object | undefined {
  return present !== undefined && present === owner ? kept.get(key)?.values : undefined;
}

/** The same, once: then it is gone. */
export function takeKept(key: string): object | undefined {
  const values = peekKept(key);
  if (values && kept.delete(key)) for (const listen of listeners) listen();
  return values;
}

/** Whether something was typed on a page into a form that is not open again yet. */
export function hasKept(path: string): boolean {
  return present === owner && [...kept.values()].some((one) => one.path === path);
}

/** @returns ends it */
export function watchKept(listen: () => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}

function forget(): void {
  kept = new Map();
  owner = undefined;
  for (const listen of listeners) listen();
}
