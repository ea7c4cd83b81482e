import { createContext, use } from 'react'
import { noPricesMeta } from '../../shared/page-metadata.ts'

/** Whether this installation sells plans. If it doesn't, the head of every page says so, and no screen mentions plans. */
export const sells = typeof document === 'undefined' || document.querySelector(`meta[name="${noPricesMeta}"]`) === null

/** Overrides `sells` in a page that the server renders. */
export const Sells = createContext(sells)

/** `sells`, also while the server renders a page. */
export const useSells = (): boolean => use(Sells)

/** A sentence, or part of one, about the user's plan; empty where nothing is sold. */
export const ofPlan = (words: string): string => (sells ? words : '')
