import { AppError } from '../../../../shared/errors.ts'
import { UPLOAD_TRANSCRIPT } from '../../../advice.ts'
import { foldText } from '../../../formats/clean-text.ts'
import { plainWords, visibleLines } from './clean-cue.ts'
import type { Cue, RawCue } from './cue.ts'
import { readCueBlocks } from './cue-blocks.ts'
import { readJson3 } from './json3.ts'
import { type Displayed, unroll } from './rolling.ts'
import { readTimedXml } from './timed-xml.ts'

/** json3: YouTube's JSON; xml: its srv1, srv2, srv3 and plain transcripts; vtt and srt: cues between empty lines. */
export type CaptionFormat = 'json3' | 'xml' | 'vtt' | 'srt'

/** Tells the format of captions from their first characters; null where they are none. */
export function captionFormatOf(text: string): CaptionFormat | null {
  const head = text
    .slice(0, 4096)
    .replace(/^\ufeff/u, '')
    .trimStart()
  if (head.startsWith('{')) return 'json3'
  if (/^WEBVTT(?:\s|$)/u.test(head)) return 'vtt'
  if (/<(?:transcript|timedtext)[\s>]/u.test(head)) return 'xml'
  return /^[^\n]{0,200}\n?\s*\S{4,20}\s*-->/u.test(head) ? 'srt' : null
}

const readers: Readonly<Record<CaptionFormat, (text: string) => RawCue[]>> = {
  json3: readJson3,
  xml: readTimedXml,
  vtt: readCueBlocks,
  srt: readCueBlocks,
}

type Shown = Displayed & { parts: RawCue['parts'] }

/** Styled captions draw a text several times over itself, for outlines and shadows. */
function withoutOverlays(cues: readonly Shown[]): Shown[] {
  const kept: Shown[] = []
  for (const cue of cues) {
    const line = cue.lines.join('\n')
    const same = kept.slice(-8).some((other) => other.startMs === cue.startMs && other.lines.join('\n') === line)
    if (!same) kept.push(cue)
  }
  return kept
}

function toCue({ startMs, endMs, lines, parts }: Shown): Cue {
  const text = lines.join(' ')
  const plain = parts?.map((part) => ({ text: plainWords(part.text), startMs: part.startMs }))
  // Words can be pointed at only as long as they are those of the text.
  const timed = plain !== undefined && foldText(plain.map((part) => part.text).join('')) === text
  return { startMs, endMs: Math.max(startMs, endMs), text, ...(timed ? { parts: plain } : {}) }
}

/**
 * Reads captions into cues in the order of time: plain text on one line each, without styling, entities, overlays or
 * the repeats of rolling captions. Descriptions of sounds ("[Music]") and speaker marks (">>") stay.
 *
 * @param format told from the content when left out
 * @throws AppError source_damaged when these are no captions
 */
export function parseCaptions(source: Uint8Array | string, format?: CaptionFormat): Cue[] {
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
  const known = format ?? captionFormatOf(text)
  if (known === null)
    throw new AppError(
      'source_damaged',
      `The captions of this video are in a format that can’t be read. Instead, ${UPLOAD_TRANSCRIPT}`,
    )
  try {
    const shown = readers[known](text)
      .map(({ startMs, endMs, text: raw, parts }): Shown => ({ startMs, endMs, lines: visibleLines(raw), parts }))
      .filter((cue) => cue.lines.length > 0)
      .sort((one, other) => one.startMs - other.startMs)
    return unroll(withoutOverlays(shown)).map(toCue)
  } catch (error) {
    throw new AppError(
      'source_damaged',
      `The captions of this video are damaged and can’t be read. Instead, ${UPLOAD_TRANSCRIPT}`,
      { cause: error },
    )
  }
}
