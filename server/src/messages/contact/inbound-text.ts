/** The form that the provider posts. */
export type InboundFields = Record<string, string | undefined>;

/** What an email says, and whether a person wrote it. No database and no clock. */

/** @param json a list of names and values. By name in small letters; of repeated ones, each on a line */
export function readHeaders(json = '[]'): Map<string, string> {
  const headers = new Map<string, string>();
  try {
    const list = JSON.parse(json) as unknown;
    for (const entry of Array.isArray(list) ? (list as unknown[]) : []) {
      const [name, value] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof name !== 'string' || typeof value !== 'string') continue;
      const before = headers.get(name.toLowerCase());
      headers.set(name.toLowerCase(), before === undefined ? value : `${before}\n${value}`);
    }
  } catch {
    return new Map();
  }
  return headers;
}

/**
 * Whether a program wrote it: an absence note, a bounce, a mailing list. https://www.rfc-editor.org/rfc/rfc3834
 * @param sender of the envelope; empty for a bounce
 */
export function isAutomatic(headers: Map<string, string>, sender = ''): boolean {
  const has = (name: string) => headers.has(name);
  const submitted = headers.get('auto-submitted')?.trim().toLowerCase();
  return (
    (submitted !== undefined && !submitted.startsWith('no')) ||
    /^(bulk|junk|list|auto_reply)$/im.test(headers.get('precedence')?.trim() ?? '') ||
    ['x-autoreply', 'x-autorespond', 'x-failed-recipients'].some(has) ||
    ['list-id', 'list-unsubscribe', 'feedback-id'].some(has) ||
    /^\s*multipart\/report/i.test(headers.get('content-type') ?? '') ||
    headers.get('return-path')?.trim() === '<>' ||
    sender.trim() === '' ||
    /^<?(mailer-daemon|postmaster|no-?reply)@/i.test(sender.trim())
  );
}

/** The words without what they answer, and the names of the files, which do not come along. */
export function readText(fields: InboundFields): string {
  const html = fields['stripped-html'] || fields['body-html'] || '';
  const text =
    fields['stripped-text']?.trim() ||
    withoutQuoted(fields['body-plain'] ?? '') ||
    withoutQuoted(htmlToText(html)) ||
    (fields['body-plain'] ?? '').trim();
  return [text, nameFiles(fields)].filter(Boolean).join('\n\n') || '(An email without words.)';
}

/** What a mail program adds below: lines that begin with `>`, and the line that says who wrote them. */
function withoutQuoted(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const lastQuoted = lines.findLastIndex((line) => line.startsWith('>'));
  const start = lines.findIndex(
    (line, place) =>
      /^-{2,} ?original message ?-{2,}$/i.test(line.trim()) ||
      (place < lastQuoted && /\b(wrote|writes):$/i.test(line.trimEnd())),
  );
  const own = start === -1 ? lines : lines.slice(0, start);
  while (own.length > 0 && /^\s*(>.*)?$/.test(own.at(-1) ?? '')) own.pop();
  return own.join('\n').trim();
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
};

/** A tag, or words. Each letter is read once, however a stranger arranges them. */
const TOKENS = /<[^<>]*>|[^<]+|</g;
const TAG = /^<(\/?)([a-z]\w*)[^<>]*>$/i;
const HIDDEN = ['style', 'script', 'head', 'title', 'blockquote'];
const ENDS_LINE = /^(p|div|tr|li|h\d)$/;

/** Its words. They are shown as text, so nothing in it is ever a tag. */
function htmlToText(html: string): string {
  let hidden: string | undefined;
  const words: string[] = [];
  for (const [token] of html.matchAll(TOKENS)) {
    const [, slash, typed = ''] = TAG.exec(token) ?? [];
    const tag = typed.toLowerCase();
    if (hidden) {
      if (slash && tag === hidden) hidden = undefined;
    } else if (!slash && HIDDEN.includes(tag)) hidden = tag;
    else if (tag === 'br' || (slash && ENDS_LINE.test(tag))) words.push('\n');
    else if (!/^<.*>$/s.test(token)) words.push(token);
  }
  return words
    .join('')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Mailgun lists files with their sizes; others only count them. */
function nameFiles(fields: InboundFields): string {
  const names = readNames(fields['attachments']);
  const count = names.length || Number(fields['attachment-count']) || 0;
  if (count === 0) return '';
  const what = names.length > 0 ? `: ${names.join(', ')}` : '';
  return `(${count === 1 ? 'One file was' : `${count} files were`} attached${what}. Files are not kept here: ask for them another way.)`;
}

const MEGABYTE = 1024 * 1024;

function readNames(json = '[]'): string[] {
  try {
    const list = JSON.parse(json) as unknown;
    if (!Array.isArray(list)) return [];
    return list.slice(0, 20).flatMap((file: unknown) => {
      const { name, size } = (file ?? {}) as { name?: unknown; size?: unknown };
      if (typeof name !== 'string') return [];
      const large = typeof size === 'number' && size >= MEGABYTE;
      return `${name.slice(0, 100)}${large ? ` (${Math.round(size / MEGABYTE)} MB)` : ''}`;
    });
  } catch {
    return [];
  }
}
