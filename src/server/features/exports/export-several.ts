import type { Actor } from '../../platform/actor.ts'
import type { ExportsContext } from './context.ts'
import { type ExportForm, exportSummary } from './export-summary.ts'
import { uniqueName } from './file-names.ts'
import { type PackedFile, zipFiles } from './zip-files.ts'

/**
 * Several of the asker's summaries as files in a zip archive, in the order they are named in. Whether all of them may go
 * is known before the first is made; each is made as the archive is taken.
 *
 * @throws AppError as `exportSummary`, for the first that may not go
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
      // Read anew, so that memory holds one of them at a time, and what has been deleted meanwhile is not handed out.
      const { name, content } = await exportSummary(context, actor, id, form)
      yield { name: uniqueName(name, taken), bytes: await content() }
    }
  }
  return zipFiles(files())
}
