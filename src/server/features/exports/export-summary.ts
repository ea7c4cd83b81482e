import type { Paper } from '../../../shared/api/calls.ts'
import type { ExportFormat } from '../../../shared/api/routes.ts'
import { AppError } from '../../../shared/errors.ts'
import { planOf } from '../../../shared/plans/catalogue.ts'
import type { Question } from '../../../shared/questions/question.ts'
import type { Summary, SummaryStatus } from '../../../shared/summary/summary.ts'
import { requireFeature } from '../../plans/require-feature.ts'
import type { Actor } from '../../platform/request-context.ts'
import { questionsAbout } from '../questions/presenter.ts'
import type { SummariesContext } from '../summaries/context.ts'
import { readSummary } from '../summaries/read.ts'
import { titledName, uniqueName } from './file-names.ts'
import { toPdfDocument } from './pdf/document.ts'
import type { PdfRenderer } from './pdf/pdf-renderer.ts'
import { summaryToMarkdown } from './summary-to-markdown.ts'
import { type PackedFile, zipFiles } from './zip-files.ts'

export interface ExportsContext extends SummariesContext {
  pdf: PdfRenderer
}

export interface ExportForm {
  format: ExportFormat
  /** Page size of formats with pages. */
  paper: Paper
  /** Whether to include the questions about the source with their answers. */
  withQuestions: boolean
}

interface Export {
  name: string
  /** @throws AppError `unavailable` */
  content: () => Promise<Uint8Array>
}

interface Writer {
  extension: string
  /** Includes the charset. */
  mediaType: string
  write: (
    context: ExportsContext,
    exported: { summary: Summary; questions: readonly Question[]; paper: Paper },
  ) => Promise<Uint8Array>
}

const writers: Record<ExportFormat, Writer> = {
  markdown: {
    extension: 'md',
    // https://www.rfc-editor.org/rfc/rfc7763
    mediaType: 'text/markdown; charset=utf-8',
    write: async (_context, { summary, questions }) => Buffer.from(summaryToMarkdown(summary, questions)),
  },
  pdf: {
    extension: 'pdf',
    mediaType: 'application/pdf',
    write: async ({ pdf }, { summary, questions, paper }) => pdf.render(toPdfDocument(summary, paper, questions)),
  },
}

export const mediaTypeOf = (format: ExportFormat): string => writers[format].mediaType

function whyNot(status: Exclude<SummaryStatus, 'ready'>): string {
  return status === 'failed'
    ? 'This could not be summarized, so there is nothing to export.'
    : 'This summary is still being made. It can be exported as soon as it is ready.'
}

/**
 * One of the user's summaries as a file, with the content that their plan includes.
 * @throws AppError `not_found` when there is none, or it is another user's; `upgrade_required` or `not_included` if the
 * plan has no exports; `summary_not_ready`
 */
export async function exportSummary(
  context: ExportsContext,
  actor: Actor,
  id: string,
  { format, paper, withQuestions }: ExportForm,
): Promise<Export> {
  const { catalogue } = context
  const summary = await readSummary(context, actor, id)
  requireFeature(catalogue.plans, planOf(catalogue, actor.plan), 'exports')
  if (summary.status !== 'ready') throw new AppError('summary_not_ready', whyNot(summary.status))
  const { extension, write } = writers[format]
  const content = async (): Promise<Uint8Array> => {
    const questions = withQuestions ? await questionsAbout(context.db, summary.id) : []
    return write(context, { summary, questions, paper })
  }
  return { name: titledName(summary.title, extension), content }
}

/**
 * Several of the user's summaries as files in a zip archive, in the given order. All are checked first; each file is
 * created while the archive is read.
 * @throws AppError as `exportSummary`, for the first that can't be exported
 */
export async function exportSeveral(
  context: ExportsContext,
  actor: Actor,
  ids: readonly string[],
  form: ExportForm,
): Promise<AsyncIterable<Uint8Array>> {
  for (const id of ids) await exportSummary(context, actor, id, form)
  async function* files(): AsyncGenerator<PackedFile> {
    const taken = new Set<string>()
    for (const id of ids) {
      // Read again, so that only one is in memory, and summaries deleted meanwhile are not included.
      const { name, content } = await exportSummary(context, actor, id, form)
      yield { name: uniqueName(name, taken), bytes: await content() }
    }
  }
  return zipFiles(files())
}
