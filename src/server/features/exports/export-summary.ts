import type { ExportFormat, Paper } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { planOf } from '../../../shared/plans/catalogue.ts'
import { exportRefusal } from '../../../shared/plans/entitlements.ts'
import type { Summary, SummaryStatus } from '../../../shared/summary.ts'
import type { Actor } from '../../platform/actor.ts'
import { readSummary } from '../summaries/read.ts'
import type { ExportsContext } from './context.ts'
import { titledName } from './file-names.ts'
import { toPdfDocument } from './pdf/document.ts'
import { summaryToMarkdown } from './summary-to-markdown.ts'

/** What a summary is exported as. */
export interface ExportForm {
  format: ExportFormat
  /** Of formats with pages. */
  paper: Paper
}

/** A summary that may go, as a file to keep that is made once it is asked for. */
export interface Export {
  name: string
  /** @throws AppError `unavailable` */
  content: () => Promise<Uint8Array>
}

interface Writer {
  extension: string
  /** With its charset. */
  mediaType: string
  write: (context: ExportsContext, summary: Summary, paper: Paper) => Promise<Uint8Array>
}

const writers: Record<ExportFormat, Writer> = {
  markdown: {
    extension: 'md',
    // https://www.rfc-editor.org/rfc/rfc7763
    mediaType: 'text/markdown; charset=utf-8',
    write: async (_context, summary) => Buffer.from(summaryToMarkdown(summary)),
  },
  pdf: {
    extension: 'pdf',
    mediaType: 'application/pdf',
    write: async ({ press }, summary, paper) => press.print(toPdfDocument(summary, paper)),
  },
}

/** What an export in a format is called on the wire. */
export const mediaTypeOf = (format: ExportFormat): string => writers[format].mediaType

function whyNot(status: Exclude<SummaryStatus, 'ready'>): string {
  return status === 'failed'
    ? 'This could not be summarized, so there is nothing to export.'
    : 'This summary is still being made. It can be exported as soon as it is ready.'
}

/**
 * One of the asker's summaries as a file. It holds what their plan shows them, and no more.
 *
 * @throws AppError `not_found` when there is none, or it is another person's; `upgrade_required` where their plan
 *   includes no exports; `summary_not_ready`
 */
export async function exportSummary(
  context: ExportsContext,
  actor: Actor,
  id: string,
  { format, paper }: ExportForm,
): Promise<Export> {
  const { catalogue } = context
  const summary = await readSummary(context, actor, id)
  if (!planOf(catalogue, actor.plan).exports) throw new AppError('upgrade_required', exportRefusal(catalogue.plans))
  if (summary.status !== 'ready') throw new AppError('summary_not_ready', whyNot(summary.status))
  const { extension, write } = writers[format]
  return { name: titledName(summary.title, extension), content: async () => write(context, summary, paper) }
}
