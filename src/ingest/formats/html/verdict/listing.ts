import { isLink, leadsAway } from '../body/structure.ts'
import type { Page, TextBlock } from '../page.ts'

/** Fewer entries than these do not make a list of other pages. */
const MIN_ENTRIES = 6

/** A paragraph longer than this is more than an entry's description. */
const MAX_DESCRIPTION_CHARACTERS = 350

/** The share of paragraphs that belong to entries, from which on the page is a list of them. */
const ENTRY_SHARE = 0.6

/** How far above a description its entry's link may stand, with a date and a section's name between them. */
const REACH = 3

/** With more running text of its own than this a page is more than the list on it. */
const MAX_OWN_CHARACTERS = 1500

/** A page of links has so many entries, and no more text of its own than a line of introduction. */
const MIN_BARE_ENTRIES = 18
const MAX_INTRODUCTION_CHARACTERS = 150

const isProse = (block: TextBlock): boolean => block.type !== 'heading' && block.chars - block.linkChars >= 40

/** Whether an address asks for the results of a search. */
function isSearch(url: URL): boolean {
  return (
    /\/search(?:\/|$)/iu.test(url.pathname) || ['q', 'query', 's', 'search'].some((name) => url.searchParams.has(name))
  )
}

export interface ListingFacts {
  page: Page
  /** The blocks of the page that would be summarized. */
  body: readonly TextBlock[]
  /** Address of the page. */
  url: string | null
  /** Whether the page declares itself an article. */
  declared: boolean
}

/**
 * Whether a page lists other pages (a front page, a section, a search's results) rather than being one: its paragraphs
 * stand each under a link of its own to another page, or there is nothing but links.
 */
export function isListing({ page: { blocks }, body, url, declared }: ListingFacts): boolean {
  const address = url === null ? null : new URL(url)
  if (declared && address?.pathname !== '/') return false
  const anywhere = address !== null && isSearch(address)
  const isEntry = (block: TextBlock): boolean =>
    block.chars >= 15 &&
    isLink(block) &&
    block.links.length === 1 &&
    (anywhere || !leadsAway(block.links[0] ?? '', url))
  const entries = blocks.filter(isEntry).length
  if (entries < MIN_ENTRIES) return false
  const prose = body.filter(isProse)
  const described = new Set(
    prose.filter(
      (block) =>
        block.chars <= MAX_DESCRIPTION_CHARACTERS &&
        blocks.slice(Math.max(0, block.index - REACH), block.index).some(isEntry),
    ),
  )
  const own = prose.reduce((sum, block) => sum + (described.has(block) ? 0 : block.chars), 0)
  if (own > MAX_OWN_CHARACTERS) return false
  const listed = [...described].reduce((sum, block) => sum + block.chars, 0)
  if (described.size >= MIN_ENTRIES && described.size >= prose.length * ENTRY_SHARE && listed > own) return true
  if (entries < MIN_BARE_ENTRIES) return false
  return address?.pathname === '/' || anywhere || own <= MAX_INTRODUCTION_CHARACTERS
}
