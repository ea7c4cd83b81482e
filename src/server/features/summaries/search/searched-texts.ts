import type { SummaryRow } from '../../../db/schema/index.ts'

export type SearchedFields = Partial<
  Pick<SummaryRow, 'title' | 'page' | 'sourceTitle' | 'author' | 'site' | 'originalUrl' | 'sourceInfo'>
>

/**
 * Texts that a search covers besides the title: focus, gist, summary and takeaways, then another title,
 * author, site, host and file name of the source. Not the advanced parts and quotes, which some plans don't include.
 */
export function searchedTexts(fields: SearchedFields): string[] {
  const { title, page, sourceTitle, author, site, originalUrl, sourceInfo } = fields
  const lines = page ? [page.gist, ...page.summary, ...page.takeaways].map(({ text }) => text) : []
  const host = URL.parse(originalUrl ?? '')?.hostname.replace(/^www\./u, '')
  const names = [
    page?.focus?.text,
    sourceTitle === title ? null : sourceTitle,
    author,
    site,
    host,
    sourceInfo?.fileName,
  ]
  return [...lines, ...names.filter((text) => text !== undefined && text !== null)]
}
