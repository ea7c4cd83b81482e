import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { sharedNames } from '../../../shared/share-target.ts'
import { changeDraft, type Draft, getDraft } from '../../lib/drafts.ts'

/** What an address of the dashboard hands over: an address to summarize, or a text. */
export type HandedOver = { url: string } | { content: string; title: string }

const webAddress = /https?:\/\/[^\s<>"]+/iu

/**
 * What a query string hands over; null where it hands over nothing. Phones put the address of what is shared into the
 * text as often as into the address, with words around it.
 */
export function readHandedOver(search: string): HandedOver | null {
  const query = new URLSearchParams(search)
  const [url = '', text = '', title = ''] = sharedNames.map((name) => query.get(name)?.trim() ?? '')
  if (url !== '') return { url }
  const found = webAddress.exec(text)?.[0].replace(/[.,;:!?)\]]+$/u, '')
  if (found !== undefined) return { url: found }
  return text === '' ? null : { content: text, title }
}

/** A draft with what was handed over. Text that stands there already stays above it. */
export function withHandedOver({ content: typed, title: named }: Draft, handed: HandedOver): Partial<Draft> {
  if ('url' in handed) return { tab: 'url', url: handed.url }
  const { content, title } = handed
  if (typed.trim() === '') return { tab: 'text', content, title: named === '' ? title : named }
  return typed.includes(content) ? { tab: 'text' } : { tab: 'text', content: `${typed.trimEnd()}\n\n${content}` }
}

/** The dashboard's address with the rest of a query string. */
export function withoutHandedOver(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of sharedNames) query.delete(name)
  return query.size === 0 ? pagePaths.dashboard : `${pagePaths.dashboard}?${query}`
}

/** Fills the Summarize card with what the address hands over, once, and takes it out of the address. */
export function useHandedOver(): void {
  const search = useSearch()
  const [, navigate] = useLocation()
  useEffect(() => {
    const handed = readHandedOver(search)
    if (handed === null) return
    changeDraft(withHandedOver(getDraft(), handed))
    navigate(withoutHandedOver(search), { replace: true })
  }, [search, navigate])
}
