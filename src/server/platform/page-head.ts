import { content, pageDescriptions } from '../../shared/content.ts'
import { escapeHtml, minorUnitDigits, scriptJson } from '../../shared/format.ts'
import {
  closedMeta,
  documentTitle,
  noPricesMeta,
  notFoundTitle,
  pageTitles,
  socialImage,
} from '../../shared/page-metadata.ts'
import { type PageName, pagePaths } from '../../shared/paths.ts'
import { hasPrices, type Plan, type PlanCatalogue } from '../../shared/plans/catalogue.ts'

/** Pages for search engines: those with the same content for everyone. */
export const publicPages = [
  'home',
  'subscribe',
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
  /** Public URL of the product. */
  appUrl: string
  catalogue: PlanCatalogue
  /** Whether everyone may create an account. */
  isOpen: boolean
}

/** Canonical URL of a public page. */
export const publicUrl = (page: PublicPage, { appUrl }: Site): string => new URL(pagePaths[page], appUrl).href

/** A price as schema.org writes it: 900 "usd" is 9.00. */
function decimal({ amount, currency }: Plan['price']): string {
  const digits = minorUnitDigits(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/** The product and its prices as structured data (https://schema.org/WebApplication). */
function structuredData(site: Site): string {
  const { plans } = site.catalogue
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: content.productName,
    description: content.description,
    url: publicUrl('home', site),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any',
    publisher: { '@type': 'Organization', name: content.operator.name, email: content.supportEmail },
    offers: plans.map((plan) => ({
      '@type': 'Offer',
      name: plan.name,
      price: decimal(plan.price),
      priceCurrency: plan.price.currency.toUpperCase(),
      url: publicUrl('subscribe', site),
    })),
  }
  if (!hasPrices({ plans })) return scriptJson({ ...data, offers: undefined })
  return scriptJson(data)
}

const meta = (kind: 'name' | 'property', name: string, value: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(value)}" />`

/** The first lines of every head: the title and, for the web app, whether nothing is sold and registration is closed. */
const firstLines = (title: string, { catalogue, isOpen }: Site): string[] => [
  `<title>${escapeHtml(title)}</title>`,
  ...(hasPrices(catalogue) ? [] : [meta('name', noPricesMeta, 'none')]),
  ...(isOpen ? [] : [meta('name', closedMeta, 'closed')]),
]

function descriptionOf(page: PublicPage, { catalogue }: Site): string {
  if (page === 'home') return content.description
  if (page === 'register' && !hasPrices(catalogue)) return content.withoutPrices.register
  return pageDescriptions[page]
}

/**
 * The head of a page for clients that run no scripts: title, description, canonical URL, and Open Graph tags
 * (https://ogp.me). Pages that are not public are excluded from search indexes.
 *
 * @param page null for the not-found page
 */
export function pageHead(page: PageName | null, site: Site): string {
  const title = documentTitle(page === null ? notFoundTitle : pageTitles[page])
  const lines = firstLines(title, site)
  if (!isPublic(page)) return [...lines, meta('name', 'robots', 'noindex')].join('\n    ')
  const description = descriptionOf(page, site)
  const url = publicUrl(page, site)
  lines.push(
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', content.productName),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', new URL(`/${socialImage.file}`, site.appUrl).href),
    meta('property', 'og:image:width', String(socialImage.width)),
    meta('property', 'og:image:height', String(socialImage.height)),
    meta('property', 'og:image:alt', socialImage.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
  )
  if (page === 'home') lines.push(`<script type="application/ld+json">${structuredData(site)}</script>`)
  return lines.join('\n    ')
}

/** Facts about a shared summary for its head. */
export interface SharedHead {
  title: string
  /** Path of the page. */
  path: string
  /** Shown with a link to it. */
  description: string
}

/** The head of a shared summary: a title and a description for link previews, and nothing for search engines. */
export function sharedHead({ title, path, description }: SharedHead, site: Site): string {
  return [
    ...firstLines(documentTitle(title), site),
    meta('name', 'robots', 'noindex, nofollow'),
    meta('name', 'description', description),
    meta('property', 'og:type', 'article'),
    meta('property', 'og:site_name', content.productName),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', new URL(path, site.appUrl).href),
    meta('name', 'twitter:card', 'summary'),
  ].join('\n    ')
}
