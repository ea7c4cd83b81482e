import { AppError } from '../../../shared/errors.ts'

const shape = /(?:^|\/)uploads\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/iu

/** What names an upload in later calls. */
export const objectPathOf = (id: string): string => `uploads/${id}`

/**
 * The id of an upload in its objectPath or in the address that it was sent to. Only the path is looked at: whose upload
 * it is, and whether there is one, says the database.
 *
 * @throws AppError `not_found` for what can't name an upload
 */
export function uploadIdIn(fileUrl: string): string {
  const [path = ''] = fileUrl.split(/[?#]/u)
  const id = shape.exec(path)?.[1]
  if (id === undefined) throw new AppError('not_found', 'This is not an upload. Please upload the file again.')
  return id.toLowerCase()
}
