import { createContext, use } from 'react'
import { closedMeta, noPricesMeta } from '../../shared/page-metadata.ts'

const isMarked = (name: string): boolean =>
  typeof document !== 'undefined' && document.querySelector(`meta[name="${name}"]`) !== null

/** Whether this installation sells plans. If it doesn't, no screen mentions them. */
export const sells = !isMarked(noPricesMeta)

/** Whether everyone may create an account, or only users with an invitation. */
const isOpen = !isMarked(closedMeta)

/** Facts about the installation from the head of the page; overridden in a page that the server renders. */
export const Site = createContext({ sells, isOpen })

/** Facts about the installation, also while the server renders a page. */
export const useSite = () => use(Site)

/** A sentence, or part of one, about the user's plan; empty where nothing is sold. */
export const ofPlan = (words: string): string => (sells ? words : '')
