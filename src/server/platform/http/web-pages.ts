import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { hasSignedIn } from '../../../shared/account/cookies.ts'
import { dashboardRequests, routes } from '../../../shared/api/routes.ts'
import { content, pageDescriptions } from '../../../shared/content.ts'
import {
  closedMeta,
  documentTitle,
  modelsMeta,
  noPricesMeta,
  notFoundTitle,
  pageTitles,
  recordingsMeta,
  socialImage,
} from '../../../shared/page-metadata.ts'
import { type PageName, pagePaths } from '../../../shared/paths.ts'
import { hasPrices, type Plan, type PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { escapeHtml, minorUnitDigits, scriptJson } from '../../../shared/text/format.ts'
import { acceptedLanguages } from './accepted-languages.ts'
import { type PrebuiltBody, prebuildBody } from './prebuilt-body.ts'

/** Pages for search engines: those with the same content for everyone. */
export const publicPages = [
  'home',
  'subscribe',
  'examples',
  'exampleVideo',
  'exampleReport',
  'exampleBook',
  'login',
  'register',
  'privacyPolicy',
  'termsOfUse',
] as const satisfies readonly PageName[]
type PublicPage = (typeof publicPages)[number]

const isPublic = (page: PageName | null): page is PublicPage => publicPages.some((name) => name === page)

export interface Site {
  appUrl: string
  catalogue: PlanCatalogue
  /** Whether everyone may create an account. */
  isOpen: boolean
  /** Names of the language models that write summaries; null for the built-in engine. */
  models: string | null
  /** Largest recording, in bytes; null where recordings are not transcribed. */
  recordingBytes: number | null
}

export const publicUrl = (page: PublicPage, { appUrl }: Site): string => new URL(pagePaths[page], appUrl).href

/** A price as schema.org writes it: 900 "usd" is 9.00. */
function decimal({ amount, currency }: Plan['price']): string {
  const digits = minorUnitDigits(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/** The product and its prices as structured data (https://schema.org/WebApplication). */
function structuredData(site: Site): string {
  const { plans } = site.catalogue
  return scriptJson({
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: content.productName,
    description: content.description,
    url: publicUrl('home', site),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any',
    publisher: { '@type': 'Organization', name: content.operator.name, email: content.supportEmail },
    offers: hasPrices({ plans })
      ? plans.map((plan) => ({
          '@type': 'Offer',
          name: plan.name,
          price: decimal(plan.price),
          priceCurrency: plan.price.currency.toUpperCase(),
          url: publicUrl('subscribe', site),
        }))
      : undefined,
  })
}

const meta = (kind: 'name' | 'property', name: string, value: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(value)}" />`

const openGraph = (facts: Record<'type' | 'title' | 'description' | 'url', string>): string[] =>
  Object.entries({ site_name: content.productName, ...facts }).map(([name, value]) =>
    meta('property', `og:${name}`, value),
  )

/** The first lines of every head: the title, and what the web app has to know about the installation. */
const firstLines = (title: string, { catalogue, isOpen, models, recordingBytes }: Site): string[] => [
  `<title>${escapeHtml(title)}</title>`,
  ...(hasPrices(catalogue) ? [] : [meta('name', noPricesMeta, 'none')]),
  ...(isOpen ? [] : [meta('name', closedMeta, 'closed')]),
  ...(models === null ? [] : [meta('name', modelsMeta, models)]),
  ...(recordingBytes === null ? [] : [meta('name', recordingsMeta, String(recordingBytes))]),
]

function descriptionOf(page: PublicPage, { catalogue }: Site): string {
  if (page === 'home') return content.description
  if (page === 'register' && !hasPrices(catalogue)) return content.withoutPrices.register
  return pageDescriptions[page]
}

/**
 * The head of a page for clients that run no scripts, of the not-found page with null: title, description, canonical
 * URL, and Open Graph tags (https://ogp.me). Pages that are not public are excluded from search indexes.
 */
function pageHead(page: PageName | null, site: Site): string {
  const title = documentTitle(page === null ? notFoundTitle : pageTitles[page])
  const lines = firstLines(title, site)
  if (!isPublic(page)) return [...lines, meta('name', 'robots', 'noindex')].join('\n    ')
  const description = descriptionOf(page, site)
  const url = publicUrl(page, site)
  lines.push(
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...openGraph({ type: 'website', title, description, url }),
    meta('property', 'og:image', new URL(`/${socialImage.file}`, site.appUrl).href),
    meta('property', 'og:image:width', String(socialImage.width)),
    meta('property', 'og:image:height', String(socialImage.height)),
    meta('property', 'og:image:alt', socialImage.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
  )
  if (page === 'home') lines.push(`<script type="application/ld+json">${structuredData(site)}</script>`)
  return lines.join('\n    ')
}

export interface SharedHead {
  title: string
  path: string
  /** Shown with a link to it. */
  description: string
}

/** The head of a shared summary: a title and a description for link previews, and nothing for search engines. */
function sharedHead({ title, path, description }: SharedHead, site: Site): string {
  return [
    ...firstLines(documentTitle(title), site),
    meta('name', 'robots', 'noindex, nofollow'),
    meta('name', 'description', description),
    ...openGraph({ type: 'article', title, description, url: new URL(path, site.appUrl).href }),
    meta('name', 'twitter:card', 'summary'),
  ].join('\n    ')
}

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

const preloadCall = (url: string): string =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escapeHtml(url)}" />`

/** Has browsers load the scripts of a screen, and what it requests first, together with the app's own scripts. */
const withPreloads = (html: string, name: PageName | null, isSignedIn = false): string =>
  html.replace(PRELOADS_MARK, (_, json: string) => {
    const files = preloadsSchema.parse(JSON.parse(json))[name ?? ''] ?? []
    const scripts = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
    const calls = [routes.currentUser.path, ...(name === 'dashboard' ? dashboardRequests : [])].map(preloadCall)
    return [...scripts, ...(isSignedIn ? calls : [])].join('\n    ')
  })

/** Module that the build makes of src/web/prerender.tsx. */
interface Renderer {
  renderPublicPage: (page: {
    name: StaticName
    catalogue: PlanCatalogue
    isOpen: boolean
    models: string | null
    recordingBytes: number | null
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
 * Opens the pages of the web app with their heads; each but the shared ones is made at its first request and kept. Null
 * where the app has not been built.
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
      const { catalogue, isOpen, models, recordingBytes } = site
      const page = await renderPublicPage({ name, catalogue, isOpen, models, recordingBytes, locale })
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
