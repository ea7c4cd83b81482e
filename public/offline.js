// Service worker: opens the app without a connection. src/web/lib/kept.ts keeps what the user has read.
const CACHE = 'app'
const SHELL = '/dashboard'

/** Scripts, styles and fonts that the app's page names, those of its later screens included. */
const assetsIn = (html) => [...new Set(html.match(/\bassets\/[\w.~-]+\.(?:js|css|woff2)/g))].map((path) => `/${path}`)

/** Stores the app's page with its assets, and deletes those of earlier versions. */
async function keepShell(page) {
  const assets = assetsIn(await page.clone().text())
  if (!page.ok || assets.length === 0) return
  const cache = await caches.open(CACHE)
  const known = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  await cache.addAll(assets.filter((path) => !known.includes(path)))
  await cache.put(SHELL, page)
  const old = known.filter((path) => /\.(?:js|css)$/.test(path) && !assets.includes(path))
  await Promise.all(old.map((path) => cache.delete(path)))
}

/** Assets have the hash of their content in their names. */
async function findAsset(request) {
  const cache = await caches.open(CACHE)
  const known = await cache.match(request)
  if (known !== undefined) return known
  const answer = await fetch(request)
  if (answer.ok && request.url.endsWith('.woff2')) await cache.put(request, answer.clone())
  return answer
}

async function openPage(event) {
  try {
    const page = await fetch(event.request)
    if (new URL(event.request.url).pathname === SHELL && !page.redirected) event.waitUntil(keepShell(page.clone()))
    return page
  } catch (error) {
    const shell = await caches.match(SHELL)
    if (shell === undefined) throw error
    return shell
  }
}

addEventListener('install', (event) => {
  event.waitUntil(
    fetch(SHELL)
      .then(keepShell)
      .then(() => skipWaiting()),
  )
})
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (pathname.startsWith('/assets/')) event.respondWith(findAsset(request))
  else if (request.mode === 'navigate') event.respondWith(openPage(event))
})
