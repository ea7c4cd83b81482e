import type { ExportFormat } from '../../../shared/api/routes.ts'
import { extensionsOfGroup, formatsOfGroup } from '../../../shared/formats.ts'
import type { Plan, PlanFeature } from '../../../shared/plans/catalogue.ts'
import { formatCount } from '../../../shared/text/format.ts'

export const formatNames: Record<ExportFormat, string> = { markdown: 'Markdown', pdf: 'PDF' }

/** "Markdown and PDF". */
export const exportForms = Object.values(formatNames).join(' and ')

export const exportLine = `Export as ${exportForms}`

interface Fact {
  label: string
  /** Below the label. */
  detail?: string
  value: (plan: Plan) => string | boolean
}

const included = (): boolean => true
const quota = (count: number | null): string => (count === null ? 'Unlimited' : formatCount(count))
const textLimit = ({ textLimitCharacters }: Plan): string => `${formatCount(textLimitCharacters)} characters`

/** Rows of the comparison by feature of a plan, with those that every plan includes. */
const factsBy: Record<PlanFeature | 'takeaways' | 'links' | 'documents', readonly Fact[]> = {
  summariesPerMonth: [{ label: 'Summaries a month', value: ({ summariesPerMonth }) => quota(summariesPerMonth) }],
  takeaways: [{ label: 'Key takeaways linked to the source', value: included }],
  links: [{ label: 'YouTube videos and articles', value: included }],
  questionsPerMonth: [
    {
      label: 'Questions a month',
      detail: 'Passages found without a language model don’t count',
      value: ({ questionsPerMonth }) => quota(questionsPerMonth),
    },
  ],
  audioMinutesPerMonth: [
    {
      label: 'Recording minutes a month',
      detail: `${extensionsOfGroup('audio')}. Published transcripts and captions don’t count`,
      value: ({ audioMinutesPerMonth }) => quota(audioMinutesPerMonth),
    },
  ],
  textLimitCharacters: [{ label: 'Pasted text limit', value: textLimit }],
  documents: [{ label: 'Documents', detail: formatsOfGroup('document'), value: included }],
  ebooks: [{ label: 'E\u2011books', detail: formatsOfGroup('epub'), value: ({ ebooks }) => ebooks }],
  exports: [{ label: exportLine, value: ({ exports }) => exports }],
  advanced: [
    { label: 'Advanced summaries, about 5x longer', value: ({ advanced }) => advanced },
    { label: 'Notable quotes, checked word for word', value: ({ advanced }) => advanced },
  ],
}

/** Features of plans, the most important first. */
export const facts: readonly Fact[] = Object.values(factsBy).flat()

/** Lines of a plan's card; null for a feature that the plan lacks. */
const cardLines: Record<PlanFeature, (plan: Plan) => string | null> = {
  summariesPerMonth: ({ summariesPerMonth: count }) =>
    count === null ? 'Unlimited summaries' : `${formatCount(count)} summaries a month`,
  questionsPerMonth: ({ questionsPerMonth: count }) =>
    count === null ? 'Unlimited questions' : `${formatCount(count)} questions a month`,
  audioMinutesPerMonth: ({ audioMinutesPerMonth: count }) =>
    count === null ? 'Recordings of any length' : `${formatCount(count)} recording minutes a month`,
  textLimitCharacters: ({ textLimitCharacters }) => `Paste up to ${formatCount(textLimitCharacters)} characters`,
  ebooks: ({ ebooks }) => (ebooks ? 'E\u2011books' : null),
  exports: ({ exports }) => (exports ? exportLine : null),
  advanced: ({ advanced }) => (advanced ? 'Advanced summaries with notable quotes' : null),
}

/** Features that a plan includes, for its card. */
export const highlights = (plan: Plan): string[] => Object.values(cardLines).flatMap((line) => line(plan) ?? [])
