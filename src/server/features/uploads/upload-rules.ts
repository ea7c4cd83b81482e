import type { ExtractedDocument } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import { formatOfMediaType, type UploadType } from '../../../shared/formats.ts'
import { type PlanCatalogue, planOf } from '../../../shared/plans/catalogue.ts'
import { formatBytes } from '../../../shared/text/format.ts'
import { maxBytesOf, uploadGroups } from '../../../shared/uploads.ts'
import type { UploadRow } from '../../db/schema/index.ts'
import { requireFeature } from '../../plans/require-feature.ts'
import type { Config } from '../../platform/config/config.ts'

const shape = /(?:^|\/)uploads\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/iu

/** The `objectPath` that identifies an upload in later calls. */
export const objectPathOf = (id: string): string => `uploads/${id}`

/**
 * Extracts the id of an upload from its objectPath or from the URL that it was sent to.
 * @throws AppError `not_found` for anything else
 */
export function uploadIdIn(fileUrl: string): string {
  const [path = ''] = fileUrl.split(/[?#]/u)
  const id = shape.exec(path)?.[1]
  if (id === undefined) throw new AppError('not_found', 'This is not an upload. Please upload the file again.')
  return id.toLowerCase()
}

/** The list of accepted file types, as the upload widget shows it. */
export function onlyUpload({ transcription }: Pick<Config, 'transcription'>): string {
  const { document, audio, epub } = uploadGroups
  const recordings = transcription === null ? [] : audio.extensions
  return `You can only upload: ${[...document.extensions, ...recordings, ...epub.extensions].join(', ')}.`
}

export const includesEbooks = (catalogue: PlanCatalogue, plan: string | null): boolean => planOf(catalogue, plan).ebooks

/** @throws AppError `upgrade_required` or `not_included` if the plan doesn't include e-books */
export function requireEbooks(catalogue: PlanCatalogue, plan: string | null): void {
  requireFeature(catalogue.plans, planOf(catalogue, plan), 'ebooks')
}

/** Largest file of a type. @throws AppError `transcription_unavailable` for a recording where none are transcribed */
export function limitOfType(type: UploadType, { transcription }: Pick<Config, 'transcription'>): number {
  if (type === 'audio' && transcription === null)
    throw new AppError(
      'transcription_unavailable',
      'Recordings aren’t transcribed here. Upload a transcript or subtitles instead.',
    )
  return maxBytesOf(type, transcription?.limits.maxBytes)
}

/** @throws AppError `payload_too_large` for a file above a limit */
export function checkSize(maxBytes: number, fileName: string, bytes: number): void {
  if (bytes <= maxBytes) return
  throw new AppError('payload_too_large', `${fileName} exceeds maximum allowed size of ${formatBytes(maxBytes)}.`)
}

export const limitOf = (upload: Pick<UploadRow, 'declaredBytes' | 'maxBytes'>): number =>
  upload.declaredBytes ?? upload.maxBytes

/** A file name without the folders that some clients send. */
export const withoutFolders = (fileName: string): string => fileName.split(/[/\\]/u).at(-1) || fileName

export const uploadTypeOf = ({ sourceInfo: { mediaType = '' } }: Pick<ExtractedDocument, 'sourceInfo'>): UploadType =>
  formatOfMediaType(mediaType) ?? 'text'
