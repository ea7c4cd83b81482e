import { type ExportFormat, exportFormats } from '../../shared/api/calls.ts'
import { formatCount, listOf } from '../../shared/format.ts'
import type { Plan } from '../../shared/plans/catalogue.ts'

export const formatNames: Record<ExportFormat, string> = { markdown: 'Markdown', pdf: 'PDF' }

/** "Markdown and PDF". */
export const exportForms = listOf(exportFormats.map((format) => formatNames[format]))

export const exportLine = `Export as ${exportForms}`

/** A row of the comparison of plans. */
interface Fact {
  label: string
  value: (plan: Plan) => string | boolean
}

/** Features of plans, the most important first. */
export const facts: readonly Fact[] = [
  {
    label: 'Summaries a month',
    value: ({ summariesPerMonth }) => (summariesPerMonth === null ? 'Unlimited' : formatCount(summariesPerMonth)),
  },
  { label: 'Key takeaways linked to the source', value: () => true },
  { label: 'YouTube videos and articles', value: () => true },
  {
    label: 'Pasted text limit',
    value: ({ textLimitCharacters }) => `${formatCount(textLimitCharacters)} characters`,
  },
  { label: 'Documents: PDF and Word', value: () => true },
  { label: 'E\u2011books', value: ({ ebooks }) => ebooks },
  { label: exportLine, value: ({ exports }) => exports },
  { label: 'Advanced summaries, about 5x longer', value: ({ advanced }) => advanced },
  { label: 'Notable quotes, checked word for word', value: ({ advanced }) => advanced },
]

/** Features that a plan includes, for its card. */
export function highlights(plan: Plan): string[] {
  const count = plan.summariesPerMonth
  return [
    count === null ? 'Unlimited summaries' : `${formatCount(count)} summaries a month`,
    `Paste up to ${formatCount(plan.textLimitCharacters)} characters`,
    plan.ebooks ? 'E\u2011books' : '',
    plan.exports ? exportLine : '',
    plan.advanced ? 'Advanced summaries with notable quotes' : '',
  ].filter((line) => line !== '')
}
