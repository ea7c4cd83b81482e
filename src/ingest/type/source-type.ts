import { AppError } from '../../shared/errors.ts'
import { fileFormats, formatOfMediaType, mediaTypeOf, type UploadType } from '../../shared/formats.ts'
import { UPLOAD_TEXT } from '../advice.ts'
import table from './media-type-names.json' with { type: 'json' }

export type SourceType =
  | { type: UploadType; mediaType: string; charset: string | null }
  /** `name` as users call it, with its article: "a spreadsheet (.xlsx)". */
  | { type: null; mediaType: string; name: string }

/** How the bytes arrived, for error messages. */
type Carrier = 'address' | 'file'

/** Documents of Word 95 and earlier. */
const OLD_WORD = 'application/x-msword-95'

export const readable = (
  type: UploadType,
  { mediaType = mediaTypeOf(type), charset = null }: { mediaType?: string; charset?: string | null } = {},
): SourceType => ({ type, mediaType, charset })

export const oldWord = (): SourceType => unreadableOf(OLD_WORD)

export const unreadable = (mediaType: string, name: string): SourceType => ({ type: null, mediaType, name })

const names = table.names.map(({ mediaType, name }) => ({ pattern: new RegExp(mediaType, 'u'), name }))

export function unreadableOf(mediaType: string): SourceType {
  const own = formatOfMediaType(mediaType)
  const name =
    (own === undefined ? undefined : fileFormats[own].name) ??
    names.find(({ pattern }) => pattern.test(mediaType))?.name ??
    (/^[\w.+-]+\/[\w.+-]+$/u.test(mediaType) && mediaType !== 'application/octet-stream'
      ? `a file of type ${mediaType}`
      : 'something that is not text')
  return unreadable(mediaType, name)
}

/** Advice by media type: a format that its own program, or a common converter, can export. */
const conversions: readonly (readonly [RegExp, string])[] = [
  [/rtf|x-msword-95/u, 'Save it as .docx and try again.'],
  // Recordings and pictures in other formats than those that are read; the cameras of iPhones save HEIF.
  [/^(?:audio|video)\//u, 'Save it as .mp3 and try again, or upload its transcript.'],
  [/^image\/(?!svg)/u, 'Save it as .jpg or .png and try again.'],
  [/presentation|powerpoint/u, 'Save it as .pptx and try again.'],
  [/iwork|opendocument\.(?!spreadsheet)|visio|postscript/u, 'Save it as .pdf and try again.'],
  [/fictionbook|mobipocket|amazon/u, 'Convert it to .epub and try again.'],
]

const adviceOn = (mediaType: string): string =>
  conversions.find(([pattern]) => pattern.test(mediaType))?.[1] ?? UPLOAD_TEXT

export function unsupported({ mediaType, name }: { mediaType: string; name: string }, carrier: Carrier): AppError {
  const advice = adviceOn(mediaType)
  return new AppError(
    'source_type_unsupported',
    carrier === 'address'
      ? `This link leads to ${name}, not to an article. ${advice}`
      : `This file is ${name}, which can’t be read. ${advice}`,
  )
}
