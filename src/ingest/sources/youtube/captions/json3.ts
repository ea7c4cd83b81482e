import { z } from 'zod'
import { MAX_CUES, type RawCue } from './cue.ts'

const segment = z.object({ utf8: z.string().catch(''), tOffsetMs: z.number().catch(0) })

const event = z.object({
  tStartMs: z.number().min(0).catch(0),
  dDurationMs: z.number().min(0).catch(0),
  segs: z.array(segment).max(10_000).optional().catch(undefined),
})

const file = z.object({ events: z.array(event).max(MAX_CUES).catch([]) })

/**
 * Reads YouTube's json3 captions: events with segments. Events without segments only lay out the window, and those that
 * append a line break to rolling captions hold no words.
 *
 * @throws SyntaxError, ZodError when it isn't one
 */
export function readJson3(text: string): RawCue[] {
  return file.parse(JSON.parse(text)).events.flatMap(({ tStartMs, dDurationMs, segs = [] }) => {
    const whole = segs.map((seg) => seg.utf8).join('')
    if (whole.trim() === '') return []
    const timed = segs.length > 1 && segs.some((seg) => seg.tOffsetMs > 0)
    const parts = segs.map((seg) => ({ text: seg.utf8, startMs: tStartMs + seg.tOffsetMs }))
    return [{ startMs: tStartMs, endMs: tStartMs + dDurationMs, text: whole, ...(timed ? { parts } : {}) }]
  })
}
