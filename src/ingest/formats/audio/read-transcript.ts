import type { ExtractedDocument } from '../../../shared/document.ts'
import { RECORDING } from '../../../shared/formats.ts'
import type { SpeechSegment } from '../../../shared/transcriber.ts'
import { baseName, finishDocument } from '../parsed-document.ts'
import { joinCues } from '../plain-text/join-cues.ts'

/** A transcript of a recording, with the facts of its file. */
export interface TranscriptInput {
  segments: readonly SpeechSegment[]
  /** Name of the transcriber. */
  transcribedBy: string
  seconds: number
  /** Language tag; null if the transcriber names none. */
  language: string | null
  /** Of the file's tags. */
  tags: { title: string | null; author: string | null; publishedAt: string | null }
  /** Notice about what was not transcribed. */
  note: string | null
  file: {
    fileName: string | null
    url: string | null
    title?: string | null | undefined
    mediaType: string
    bytes: number
  }
}

/**
 * Creates a document from a transcript: paragraphs with the times when they are said.
 *
 * @param minWords rejects a transcript with fewer words
 * @throws AppError source_empty, source_too_short
 */
export function readTranscript(input: TranscriptInput, minWords?: number): ExtractedDocument {
  const { segments, transcribedBy, seconds, language, tags, note, file } = input
  let speaker: string | undefined
  const cues = segments.map(({ start, end, text, speaker: named }) => {
    const isNew = named !== undefined && named !== speaker
    speaker = named
    return { start, end, speaker: isNew ? named : null, lines: [text] }
  })
  const heard = 'Transcribed from the recording, so names and single words may be misheard.'
  const document = finishDocument(
    {
      kind: 'document',
      title: tags.title,
      author: tags.author,
      site: null,
      language,
      publishedAt: tags.publishedAt,
      pieces: joinCues(cues),
      sourceInfo: {
        readAs: RECORDING,
        transcribedBy,
        durationSeconds: seconds,
        note: note === null ? heard : `${heard} ${note}`,
      },
    },
    { ...file, title: file.title ?? null },
    minWords,
  )
  // Speech doesn't open with a title: the file's name describes it better than its first words.
  const name = document.isUntitled === true ? baseName(file.fileName) : ''
  return document.isUntitled === true && name !== '' ? { ...document, title: name } : document
}
