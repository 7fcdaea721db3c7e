/* global FILES, caches, clients, location, self */
// The team's phones open the dashboards without a connection. This keeps the app's own files, and never an answer of
// the API or a page with somebody's data. The build writes FILES above this line (client/build/write-worker.ts).
// Rules: R405.
const CACHE = 'app';
const PAGE = '/app.html';
/** A page that takes longer comes from the phone. */
const PATIENCE_MS = 4_000;

/** Only what is new since the last version is loaded. A page may change without its name. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(FILES.filter((file) => file === PAGE || !known.has(file)));
}

/** Kept again at most this often. */
const KEEP_PAGE_MS = 60_000;
let pageKeptAt = 0;

async function keepPage() {
  if (Date.now() - pageKeptAt < KEEP_PAGE_MS) return;
  pageKeptAt = Date.now();
  const cache = await caches.open(CACHE);
  await cache.add(PAGE).catch(() => undefined);
}

async function forgetOldFiles() {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys())
    if (!FILES.includes(new URL(request.url).pathname)) await cache.delete(request);
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
});

// The first visit is ready for a reload, too.
self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldFiles().then(() => clients.claim()));
});

/** The page from the network; from the phone if that fails or takes too long. */
async function openPage(request) {
  const kept = caches.match(PAGE);
  const fresh = fetch(request).then((answer) => {
    if (answer.status >= 500) throw new Error(`The page came with ${answer.status}`);
    // What the school says of itself, such as its phone, may have changed since the app was kept.
    if (answer.ok) void keepPage();
    return answer;
  });
  const late = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('The page takes too long')), PATIENCE_MS);
  });
  return Promise.race([fresh, late]).catch(async (error) => {
    const page = await kept;
    if (page) return page;
    // Without one, the browser says itself what is wrong.
    return fresh.catch(() => {
      throw error;
    });
  });
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (FILES.includes(pathname) && pathname !== PAGE)
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
});
