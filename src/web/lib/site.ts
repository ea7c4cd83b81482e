import { createContext, use } from 'react'
import { closedMeta, modelsMeta, noPricesMeta, recordingsMeta } from '../../shared/page-metadata.ts'

const metaOf = (name: string): string | null =>
  typeof document === 'undefined'
    ? null
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null)

/** Whether this installation sells plans. If it doesn't, no screen mentions them. */
export const sells = metaOf(noPricesMeta) === null

/** Whether everyone may create an account, or only users with an invitation. */
const isOpen = metaOf(closedMeta) === null

/** Names of the language models that write summaries here; null for the built-in engine. */
const models = metaOf(modelsMeta)

/** Largest recording, in bytes; null where recordings are not transcribed. */
export const recordingBytes = Number(metaOf(recordingsMeta)) || null

/** Facts about the installation from the head of the page; overridden in a page that the server renders. */
export const Site = createContext({ sells, isOpen, models, recordingBytes })

/** Facts about the installation, also while the server renders a page. */
export const useSite = () => use(Site)

/** A sentence, or part of one, about the user's plan; empty where nothing is sold. */
export const ofPlan = (words: string): string => (sells ? words : '')
