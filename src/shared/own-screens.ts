import type { PageName } from './paths.ts'

/** Screens of somebody's own that come from the server with all that is seen of them first. */
const ownScreens = ['dashboard', 'summaries'] as const satisfies readonly PageName[]
export type OwnScreen = (typeof ownScreens)[number]

export const isOwnScreen = (name: PageName | null): name is OwnScreen => ownScreens.some((own) => own === name)

/** How the API answers a GET of a path for the person whose page it is. */
export type Ask = (path: string) => Promise<{ status: number; body: unknown; link: string | null }>

/** How a page that came ready was written, by a server that does not know all of its reader's browser. */
export interface Written {
  /** The locale of its prices. */
  locale: string
  /** When, in ISO 8601. Its days are those of UTC. Null where it says nothing of days. */
  at: string | null
  /** Whether its keys are those of an Apple keyboard. */
  apple: boolean
}

/** What a screen of somebody's own is rendered from. */
export interface OwnPage {
  /** Query of the address, without its question mark. */
  search: string
  ask: Ask
  written: Written
}

/** The inside of a page: the app's root element as HTML, and an element that tells the app what it says. */
export interface RenderedPage {
  html: string
  answers: string
}
