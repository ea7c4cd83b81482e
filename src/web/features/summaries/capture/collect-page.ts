import type { HandedOverPage } from './received-page.ts'

/**
 * Collects the page in front of the user: the captions of a YouTube video, or else the page's HTML without scripts, styles
 * and fields. Its source text runs in other sites' pages (the bookmarklet, the extension), so it may not
 * refer to anything outside.
 */
export async function collectPage(): Promise<HandedOverPage> {
  const { href, hostname, pathname, searchParams } = new URL(document.URL)
  const facts = { url: href, title: document.title }
  const isVideo = /(?:^|\.)youtube\.com$/u.test(hostname) && pathname === '/watch'
  if (!isVideo) {
    // Copied, as the page itself must stay as it is.
    const page = document.documentElement.cloneNode(true)
    if (!(page instanceof Element)) return { ...facts, failure: 'empty' }
    const unread = 'script:not([type="application/ld+json"]), style, svg, iframe, input, textarea, select, template'
    for (const element of page.querySelectorAll(unread)) element.remove()
    return { ...facts, html: `<!doctype html>${page.outerHTML}` }
  }
  const id = searchParams.get('v') ?? ''
  const title = facts.title.replace(/^\(\d+\) /u, '').replace(/ - YouTube$/u, '')
  // The player has asked for the captions that it shows; its address works again, in another format.
  const asked = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .findLast((name) => name.includes('/api/timedtext') && new URL(name).searchParams.get('v') === id)
  if (asked !== undefined) {
    const address = new URL(asked)
    address.searchParams.set('fmt', 'vtt')
    const captions = await fetch(address).then(
      async (response) => (response.ok ? response.text() : ''),
      () => '',
    )
    if (captions.includes('-->')) return { ...facts, title, transcript: captions }
  }
  // The panel "Show transcript" has a line of the time and the words for each segment.
  const lines = Array.from(
    document.querySelectorAll<HTMLElement>('ytd-transcript-segment-renderer'),
    (segment) => segment.innerText,
  )
  if (lines.length > 0) return { ...facts, title, transcript: lines.join('\n') }
  return { ...facts, title, failure: 'no_captions' }
}

/** Opens Precis at `address`, and sends it what `collect` finds once it asks. Runs in other sites' pages. */
function capture(address: string, collect: typeof collectPage): void {
  const { origin } = new URL(address)
  const page = collect()
  const target = window.open(address, 'precis')
  window.addEventListener('message', (event: MessageEvent<{ type?: unknown; ticket?: unknown } | null>) => {
    if (event.source !== target || event.origin !== origin || event.data?.type !== 'precis-ready') return
    const { ticket } = event.data
    void page.then((found) => target?.postMessage({ ...found, type: 'precis-page', ticket }, origin))
  })
}

/** Link of a bookmark that captures the open page and sends it to the screen at `address`. */
export const bookmarklet = (address: string): string =>
  `javascript:${encodeURIComponent(`(${capture.toString()})(${JSON.stringify(address)},${collectPage.toString()})`)}`
