import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { OwnPage, OwnScreen, RenderedPage } from '../../shared/own-screens.ts'
import type { PageName } from '../../shared/paths.ts'
import type { PlanCatalogue } from '../../shared/plans/catalogue.ts'
import { acceptedLanguages } from './accepted-languages.ts'
import { pageHead, type Site } from './page-head.ts'
import { type PrebuiltBody, prebuildBody } from './prebuilt-body.ts'

/** Pages that the build makes ready: those that say the same to every visitor. */
const readyNames = ['home', 'subscribe'] as const satisfies readonly PageName[]
export type ReadyName = (typeof readyNames)[number]

export const isReadyName = (name: PageName | null): name is ReadyName => readyNames.some((ready) => ready === name)

/** Where the head of a page stands in the built one. */
const HEAD_MARK = '<!-- head -->'
/** Where the plans stand in theirs. */
const PAGE_MARK = '<!-- page -->'
const ROOT = '<div id="root"'

/** What the build has made of src/web/prerender.tsx. */
interface Renderer {
  renderPricing: (catalogue: PlanCatalogue, locale: string) => Promise<RenderedPage>
  renderOwnScreen: (screen: OwnScreen, page: OwnPage) => Promise<RenderedPage | null>
}

/** Prices are written in at most so many locales, and the app writes them in another one: anybody may ask for any. */
const MAX_LOCALES = 100
const OUR_LOCALE = 'en-US'

/** The locale of a browser, as `navigator.language` has it: the first that it accepts (RFC 9110, section 12.5.4). */
export function localeOf(acceptLanguage: string | undefined): string {
  const tag = acceptedLanguages(acceptLanguage)[0]?.baseName
  return tag === undefined || Intl.NumberFormat.supportedLocalesOf(tag).length === 0 ? OUR_LOCALE : tag
}

async function openRenderer(folder: string): Promise<Renderer> {
  const renderer: Renderer = await import(pathToFileURL(join(folder, 'ready', 'renderer', 'prerender.js')).href)
  return renderer
}

/** Puts what was rendered into its page. */
const fill = (built: string, { html, answers }: RenderedPage): string =>
  built.replace(PAGE_MARK, () => html).replace(ROOT, () => `${answers}${ROOT}`)

const pageOf = async (built: string, name: PageName | null, site: Site): Promise<PrebuiltBody> =>
  prebuildBody(built.replace(HEAD_MARK, () => pageHead(name, site)))

/** The pages of the web app, each with a head of its own and made once, when it is first asked for. */
export interface WebPages {
  /** The page of the app at an address; null for one that leads nowhere. */
  bare: (name: PageName | null) => Promise<PrebuiltBody>
  /**
   * The page with all in it that visitors see, for a browser that accepts these languages; null where the build has made
   * none, or it could not be filled.
   */
  ready: (name: ReadyName, acceptLanguage: string | undefined) => Promise<PrebuiltBody | null>
  /** A screen of somebody's own with all in it that they see first; null where nobody is signed in, and as above. */
  own: (name: OwnScreen, page: OwnPage) => Promise<string | null>
}

/**
 * @param folder of the built web app
 * @returns null where it has not been built
 */
export async function openPages(folder: string, site: Site, log: FastifyBaseLogger): Promise<WebPages | null> {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return null
  const built = await readFile(index, 'utf8')
  const bare = new Map<PageName | null, Promise<PrebuiltBody>>()
  const ready = new Map<string, Promise<PrebuiltBody | null>>()

  const makeReady = async (name: ReadyName, locale: string): Promise<PrebuiltBody | null> => {
    const file = join(folder, 'ready', `${name}.html`)
    if (!existsSync(file)) return null
    try {
      const html = await readFile(file, 'utf8')
      if (name === 'home') return await pageOf(html, name, site)
      const { renderPricing } = await openRenderer(folder)
      return await pageOf(fill(html, await renderPricing(site.catalogue, locale)), name, site)
    } catch (error) {
      // The app makes its pages by itself, only later.
      log.error({ err: error, page: name }, 'a page could not be made ready')
      return null
    }
  }
  const own = new Map<OwnScreen, Promise<string | null>>()
  const readOwn = async (name: OwnScreen): Promise<string | null> => {
    const file = join(folder, 'ready', `${name}.html`)
    return existsSync(file) ? (await readFile(file, 'utf8')).replace(HEAD_MARK, () => pageHead(name, site)) : null
  }
  return {
    own: async (name, facts) => {
      try {
        const page = own.get(name) ?? readOwn(name)
        own.set(name, page)
        const built = await page
        if (built === null) return null
        const { renderOwnScreen } = await openRenderer(folder)
        const rendered = await renderOwnScreen(name, facts)
        return rendered === null ? null : fill(built, rendered)
      } catch (error) {
        log.error({ err: error, page: name }, 'a screen could not be made ready')
        return null
      }
    },
    bare: async (name) => {
      const page = bare.get(name) ?? pageOf(built, name, site)
      bare.set(name, page)
      return page
    },
    ready: async (name, acceptLanguage) => {
      const wanted = name === 'subscribe' ? localeOf(acceptLanguage) : OUR_LOCALE
      const locale = ready.has(`${name} ${wanted}`) || ready.size < MAX_LOCALES ? wanted : OUR_LOCALE
      const key = `${name} ${locale}`
      const page = ready.get(key) ?? makeReady(name, locale)
      ready.set(key, page)
      return page
    },
  }
}
