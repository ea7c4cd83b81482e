import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { sharedNames } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { toast } from '../../components/toast.tsx'
import { changeDraft, type Draft, getDraft, useDraft } from '../../lib/stores/drafts.ts'

/** A link or a text that was pasted, or shared from another app or the bookmark. */
type SharedInput = { url: string } | { content: string; title: string }

const webUrl = /https?:\/\/[^\s<>"]+/iu

/** Share menus add a title or a caption to a link; with more text than this around a link, it is a text to summarize. */
const MAX_CHARACTERS_AROUND_LINK = 200

const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** Removes the punctuation after a URL in a sentence, but keeps a closing bracket that the URL itself opens. */
function withoutPunctuation(url: string): string {
  const kept = url.replace(/(?<![.,;:!?])[.,;:!?]+$/u, '')
  const closing = kept.at(-1) ?? ''
  const opening = brackets[closing]
  if (opening === undefined || kept.split(closing).length <= kept.split(opening).length) return kept
  return withoutPunctuation(kept.slice(0, -1))
}

/** The link in a short text; otherwise the text itself. */
export function parseSharedText(text: string, title = ''): SharedInput {
  const [url] = webUrl.exec(text) ?? []
  const isLink = url !== undefined && text.length - url.length <= MAX_CHARACTERS_AROUND_LINK
  return isLink ? { url: withoutPunctuation(url) } : { content: text, title }
}

/** Input in a query string, or null. Phones often put a shared link into the text. */
export function readSharedInput(search: string): SharedInput | null {
  const query = new URLSearchParams(search)
  const [url = '', text = '', title = ''] = sharedNames.map((name) => query.get(name)?.trim() ?? '')
  if (url !== '') return { url }
  return text === '' ? null : parseSharedText(text, title)
}

/** Whether a shared link would replace one that the user typed and has not sent. */
export function isBlocked({ url, sharedUrl }: Pick<Draft, 'url' | 'sharedUrl'>, input: SharedInput): boolean {
  return 'url' in input && !['', sharedUrl, input.url].includes(url.trim())
}

/** Change that adds shared input to a draft. Text is added below what was typed. */
export function withSharedInput({ content: typed, title: typedTitle }: Draft, input: SharedInput): Partial<Draft> {
  if ('url' in input) return { tab: 'url', url: input.url, sharedUrl: input.url }
  const { content, title } = input
  if (typed.trim() === '') return { tab: 'text', content, title: typedTitle === '' ? title : typedTitle }
  return typed.includes(content) ? { tab: 'text' } : { tab: 'text', content: `${typed.trimEnd()}\n\n${content}` }
}

export function withoutSharedInput(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of sharedNames) query.delete(name)
  return query.size === 0 ? pagePaths.dashboard : `${pagePaths.dashboard}?${query}`
}

/** Fills the Summarize card from the URL, once. If a typed link blocks that, waits until the user sends or clears it. */
export function useSharedInput(): void {
  const search = useSearch()
  const [, navigate] = useLocation()
  const draft = useDraft()
  const current = readSharedInput(search)
  const isWaiting = current !== null && isBlocked(draft, current)
  useEffect(() => {
    const input = readSharedInput(search)
    if (input === null) return
    if (isWaiting) {
      changeDraft({ tab: 'url' })
      if (!('url' in input)) return
      toast({
        title: 'There’s already a link here',
        description: `Summarize or clear it, and we’ll add the new one: ${input.url}`,
      })
      return
    }
    changeDraft(withSharedInput(getDraft(), input))
    navigate(withoutSharedInput(search), { replace: true })
  }, [search, navigate, isWaiting])
}
