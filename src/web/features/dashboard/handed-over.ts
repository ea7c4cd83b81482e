import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { sharedNames } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { toast } from '../../components/toast/toast-store.ts'
import { changeDraft, type Draft, getDraft, useDraft } from '../../lib/drafts.ts'

/** What an address of the dashboard hands over: an address to summarize, or a text. */
type HandedOver = { url: string } | { content: string; title: string }

const webAddress = /https?:\/\/[^\s<>"]+/iu

/** As much as an app's share menu puts around an address: a title, a caption. What is longer is a text of its own. */
const MOST_AROUND_CHARACTERS = 200

const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** An address without what the sentence around it has put after it. A bracket that it opens itself belongs to it. */
function withoutPunctuation(address: string): string {
  const kept = address.replace(/[.,;:!?]+$/u, '')
  const closing = kept.at(-1) ?? ''
  const opening = brackets[closing]
  if (opening === undefined || kept.split(closing).length <= kept.split(opening).length) return kept
  return withoutPunctuation(kept.slice(0, -1))
}

/** The address that a shared text is about; null where it has none, or says much besides. */
function addressIn(text: string): string | null {
  const [found] = webAddress.exec(text) ?? []
  if (found === undefined) return null
  return text.length - found.length > MOST_AROUND_CHARACTERS ? null : withoutPunctuation(found)
}

/** A text as what it hands over: the address that it is about, else the text itself. */
export function asHandedOver(text: string, title = ''): HandedOver {
  const url = addressIn(text)
  return url === null ? { content: text, title } : { url }
}

/**
 * What a query string hands over; null where it hands over nothing. Phones put the address of what is shared into the
 * text as often as into the address, with words around it.
 */
export function readHandedOver(search: string): HandedOver | null {
  const query = new URLSearchParams(search)
  const [url = '', text = '', title = ''] = sharedNames.map((name) => query.get(name)?.trim() ?? '')
  if (url !== '') return { url }
  return text === '' ? null : asHandedOver(text, title)
}

/** Whether an address that somebody has typed and not yet sent stands where one is handed over. */
export function isInTheWay({ url, handedUrl }: Pick<Draft, 'url' | 'handedUrl'>, handed: HandedOver): boolean {
  return 'url' in handed && !['', handedUrl, handed.url].includes(url.trim())
}

/** A draft with what was handed over. Text that stands there already stays above it. */
export function withHandedOver({ content: typed, title: named }: Draft, handed: HandedOver): Partial<Draft> {
  if ('url' in handed) return { tab: 'url', url: handed.url, handedUrl: handed.url }
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

/**
 * Fills the Summarize card with what the address hands over, once, and takes it out of the address. Where an address was
 * typed, it waits there until that is sent or taken out.
 */
export function useHandedOver(): void {
  const search = useSearch()
  const [, navigate] = useLocation()
  const draft = useDraft()
  const now = readHandedOver(search)
  const waits = now !== null && isInTheWay(draft, now)
  useEffect(() => {
    const handed = readHandedOver(search)
    if (handed === null) return
    if (waits) {
      changeDraft({ tab: 'url' })
      if (!('url' in handed)) return
      toast({
        title: 'There’s already a link here',
        description: `Summarize or clear it, and we’ll add the new one: ${handed.url}`,
      })
      return
    }
    changeDraft(withHandedOver(getDraft(), handed))
    navigate(withoutHandedOver(search), { replace: true })
  }, [search, navigate, waits])
}
