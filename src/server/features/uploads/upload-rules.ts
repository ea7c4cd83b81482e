import { AppError } from '../../../shared/errors.ts'
import { formatBytes } from '../../../shared/format.ts'
import { type PlanCatalogue, planOf } from '../../../shared/plans/catalogue.ts'
import { type UploadGroup, uploadGroups } from '../../../shared/uploads.ts'

/** What can be uploaded, as the widget lists it. */
export const onlyUpload = `You can only upload: ${[...uploadGroups.document.extensions, ...uploadGroups.epub.extensions].join(', ')}.`

/** Whether a person's plan includes e-books. */
export const includesEbooks = (catalogue: PlanCatalogue, plan: string | null): boolean => planOf(catalogue, plan).ebooks

/** @throws AppError `upgrade_required` where a person's plan does not include e-books */
export function requireEbooks(catalogue: PlanCatalogue, plan: string | null): void {
  if (includesEbooks(catalogue, plan)) return
  const better = catalogue.plans.find(({ ebooks }) => ebooks)
  const name = planOf(catalogue, plan).name
  throw new AppError(
    'upgrade_required',
    better === undefined
      ? 'E-books cannot be summarized here.'
      : `E-books are not part of your ${name} plan. Upgrade to ${better.name} to summarize them.`,
  )
}

/** @throws AppError `payload_too_large` where a file is larger than its kind may be */
export function checkSize(group: UploadGroup, fileName: string, bytes: number): void {
  const { maxBytes } = uploadGroups[group]
  if (bytes <= maxBytes) return
  throw new AppError('payload_too_large', `${fileName} exceeds maximum allowed size of ${formatBytes(maxBytes)}.`)
}

/** A file's name without the folders that some programs send along. */
export const withoutFolders = (fileName: string): string => fileName.split(/[/\\]/u).at(-1) || fileName
