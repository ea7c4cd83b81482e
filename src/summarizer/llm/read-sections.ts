import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ModelFailure } from '../models/model.ts'
import { type Notes, notesSchema, schemaNames, sectionAnswer } from './answers.ts'
import { type Budget, type NotesSize, notesFor } from './budget.ts'
import { failureOf, toAppError } from './errors.ts'
import { INSTRUCTIONS_VERSION, notesInstructions } from './instructions.ts'
import { saysNothing, verifyNotes } from './notes.ts'
import { sourceLines, sourcePrompt } from './prompts.ts'
import type { Run } from './run.ts'
import { halveSection, nameSection, type Section } from './split-source.ts'

/** A section, and the notes on it or the failure. */
export interface Reading {
  section: Section
  notes: Notes | null
  failure: ModelFailure | null
}

/** Least share of the words that a summary must cover. */
const MIN_READ = 0.5
/** Failed sections, without a success, after which the rest is skipped. */
const HOPELESS = 4
/** Times that a section that is too long is halved. */
const MAX_HALVINGS = 4

const rememberedSchema = z.object({ notes: notesSchema, model: z.string() })

/** State shared by the calls that read the sections. */
interface Pass {
  run: Run
  /** Limits of the notes on each. */
  size: NotesSize
  maxOutputTokens: number
  /** Reason to skip the remaining sections, if no model answers. */
  hopeless: () => ModelFailure | null
}

/** Cache key of a section's notes: a hash of all their inputs. */
function keyOf({ run, size }: Pass, section: Section): string {
  const { focus } = run.facts
  const parts = [
    INSTRUCTIONS_VERSION,
    run.writing.language,
    size,
    sourceLines(section.pieces),
    ...(focus ? [focus] : []),
  ]
  return `section:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}

async function recall(run: Run, key: string): Promise<Notes | null> {
  const remembered = rememberedSchema.safeParse(await run.options.memory?.get(key))
  if (!remembered.success) return null
  run.used.add(remembered.data.model)
  return remembered.data.notes
}

/** Asks for the notes on a section. */
async function askForNotes(pass: Pass, section: Section): Promise<Notes> {
  const { run, size, maxOutputTokens, hopeless } = pass
  const { value, model } = await run.ask({
    instructions: notesInstructions(run.writing, size, run.facts.focus !== undefined),
    prompt: (marker) => sourcePrompt(run.facts, section.pieces, marker),
    schema: sectionAnswer,
    schemaName: schemaNames.section,
    maxOutputTokens,
    unless: hopeless,
  })
  const within = new Set(section.pieces.map((piece) => piece.block.id))
  const title = nameSection(section)
  // An index leaves nothing to note, but counts as read.
  const notes = saysNothing(value)
    ? { title, ...value }
    : verifyNotes(value, title, size, await run.source(), within, run.leaks)
  if (notes === null) throw new ModelFailure('invalid', 'The notes on a section were empty.')
  await run.options.memory?.set(keyOf(pass, section), { notes, model })
  return notes
}

/** Reads a section, in halves if it is too long. Returns one reading for each part. */
async function readSection(pass: Pass, section: Section, halvings = 0): Promise<Reading[]> {
  try {
    const recalled = await recall(pass.run, keyOf(pass, section))
    return [{ section, notes: recalled ?? (await askForNotes(pass, section)), failure: null }]
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind === 'too_long' && halvings < MAX_HALVINGS) {
      const halves = halveSection(section)
      if (halves !== null) {
        const parts = await Promise.all(halves.map((half) => readSection(pass, half, halvings + 1)))
        return parts.flat()
      }
    }
    return [{ section, notes: null, failure }]
  }
}

function wordsOf(readings: readonly Reading[]): number {
  return readings.reduce((sum, { section }) => sum + section.words, 0)
}

/** The failure of the largest part that could not be read. */
function worst(failed: readonly Reading[]): ModelFailure {
  const [largest] = failed.toSorted((one, other) => other.section.words - one.section.words)
  return largest?.failure ?? new ModelFailure('unavailable', 'No section was read.')
}

/**
 * Reads the sections of a document, in parallel. Retries those that fail once.
 *
 * @returns one reading a section, in the order of the source; more where sections were halved
 * @throws AppError `model_unavailable` or `model_refused` when less than half of the words could be read
 */
export async function readSections(run: Run, sections: readonly Section[], budget: Budget): Promise<Reading[]> {
  const size = notesFor(budget, sections.length, run.writing.latin)
  const maxOutputTokens = budget.answers.notes
  let total = sections.length
  let read = 0
  const failures: ModelFailure[] = []
  const waiting = new Set(sections)
  const hopeless = (): ModelFailure | null => (read === 0 && failures.length >= HOPELESS ? (failures[0] ?? null) : null)
  const report = (): void => {
    const [first] = waiting
    const at = first?.pieces[0]?.block.id
    const progress = { stage: 'summarizing', done: read, total, ...(at === undefined ? {} : { at }) } as const
    run.emit({ type: 'progress', progress })
  }
  const readOne = async (section: Section): Promise<Reading[]> => {
    const readings = await readSection({ run, size, maxOutputTokens, hopeless }, section)
    total += readings.length - 1
    waiting.delete(section)
    for (const { failure } of readings) {
      if (failure === null) read += 1
      else failures.push(failure)
    }
    report()
    return readings
  }
  report()
  const first = (await Promise.all(sections.map(readOne))).flat()
  const again = first.map(async (reading) => (reading.failure === null ? [reading] : readOne(reading.section)))
  const readings = (await Promise.all(again)).flat()
  const failed = readings.filter(({ notes }) => notes === null)
  if (wordsOf(failed) > wordsOf(readings) * (1 - MIN_READ)) throw toAppError(worst(failed))
  return readings
}
