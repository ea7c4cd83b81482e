import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { content } from '../../../shared/content.ts'
import { AppError } from '../../../shared/errors.ts'
import { sharedNames } from '../../../shared/page-metadata.ts'
import { hasPage, pageAt, pagePaths, sharedTokenIn } from '../../../shared/paths.ts'
import { hasPrices } from '../../../shared/plans/catalogue.ts'
import { isArrival } from '../../../shared/redirect-params.ts'
import { notFound } from './http-errors.ts'
import { type PrebuiltBody, sendPrebuilt } from './prebuilt-body.ts'
import {
  isStaticName,
  openPages,
  publicPages,
  publicUrl,
  type SharedHead,
  type Site,
  type StaticName,
  type WebPages,
} from './web-pages.ts'

const undocumented = { schema: { hide: true } }

interface WebSite extends Site {
  /** Title and description of a shared summary by the token in its path. Throws AppError `not_found`. */
  findShared: (token: string) => Promise<Pick<SharedHead, 'title' | 'description'>>
  /** Whether the browser with these cookies is signed in; null without a session cookie. */
  isSignedIn: (cookies: string | undefined) => Promise<boolean | null>
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/'
const searchOf = (request: FastifyRequest): string => request.url.split('?').slice(1).join('?')

function asksForPage(request: FastifyRequest): boolean {
  const path = pathOf(request)
  return ['GET', 'HEAD'].includes(request.method) && path !== '/api' && !path.startsWith('/api/')
}

/** Names of files in this folder contain a hash of their content, so browsers may cache them forever. */
const HASHED_FOLDER = '/assets/'

const sendPage = (request: FastifyRequest, reply: FastifyReply, page: PrebuiltBody): FastifyReply =>
  sendPrebuilt(request, reply.type('text/html; charset=utf-8'), page)

/**
 * Sends visitors a static page, and redirects signed-in users from the front page to their dashboard. Everyone else gets
 * the app: signed-in users on the pricing page, browsers whose session has ended or can't be checked, and users who come
 * back from a payment or from signing in elsewhere.
 */
async function sendStaticPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, pages, site }: { name: StaticName; pages: WebPages; site: WebSite },
): Promise<FastifyReply> {
  const search = searchOf(request)
  reply.header('vary', name === 'subscribe' ? 'Cookie, Accept-Language' : 'Cookie')
  let isSignedIn: boolean | null
  try {
    isSignedIn = await site.isSignedIn(request.headers.cookie)
  } catch (error) {
    request.log.warn({ event: 'web.session_unknown', err: error }, 'a session could not be checked')
    isSignedIn = false
  }
  if (name === 'home' && isSignedIn === true) {
    const { dashboard } = pagePaths
    return reply.header('cache-control', 'no-store').redirect(search === '' ? dashboard : `${dashboard}?${search}`, 302)
  }
  const isStatic = isSignedIn === null && !isArrival(search)
  const page = isStatic ? await pages.static(name, request.headers['accept-language']) : null
  return sendPage(request, reply, page ?? (await pages.app(name, request.headers.cookie)))
}

/** Sends the page of a shared summary, with its own title and description; the app's page with 404 without one. */
async function sendSharedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, pages, site }: { token: string; pages: WebPages; site: WebSite },
): Promise<FastifyReply> {
  reply.header('x-robots-tag', 'noindex, nofollow')
  try {
    const html = pages.shared({ ...(await site.findShared(token)), path: pathOf(request) })
    return await reply.code(200).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
  } catch (error) {
    // The app says why the summary can't be shown.
    const isGone = error instanceof AppError && error.code === 'not_found'
    if (!isGone) request.log.warn({ event: 'web.shared_page_failed', err: error }, 'a shared summary could not be read')
    return sendPage(request, reply.code(isGone ? 404 : 200), await pages.app('sharedSummary'))
  }
}

/** Serves robots.txt and the sitemap (RFC 9309, https://www.sitemaps.org/protocol.html). */
function serveSearchEngines(app: FastifyInstance, site: Site): void {
  const pages = publicPages.filter((page) => hasPage(page, hasPrices(site.catalogue)))
  const urls = pages.map((page) => `  <url><loc>${publicUrl(page, site)}</loc></url>`)
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap.xml', site.appUrl).href}\n`
  app.get('/robots.txt', undocumented, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  app.get('/sitemap.xml', undocumented, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap),
  )
}

const [url, text, title] = sharedNames

/**
 * Manifest that makes the web app installable and a share target of other apps
 * (https://www.w3.org/TR/appmanifest/, https://w3c.github.io/web-share-target/).
 */
const webManifest = JSON.stringify({
  id: '/',
  name: content.productName,
  short_name: content.productName,
  description: content.description,
  start_url: pagePaths.dashboard,
  scope: '/',
  display: 'standalone',
  background_color: '#FBF8F2',
  theme_color: '#FBF8F2',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [{ name: 'Summaries', url: pagePaths.summaries }],
  share_target: { action: pagePaths.dashboard, method: 'GET', params: { url, text, title } },
})

/**
 * Serves the built web app, whose one page answers every URL with a head of its own. Unknown URLs get the same page
 * with status 404; unknown API paths get JSON, as all do where the app has not been built.
 */
export async function serveWebFiles(app: FastifyInstance, folder: string, site: WebSite): Promise<void> {
  const pages = await openPages(folder, site, app.log)
  if (pages !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      // Files that the build has not compressed are compressed when sent.
      preCompressed: true,
      globIgnore: ['*.html', 'renderer/**', '**/*.{br,gz}'],
      setHeaders: (reply, path) => {
        const hashed = path.includes(HASHED_FOLDER)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    serveSearchEngines(app, site)
    app.get('/manifest.webmanifest', undocumented, async (_request, reply) =>
      reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache').send(webManifest),
    )
  }
  // Rejected before the body is read.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !(pages !== null && asksForPage(request))) throw notFound()
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (pages === null) throw notFound()
    const path = pathOf(request)
    const token = sharedTokenIn(path)
    if (token !== null) return sendSharedPage(request, reply, { token, pages, site })
    const name = pageAt(path, hasPrices(site.catalogue))
    if (isStaticName(name)) return sendStaticPage(request, reply.code(200), { name, pages, site })
    reply.code(name === null ? 404 : 200).header('vary', 'Cookie')
    return sendPage(request, reply, await pages.app(name, request.headers.cookie))
  })
}
