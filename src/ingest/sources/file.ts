import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { OR_SAVE_PAGE } from '../advice.ts'
import { decodeText } from '../formats/decode-text.ts'
import { readHtml } from '../formats/html/read-html.ts'
import { baseName, finishDocument } from '../formats/parsed-document.ts'
import { decodeMail } from '../formats/plain-text/decode-mail.ts'
import { noBytes } from '../formats/refusals.ts'
import { formatParsers, type Unread } from '../formats/registry.ts'
import type { Recognition } from '../recognition/recognized-page.ts'
import { detectType } from '../type/detect-type.ts'
import { type SourceType, unsupported } from '../type/source-type.ts'
import { readText } from './text.ts'
import { videoIdOf } from './youtube/video-url.ts'

export interface FileInput {
  bytes: Uint8Array
  /** Without folders; null if the file has no name. */
  fileName: string | null
  /** Original URL of the file, for relative links; null if unknown. */
  url: string | null
  title?: string | null
}

export interface ArrivedFile extends FileInput {
  /** Content type that the server sent; absent for files that were not fetched. */
  answered?: { contentType: string | null }
}

type FoundType = Exclude<SourceType, { type: null }>

function readPage(file: ArrivedFile, { mediaType, charset }: FoundType, minWords?: number): ExtractedDocument {
  const document = readHtml({ html: file.bytes, url: file.url, charset }, minWords)
  const given = file.title?.trim() ?? ''
  return {
    ...document,
    title: given === '' ? document.title : given,
    sourceInfo: { ...document.sourceInfo, mediaType, ...(file.fileName === null ? {} : { fileName: file.fileName }) },
  }
}

/** Fields of a document that follow from the id of its video. */
const asVideo = (id: string) => ({
  kind: 'youtube' as const,
  site: 'YouTube',
  url: `https://www.youtube.com/watch?v=${id}`,
  thumbnailUrl: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
})

async function readPlainText(
  file: ArrivedFile,
  { mediaType, charset }: FoundType,
  minWords?: number,
): Promise<ExtractedDocument> {
  const { bytes, url, fileName, title, answered } = file
  const content = await decodeMail(decodeText(bytes, charset), bytes)
  const isMarkdown = /\.(?:md|markdown|mdown|mkdn?)$/iu.test(fileName ?? '')
  const read = readText({ content, url, title: title ?? null, isMarkdown, carrier: 'text file' }, minWords)
  // The first line of subtitles is no title, but their file is named like the video: "Tides.en.srt".
  const [first] = read.blocks
  const isTimed = first?.location.kind === 'time' && first.type !== 'heading' && (title ?? '') === ''
  const name = isTimed ? baseName(fileName).replace(/\.[a-z]{2,3}(?:-[a-z\d]{2,4})?$/iu, '') : ''
  const document = name === '' ? read : { ...read, title: name }
  const address = URL.parse(url ?? '')
  const video = address === null || answered !== undefined ? null : videoIdOf(address)
  return {
    ...document,
    ...(video === null ? {} : asVideo(video)),
    // A text on the web is an article.
    ...(address === null || answered === undefined
      ? {}
      : { kind: 'article', site: address.hostname.replace(/^www\./u, '') }),
    sourceInfo: {
      ...document.sourceInfo,
      ...(video === null ? {} : { readAs: 'captions from the browser' }),
      mediaType,
      bytes: bytes.byteLength,
      ...(fileName === null ? {} : { fileName }),
    },
  }
}

/** File name in a URL; null for a folder. */
export function nameInUrl(url: string | null): string | null {
  const name =
    URL.parse(url ?? '')
      ?.pathname.split('/')
      .at(-1) ?? ''
  try {
    return decodeURIComponent(name) || null
  } catch {
    return name
  }
}

/**
 * Reads a file by the type of its bytes. A given title takes precedence over the file's own.
 *
 * @param minWords rejects a file with fewer words; by default one that is too short to summarize
 * @param recognition absent if scanned pages are not recognized
 * @returns what has to be recognized or transcribed before the file is read
 * @throws AppError source_type_unsupported, source_empty, those of the readers
 */
export async function readFile(file: ArrivedFile, minWords?: number): Promise<ExtractedDocument>
export async function readFile(
  file: ArrivedFile,
  minWords: number | undefined,
  recognition: Recognition | undefined,
): Promise<ExtractedDocument | Unread>
export async function readFile(
  file: ArrivedFile,
  minWords?: number,
  recognition?: Recognition,
): Promise<ExtractedDocument | Unread> {
  const { bytes, url, answered } = file
  if (bytes.byteLength === 0) {
    throw answered === undefined
      ? noBytes()
      : new AppError('source_empty', `There’s nothing at this link. Check it, ${OR_SAVE_PAGE}`)
  }
  const document = await readBytes(file, minWords, recognition)
  if (!('blocks' in document)) return document
  return url === null || answered !== undefined ? document : asCaptured(document, url)
}

/**
 * Marks what a browser shows at an address, and keeps that address unless the page names another one of its host. Others
 * may forge such a page, as far as Precis can tell.
 */
function asCaptured(document: ExtractedDocument, url: string): ExtractedDocument {
  const isOwnHost = document.kind === 'youtube' || URL.parse(document.url ?? '')?.host === URL.parse(url)?.host
  const sourceInfo = { ...document.sourceInfo, captured: true as const }
  return { ...document, url: isOwnHost ? document.url : url, sourceInfo }
}

async function readBytes(file: ArrivedFile, minWords: number | undefined, recognition: Recognition | undefined) {
  const { bytes, url, title, fileName, answered } = file
  const found = await detectType(bytes, { fileName, contentType: answered?.contentType ?? null })
  if (found.type === null) throw unsupported(found, answered === undefined ? 'file' : 'address')
  const { type, mediaType } = found
  if (type === 'html') return readPage(file, found, minWords)
  if (type === 'text') return readPlainText(file, found, minWords)
  const facts = { fileName: fileName ?? nameInUrl(url), url, title, mediaType, bytes: bytes.byteLength }
  const parsed = await formatParsers[type].parse(bytes, recognition)
  return 'pieces' in parsed ? finishDocument(parsed, facts, minWords) : parsed
}
