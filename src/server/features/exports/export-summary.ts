import type { ExportFormat } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { type PlanCatalogue, planOf } from '../../../shared/plans/catalogue.ts'
import { exportRefusal } from '../../../shared/plans/rights.ts'
import type { Summary, SummaryStatus } from '../../../shared/summary.ts'
import type { Actor } from '../../platform/actor.ts'
import { titledName } from './file-names.ts'
import { summaryToMarkdown } from './summary-to-markdown.ts'

export interface ExportSummaryDeps {
  catalogue: PlanCatalogue
  /** One of the asker's summaries, as their plan lets them see it; AppError `not_found` where it is not theirs. */
  readSummary: (actor: Actor, id: string) => Promise<Summary>
}

/** A summary as a file to keep. */
export interface ExportedFile {
  name: string
  /** With its charset. */
  mediaType: string
  content: string
}

const writers: Record<ExportFormat, (summary: Summary) => ExportedFile> = {
  markdown: (summary) => ({
    name: titledName(summary.title, 'md'),
    // https://www.rfc-editor.org/rfc/rfc7763
    mediaType: 'text/markdown; charset=utf-8',
    content: summaryToMarkdown(summary),
  }),
}

function whyNot(status: Exclude<SummaryStatus, 'ready'>): string {
  return status === 'failed'
    ? 'This could not be summarized, so there is nothing to export.'
    : 'This summary is still being made. It can be exported as soon as it is ready.'
}

/**
 * One of the asker's summaries as a file. It holds what their plan shows them, and no more.
 *
 * @throws AppError `not_found` when there is none, or it is another person's; `upgrade_required` where their plan
 *   includes no exports; `conflict` while it is not ready
 */
export async function exportSummary(
  { catalogue, readSummary }: ExportSummaryDeps,
  actor: Actor,
  id: string,
  format: ExportFormat,
): Promise<ExportedFile> {
  const summary = await readSummary(actor, id)
  if (!planOf(catalogue, actor.plan).exports) throw new AppError('upgrade_required', exportRefusal(catalogue.plans))
  if (summary.status !== 'ready') throw new AppError('conflict', whyNot(summary.status))
  return writers[format](summary)
}
