import { z } from 'zod'
import { foldText } from '../../formats/clean-text.ts'

export interface Chapter {
  title: string
  startSeconds: number
}

/** Text in YouTube's form: whole, or in runs. */
export const textSchema = z
  .object({
    simpleText: z.string().optional().catch(undefined),
    runs: z
      .array(z.object({ text: z.string() }))
      .optional()
      .catch(undefined),
  })
  .transform(({ simpleText, runs }) => simpleText ?? runs?.map(({ text }) => text).join('') ?? '')
const title = textSchema.transform(foldText)

const barChapter = z
  .object({ chapterRenderer: z.object({ title, timeRangeStartMillis: z.number().min(0) }) })
  .transform(({ chapterRenderer }) => ({
    title: chapterRenderer.title,
    startSeconds: chapterRenderer.timeRangeStartMillis / 1000,
  }))

/** A chapter of the list beside the video. */
const listChapter = z
  .object({
    macroMarkersListItemRenderer: z.object({
      title,
      onTap: z.object({ watchEndpoint: z.object({ startTimeSeconds: z.number().min(0).default(0) }) }),
    }),
  })
  .transform(({ macroMarkersListItemRenderer: item }) => ({
    title: item.title,
    startSeconds: item.onTap.watchEndpoint.startTimeSeconds,
  }))

const MAX_NODES = 400_000
const MAX_CHAPTERS = 500

function sortChapters(chapters: readonly Chapter[]): Chapter[] {
  const byStart = new Map<number, Chapter>()
  for (const chapter of chapters) {
    const start = Math.floor(chapter.startSeconds)
    if (chapter.title !== '' && !byStart.has(start)) byStart.set(start, chapter)
  }
  return [...byStart.values()].sort((one, other) => one.startSeconds - other.startSeconds).slice(0, MAX_CHAPTERS)
}

/** The objects of a tree in document order, up to a maximum. */
function* nodesOf(root: unknown): Generator<object> {
  const waiting: unknown[] = [root]
  for (let visited = 0; waiting.length > 0 && visited < MAX_NODES; visited += 1) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    yield node
    const children: unknown[] = Object.values(node)
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at])
  }
}

/**
 * The chapters in a watch page: those of the progress bar, or else those of the list. Both contain the author's chapters,
 * or those that YouTube generated.
 */
export function chaptersOfPage(initialData: unknown): Chapter[] {
  const nodes = [...nodesOf(initialData)]
  const parse = (key: string, schema: z.ZodType<Chapter>): Chapter[] =>
    nodes.filter((node) => key in node).flatMap((node) => schema.safeParse(node).data ?? [])
  const bar = parse('chapterRenderer', barChapter)
  return sortChapters(bar.length > 1 ? bar : parse('macroMarkersListItemRenderer', listChapter))
}

/** A line of a description that begins, or ends, with a time; brackets, bullets and dashes around it are not part of the title. */
const leading = /^[\s\p{P}\p{S}]{0,8}(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?![\d:])[\s\p{P}]{0,6}(.{1,200})$/u
const trailing = /^(.{1,200}?)[\s\p{P}]{1,6}(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\)?\]?\s{0,5}$/u

function chapterOfLine(line: string): Chapter | null {
  const first = leading.exec(line)
  const last = first === null ? trailing.exec(line) : null
  const [hours, minutes, seconds, text] = first?.slice(1) ?? [last?.[2], last?.[3], last?.[4], last?.[1]]
  if (minutes === undefined || seconds === undefined || text === undefined) return null
  // The second time of a range ("0:00 - 1:30 Intro") is not part of the title.
  const name = foldText(text).replace(/^(?:\d{1,2}:)?\d{1,3}:\d{2}[\s\p{P}]{0,6}/u, '')
  if (!/[\p{L}\p{N}]/u.test(name)) return null
  return { title: name, startSeconds: Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) }
}

const MIN_CHAPTERS = 3
const MIN_CHAPTER_SECONDS = 10
const MAX_LINES = 2000

/**
 * The chapters that an author lists in the description, by YouTube's rules
 * (https://support.google.com/youtube/answer/9884579): three or more times in rising order, the first 0:00, each chapter at
 * least ten seconds long.
 *
 * @param durationSeconds length of the video; 0 if unknown
 */
export function chaptersOfDescription(description: string, durationSeconds: number): Chapter[] {
  const found = description
    .split(/\r?\n/u)
    .slice(0, MAX_LINES)
    .flatMap((line) => chapterOfLine(line.slice(0, 300).trim()) ?? [])
  const first = found.findIndex((chapter) => chapter.startSeconds === 0)
  if (first === -1) return []
  const chapters: Chapter[] = []
  for (const chapter of found.slice(first)) {
    const before = chapters.at(-1)
    if (before !== undefined && chapter.startSeconds - before.startSeconds < MIN_CHAPTER_SECONDS) break
    if (durationSeconds > 0 && chapter.startSeconds >= durationSeconds) break
    chapters.push(chapter)
  }
  return chapters.length < MIN_CHAPTERS ? [] : chapters.slice(0, MAX_CHAPTERS)
}
