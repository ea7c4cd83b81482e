import type { SummaryRow } from '../../../db/schema/index.ts'

type Texts = Pick<SummaryRow, 'basicSummary' | 'keyTakeaways'>
type Names = Pick<SummaryRow, 'page' | 'sourceTitle' | 'author' | 'site' | 'originalUrl' | 'sourceInfo'>
export type SearchedFields = Partial<Texts & Names>

/**
 * What a search looks through besides the title: the summary and its takeaways, then gist, author, site, host and file
 * name. Not the advanced summary and quotes, which some plans don't include.
 */
export function searchedTexts(fields: SearchedFields): string[] {
  const { basicSummary, keyTakeaways = [], page, sourceTitle, author, site, originalUrl, sourceInfo } = fields
  const host = URL.parse(originalUrl ?? '')?.hostname.replace(/^www\./u, '')
  const names = [page?.gist.text, sourceTitle, author, site, host, sourceInfo?.fileName]
  return [basicSummary, ...keyTakeaways, ...names].filter((text) => text !== undefined && text !== null)
}
