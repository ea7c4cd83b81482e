import { MAX_CUES, type RawCue } from './cue.ts'

/** A line that times a cue in WebVTT or SubRip; hours may be missing, and the comma of SRT may be a point. */
const timing =
  /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?\s*-->\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?(?:\s|$)/u

function clockMs(groups: readonly (string | undefined)[]): number {
  const [hours = '0', minutes = '0', seconds = '0', fraction = ''] = groups
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
}

/** The number that SubRip writes above a cue, alone on its line. */
const isCounter = (line: string | undefined): boolean => line !== undefined && /^\d{1,7}$/u.test(line.trim())

/**
 * Reads WebVTT (https://www.w3.org/TR/webvtt1/) and SubRip: a cue is what stands between a line of times and the next
 * empty line. Headers, notes, styles, regions, counters and identifiers stand outside cues.
 */
export function readCueBlocks(text: string): RawCue[] {
  const lines = text.replace(/^\ufeff/u, '').split(/\r\n?|\n/u)
  const cues: RawCue[] = []
  for (let at = 0; at < lines.length && cues.length < MAX_CUES; at += 1) {
    const match = timing.exec((lines[at] ?? '').slice(0, 200))
    if (match === null) continue
    const body: string[] = []
    let next = at + 1
    while (next < lines.length && lines[next] !== '' && !(lines[next] ?? '').includes('-->')) {
      body.push(lines[next] ?? '')
      next += 1
    }
    // A cue without text is followed by the number of the next one where no empty line parts them.
    if ((lines[next] ?? '').includes('-->') && isCounter(body.at(-1))) body.pop()
    cues.push({ startMs: clockMs(match.slice(1, 5)), endMs: clockMs(match.slice(5, 9)), text: body.join('\n') })
    at = next - 1
  }
  return cues
}
