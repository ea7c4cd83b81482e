import type { Line } from '../layout/lines.ts'
import { BOLD, MONO } from '../pdfium/fonts.ts'

/** What most lines of a document are like. */
export interface BodyFacts {
  /** Size of most of the text, in points. */
  size: number
  /** Distance of lines, in sizes. */
  leading: number
}

/** The value that most of a weight falls on. */
function heaviest(weights: ReadonlyMap<number, number>, fallback: number): number {
  let best = fallback
  let most = 0
  for (const [value, weight] of weights) {
    if (weight > most) {
      best = value
      most = weight
    }
  }
  return best
}

const add = (weights: Map<number, number>, key: number, weight: number): void => {
  weights.set(key, (weights.get(key) ?? 0) + weight)
}

/** Tells what is usual in a document, so that what differs stands out. */
export function bodyFacts(lines: readonly Line[]): BodyFacts {
  const sizes = new Map<number, number>()
  const leadings = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    add(sizes, Math.round(line.size * 2) / 2, line.text.length)
    const previous = lines[index - 1]
    if (previous === undefined || !isSameColumn(previous, line)) continue
    const distance = (previous.y - line.y) / line.size
    if (distance > 0.7 && distance < 2.6) add(leadings, Math.round(distance * 20) / 20, line.text.length)
  }
  return { size: heaviest(sizes, 10), leading: heaviest(leadings, 1.2) }
}

export const isSameColumn = (a: Line, b: Line): boolean => a.page === b.page && a.region === b.region

export const isBold = (line: Line): boolean => (line.style & BOLD) !== 0

export const isMono = (line: Line): boolean => (line.style & MONO) !== 0

const terminal = /[.!?…:;。！？；：۔؟।][)\]"'”’»」』）]*(?:\s?\[?\d{0,3}\]?)$/u

/** Whether a text ends as a sentence does. */
export const endsSentence = (text: string): boolean => terminal.test(text.slice(-12))

const bullet = /^[•‣◦▪▫●○■□◆◇►▶▸✓✔➢➤·∙⁃]\s*/u
const dash = /^[-–—*]\s+/u
const numbered = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\[\d{1,3}\])\s+(?=\S)/iu

/** The bullet of a list item at the start of a text, or null. */
export function bulletOf(text: string): string | null {
  return bullet.exec(text)?.[0] ?? null
}

/** The bullet, dash or star of a list item at the start of a text, or null. */
export function markOf(text: string): string | null {
  return (bullet.exec(text) ?? dash.exec(text))?.[0] ?? null
}

/** The number of a list item at the start of a text, or null. */
export function numberOf(text: string): string | null {
  return numbered.exec(text)?.[0] ?? null
}

const leaders = /(?:\.\s?){4,}\s*[\divxlc]{1,5}$|\s[·…_]{3,}\s*\d{1,4}$/iu

/** Whether a line is one of a table of contents: dots that lead to a number. */
export const isTocLine = (text: string): boolean => leaders.test(text.slice(-120))

/** The free space at the end of a line. */
export const freeSpace = (line: Line): number => (line.rtl ? line.x0 - line.left : line.right - line.x1)

/** How far a line is set in from where lines of its column begin. */
export const indentOf = (line: Line): number => (line.rtl ? line.right - line.x1 : line.x0 - line.left)
