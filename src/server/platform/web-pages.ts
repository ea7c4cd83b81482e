import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { routes } from '../../shared/api/routes.ts'
import { hasSignedIn } from '../../shared/cookies.ts'
import type { PageName } from '../../shared/paths.ts'
import type { PlanCatalogue } from '../../shared/plans/catalogue.ts'
import { acceptedLanguages } from './accepted-languages.ts'
import { pageHead, type SharedHead, type Site, sharedHead } from './page-head.ts'
import { type PrebuiltBody, prebuildBody } from './prebuilt-body.ts'

/** Pages that visitors get as static HTML. */
const staticNames = ['home', 'subscribe'] as const satisfies readonly PageName[]
export type StaticName = (typeof staticNames)[number]

export const isStaticName = (name: PageName | null): name is StaticName => staticNames.some((known) => known === name)

/** Placeholders in the built pages for the head, and for the HTML of the root element. */
const HEAD_MARK = '<!-- head -->'
const PAGE_MARK = '<!-- page -->'

/** Comment of the built page that lists the scripts of each screen, by page. */
const PRELOADS_MARK = /<!-- preloads (\{.*\}) -->/u
const preloadsSchema = z.record(z.string(), z.array(z.string()))

const userPreload = `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${routes.currentUser.path}" />`

/** Has browsers load the scripts of a screen, and the signed-in user, together with the app's own scripts. */
const withPreloads = (html: string, name: PageName | null, isSignedIn = false): string =>
  html.replace(PRELOADS_MARK, (_, json: string) => {
    const files = preloadsSchema.parse(JSON.parse(json))[name ?? ''] ?? []
    const scripts = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
    return [...scripts, ...(isSignedIn ? [userPreload] : [])].join('\n    ')
  })

/** Module that the build makes of src/web/prerender.tsx. */
interface Renderer {
  renderPublicPage: (page: {
    name: StaticName
    catalogue: PlanCatalogue
    isOpen: boolean
    locale: string
  }) => Promise<string>
}

/** Maximum number of locales to keep a pricing page for, since clients can ask for any. Further ones get ours. */
const MAX_LOCALES = 100
const OUR_LOCALE = 'en-US'

/** The locale that a browser prefers, as `navigator.language` reports it (RFC 9110, section 12.5.4). */
function localeOf(acceptLanguage: string | undefined): string {
  const tag = acceptedLanguages(acceptLanguage)[0]?.baseName
  return tag === undefined || Intl.NumberFormat.supportedLocalesOf(tag).length === 0 ? OUR_LOCALE : tag
}

/**
 * Opens the pages of the web app with their heads; each but the shared ones is made at its first request and kept.
 *
 * @param folder of the built web app
 * @returns null where it has not been built
 */
export async function openPages(folder: string, site: Site, log: FastifyBaseLogger) {
  if (!existsSync(join(folder, 'index.html'))) return null
  const appHtml = await readFile(join(folder, 'index.html'), 'utf8')
  const appPages = new Map<string, Promise<PrebuiltBody>>()
  const staticPages = new Map<string, Promise<PrebuiltBody | null>>()
  const withHead = (html: string, name: PageName | null) => html.replace(HEAD_MARK, () => pageHead(name, site))

  const renderStatic = async (name: StaticName, locale: string): Promise<PrebuiltBody | null> => {
    try {
      const html = await readFile(join(folder, 'public.html'), 'utf8')
      const { href } = pathToFileURL(join(folder, 'renderer', 'prerender.js'))
      const { renderPublicPage }: Renderer = await import(href)
      const page = await renderPublicPage({ name, catalogue: site.catalogue, isOpen: site.isOpen, locale })
      return await prebuildBody(withHead(html, name).replace(PAGE_MARK, () => page))
    } catch (error) {
      // The app renders the page instead.
      log.error({ event: 'web.page_not_rendered', err: error, page: name }, 'a static page could not be rendered')
      return null
    }
  }
  return {
    /** The page that loads the app for a shared summary. */
    shared: (summary: SharedHead): string =>
      withPreloads(appHtml, 'sharedSummary').replace(HEAD_MARK, () => sharedHead(summary, site)),
    /** The page that loads the app for a browser with some cookies; `name` is null for an unknown path. */
    app: async (name: PageName | null, cookies = ''): Promise<PrebuiltBody> => {
      const isSignedIn = hasSignedIn(cookies)
      const key = `${name} ${isSignedIn}`
      const page = appPages.get(key) ?? prebuildBody(withPreloads(withHead(appHtml, name), name, isSignedIn))
      appPages.set(key, page)
      return page
    },
    /** A static page in the preferred language's number format; null where it could not be rendered. */
    static: async (name: StaticName, acceptLanguage: string | undefined): Promise<PrebuiltBody | null> => {
      // Only the pricing page has numbers in it.
      const wanted = name === 'subscribe' ? localeOf(acceptLanguage) : OUR_LOCALE
      const locale = staticPages.has(`${name} ${wanted}`) || staticPages.size < MAX_LOCALES ? wanted : OUR_LOCALE
      const key = `${name} ${locale}`
      const page = staticPages.get(key) ?? renderStatic(name, locale)
      staticPages.set(key, page)
      return page
    },
  }
}
export type WebPages = NonNullable<Awaited<ReturnType<typeof openPages>>>
