/** Brings a summary's row onto the screen, where it is in a list that is shown; false where it is not. */
type Reveal = (id: string) => boolean

const lists = new Set<Reveal>()

/** Has a list be asked for rows that it has not built; returns how to stop. */
export function onReveal(reveal: Reveal): () => void {
  lists.add(reveal)
  return () => lists.delete(reveal)
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-summary]')]

const rowOf = (id: string): HTMLElement | undefined => rows().find(({ dataset }) => dataset.summary === id)

/** Takes the keyboard to a row. */
function focusRow(row: HTMLElement | undefined): boolean {
  const link = row?.querySelector<HTMLElement>('a')
  if (row === undefined || link === null || link === undefined) return false
  link.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return document.activeElement === link
}

/** Takes the keyboard to a summary in the list that is shown; false where it is in none. */
export function focusSummary(id: string): boolean {
  if (rowOf(id) === undefined) for (const reveal of lists) reveal(id)
  return focusRow(rowOf(id))
}

/** Moves focus from row to row: to the first one in sight where none has it, and no further than the ends of the list. */
export function focusNextRow(step: 1 | -1): void {
  const all = rows()
  const current = all.findIndex((row) => row.contains(document.activeElement))
  if (current !== -1) focusRow(all[current + step])
  else focusRow(all.find((row) => row.getBoundingClientRect().top >= 0) ?? all.at(-1))
}

/** The same, once the list has been drawn again. */
export function revealSummary(id: string): void {
  requestAnimationFrame(() => focusSummary(id))
}

/**
 * What takes the keyboard to the row that stands after the first of some, or before it where there is none: to be found
 * while they are there, and taken once they are gone.
 */
export function neighborOf(ids: readonly string[]): () => boolean {
  const all = rows()
  const going = new Set(ids)
  const isGoing = ({ dataset }: HTMLElement): boolean => going.has(dataset.summary ?? '')
  const first = all.findIndex(isGoing)
  const next = all.slice(first).find((row) => !isGoing(row)) ?? all.slice(0, Math.max(first, 0)).at(-1)
  const id = next?.dataset.summary
  return () => id !== undefined && focusSummary(id)
}
