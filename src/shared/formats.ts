/** Formats of files that users upload. Each needs a descriptor below and a parser in src/ingest/formats/registry.ts. */
export const uploadTypes = ['doc', 'docx', 'pdf', 'odt', 'pptx', 'html', 'text', 'image', 'audio', 'epub'] as const
export type UploadType = (typeof uploadTypes)[number]

/** Files with limits of their own. */
export type UploadGroup = 'document' | 'audio' | 'epub'

/** The two places where a file can be dropped: the From File tab, which also takes recordings, and the E-Books tab. */
export type UploadTab = Exclude<UploadGroup, 'audio'>

/** A file format, as far as server, web app and command line need to know it. */
interface FileFormat {
  /** Short name on screens; formats of one family share it. */
  label: string
  /** Name in a list of formats, if it isn't the label. */
  inLists?: string
  /** Name in a sentence, with its article: "This file is a PDF document". */
  name: string
  /** The first is the format's own; the others are its templates, and forms that its parser reads too. */
  mediaTypes: readonly string[]
  /** Offered on upload, and named on screens. */
  extensions: readonly [string, ...string[]]
  /** Recognized without being offered. */
  otherExtensions?: readonly string[]
  group: UploadGroup
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const POWERPOINT = 'application/vnd.openxmlformats-officedocument.presentationml'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'

export const fileFormats: Readonly<Record<UploadType, FileFormat>> = {
  doc: {
    label: 'Word',
    name: 'a Word document',
    // Word also writes web pages saved as one file (MHTML) under the name of .doc.
    mediaTypes: ['application/msword', 'multipart/related'],
    extensions: ['.doc'],
    otherExtensions: ['.dot'],
    group: 'document',
  },
  docx: {
    label: 'Word',
    name: 'a Word document',
    mediaTypes: [
      `${WORD}.document`,
      `${WORD}.template`,
      'application/vnd.ms-word.document.macroenabled.12',
      'application/vnd.ms-word.template.macroenabled.12',
    ],
    extensions: ['.docx'],
    otherExtensions: ['.docm', '.dotx', '.dotm'],
    group: 'document',
  },
  pdf: {
    label: 'PDF',
    name: 'a PDF document',
    mediaTypes: ['application/pdf', 'application/x-pdf'],
    extensions: ['.pdf'],
    group: 'document',
  },
  odt: {
    label: 'OpenDocument',
    name: 'an OpenDocument text (.odt)',
    mediaTypes: [`${OPEN_DOCUMENT}.text`, `${OPEN_DOCUMENT}.text-template`, `${OPEN_DOCUMENT}.text-flat-xml`],
    extensions: ['.odt'],
    otherExtensions: ['.ott', '.fodt'],
    group: 'document',
  },
  pptx: {
    label: 'PowerPoint',
    name: 'a presentation (.pptx)',
    mediaTypes: [
      `${POWERPOINT}.presentation`,
      `${POWERPOINT}.slideshow`,
      `${POWERPOINT}.template`,
      'application/vnd.ms-powerpoint.presentation.macroenabled.12',
      'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
    ],
    extensions: ['.pptx'],
    otherExtensions: ['.pptm', '.ppsx', '.ppsm', '.potx'],
    group: 'document',
  },
  html: {
    label: 'Web page',
    inLists: 'web pages',
    name: 'a web page',
    mediaTypes: ['text/html', 'application/xhtml+xml'],
    extensions: ['.html', '.htm'],
    otherExtensions: ['.xhtml'],
    group: 'document',
  },
  text: {
    label: 'Text',
    inLists: 'text',
    name: 'plain text',
    mediaTypes: ['text/plain', 'text/markdown', 'text/x-markdown', 'text/x-rst', 'text/vtt', 'application/x-subrip'],
    extensions: ['.txt', '.md', '.srt', '.vtt'],
    otherExtensions: ['.text', '.markdown', '.rst', '.ttml', '.dfxp'],
    group: 'document',
  },
  image: {
    label: 'Picture',
    inLists: 'pictures',
    name: 'a picture',
    mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif', 'image/tiff'],
    extensions: ['.png', '.jpg', '.webp', '.heic', '.tiff'],
    otherExtensions: ['.jpeg', '.tif', '.heif'],
    group: 'document',
  },
  audio: {
    label: 'Recording',
    inLists: 'recordings',
    name: 'a recording',
    mediaTypes: [
      'audio/mpeg',
      'audio/mp3',
      'audio/mp4',
      'audio/x-m4a',
      'audio/aac',
      'audio/aacp',
      'audio/x-aac',
      'audio/wav',
      'audio/x-wav',
      'audio/vnd.wave',
      'audio/flac',
      'audio/x-flac',
      'audio/ogg',
      'audio/opus',
      'application/ogg',
      'audio/webm',
      'audio/x-matroska',
      'video/mp4',
      'video/webm',
      'video/ogg',
      'video/quicktime',
      'video/x-matroska',
      'audio/aiff',
      'audio/x-caf',
      'audio/amr',
      'video/x-msvideo',
      'video/x-ms-asf',
    ],
    extensions: ['.mp3', '.m4a', '.wav', '.flac', '.ogg', '.opus', '.aac', '.mp4', '.webm', '.mov'],
    otherExtensions: [
      '.oga',
      '.m4b',
      '.m4v',
      '.mkv',
      '.mka',
      '.weba',
      '.aiff',
      '.aif',
      '.avi',
      '.caf',
      '.amr',
      '.wma',
      '.wmv',
    ],
    group: 'audio',
  },
  epub: {
    label: 'EPUB',
    name: 'an e-book',
    mediaTypes: ['application/epub+zip'],
    extensions: ['.epub'],
    group: 'epub',
  },
}

export const mediaTypeOf = (type: UploadType): string => fileFormats[type].mediaTypes[0] ?? 'application/octet-stream'

/** The format of a media type without parameters; undefined if it is not supported. */
export const formatOfMediaType = (mediaType: string): UploadType | undefined =>
  uploadTypes.find((type) => fileFormats[type].mediaTypes.includes(mediaType.toLowerCase()))

export function formatOfName(fileName: string): UploadType | undefined {
  const lower = fileName.toLowerCase()
  return uploadTypes.find((type) => {
    const { extensions, otherExtensions = [] } = fileFormats[type]
    return [...extensions, ...otherExtensions].some((extension) => lower.endsWith(extension))
  })
}

/** "Word (.doc, .docx), PDF (.pdf), OpenDocument (.odt)": the formats of a group, by label. */
export function describeFormats(types: readonly UploadType[] = uploadTypes): string[] {
  const byLabel = Map.groupBy(types, (type) => fileFormats[type].label)
  return Array.from(
    byLabel,
    ([label, family]) => `${label} (${family.flatMap((type) => fileFormats[type].extensions).join(', ')})`,
  )
}

const typesOf = (group: UploadGroup): UploadType[] => uploadTypes.filter((type) => fileFormats[type].group === group)

/** The formats of an upload group by label, with the extensions that are accepted. */
export const formatsOfGroup = (group: UploadGroup): string => describeFormats(typesOf(group)).join(', ')

/** "Word, PDF, web pages, and text": the formats of a group by name. */
export function namesOfGroup(group: UploadGroup): string {
  const names = [...new Set(typesOf(group).map((type) => fileFormats[type].inLists ?? fileFormats[type].label))]
  return new Intl.ListFormat('en-US').format(names)
}

/** ".mp3, .m4a": the extensions of a group that are offered. */
export const extensionsOfGroup = (group: UploadGroup): string =>
  typesOf(group)
    .flatMap((type) => fileFormats[type].extensions)
    .join(', ')

/** `readAs` of a pasted text, which is how texts differ from other documents. */
export const PASTED_TEXT = 'pasted text'

/** `readAs` of a transcribed recording. */
export const RECORDING = 'recording'
