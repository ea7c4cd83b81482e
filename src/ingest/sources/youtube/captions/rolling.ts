/** A cue as it is displayed, line by line. */
export interface Displayed {
  startMs: number
  endMs: number
  lines: readonly string[]
}

/** Rolling captions flash a finished line for a moment before the next one rolls in. */
const FLASH_MS = 50
/** Cues further apart than this were not rolled from one into the next. */
const MAX_GAP_MS = 1000
/** Captions roll in windows of two or three lines; more than these are no window's. */
const MAX_WINDOW_LINES = 5

const wordsOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '))

/** How many words at the start of a cue the cue before it already shows, as whole lines up to its end. */
function shownAlready(before: Displayed, cue: Displayed): number {
  if (cue.startMs - before.endMs > MAX_GAP_MS || before.lines.length > MAX_WINDOW_LINES) return 0
  const words = wordsOf(cue.lines)
  for (let from = 0; from < before.lines.length; from += 1) {
    const shown = wordsOf(before.lines.slice(from))
    if (shown.length <= words.length && shown.every((word, at) => word === words[at])) return shown.length
  }
  return 0
}

/** Whether a repeat can only come from rolling: somebody who says a line twice shows it twice, alone and whole. */
function isRolled(before: Displayed, cue: Displayed, shown: number): boolean {
  if (shown === 0) return false
  return (
    shown < wordsOf(cue.lines).length || shown < wordsOf(before.lines).length || cue.endMs - cue.startMs <= FLASH_MS
  )
}

/**
 * Takes the repeats out of rolling captions, in which a line stands below first and above next. Captions count as
 * rolling when half of the cues repeat what the one before shows, so that refrains of songs stay.
 */
export function unroll<T extends Displayed>(cues: readonly T[]): T[] {
  const shown = cues.map((cue, at) => {
    const before = cues[at - 1]
    return before === undefined ? 0 : shownAlready(before, cue)
  })
  const rolled = cues.filter((cue, at) => {
    const before = cues[at - 1]
    return before !== undefined && isRolled(before, cue, shown[at] ?? 0)
  }).length
  if (rolled < 2 || rolled * 2 < cues.length - 1) return [...cues]
  return cues.flatMap((cue, at) => {
    const repeated = shown[at] ?? 0
    if (repeated === 0) return [cue]
    const rest = wordsOf(cue.lines).slice(repeated).join(' ')
    return rest === '' ? [] : [{ ...cue, lines: [rest] }]
  })
}
