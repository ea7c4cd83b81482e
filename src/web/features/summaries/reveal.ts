import { isBelowDialog, isShortcut, useWindowEvent } from '../../lib/page/input.ts'

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-summary]:not([hidden])')]

/**
 * The first row whose box fulfills a condition that all rows below it fulfill too. The box is that of the list item: for
 * the box of a row that isn't rendered, since it is off the screen, the browser would lay out that row.
 */
export function firstRow(isWanted: (box: DOMRect) => boolean): HTMLElement | undefined {
  const all = rows()
  let [from, to] = [0, all.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const row = all[middle]
    if (row !== undefined && isWanted((row.closest('li') ?? row).getBoundingClientRect())) to = middle
    else from = middle + 1
  }
  return all[from]
}

const rowOf = (id: string): HTMLElement | undefined => rows().find(({ dataset }) => dataset.summary === id)

function focusRow(row: HTMLElement | undefined): boolean {
  const link = row?.querySelector<HTMLElement>('a')
  if (row === undefined || link === null || link === undefined) return false
  link.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return document.activeElement === link
}

/** Moves focus to a summary's row. Returns false without one. */
export const focusSummary = (id: string): boolean => focusRow(rowOf(id))

/** Moves focus to the next or previous row, or to the first visible one if no row has focus. */
function focusNextRow(step: 1 | -1): void {
  const all = rows()
  const current = all.findIndex((row) => row.contains(document.activeElement))
  if (current !== -1) focusRow(all[current + step])
  else focusRow(firstRow(({ top }) => top >= 0) ?? all.at(-1))
}

/** Moves focus to a summary's row once the list has been rendered again. */
export function revealSummary(id: string): void {
  requestAnimationFrame(() => focusSummary(id))
}

/** Moves focus to the first row of the list once it has been rendered again, or to the screen if there is none. */
export function focusFirstRow(): void {
  requestAnimationFrame(() => {
    if (!focusRow(rows()[0])) document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  })
}

/** Returns a function that moves focus to the row beside the given ones, for after their removal. */
export function neighborOf(ids: readonly string[]): () => boolean {
  // Those that are being deleted are hidden.
  const all = [...document.querySelectorAll<HTMLElement>('[data-summary]')]
  const going = new Set(ids)
  const isGoing = ({ dataset }: HTMLElement): boolean => going.has(dataset.summary ?? '')
  const first = all.findIndex(isGoing)
  const next = all.slice(Math.max(first, 0)).find((row) => !isGoing(row)) ?? all.slice(0, Math.max(first, 0)).at(-1)
  const id = next?.dataset.summary
  return () => id !== undefined && focusSummary(id)
}

/** Moves focus to the next row of the list on the j key, to the previous one on k. */
export function useRowKeys(): void {
  useWindowEvent('keydown', (event) => {
    const { key, target } = event
    if ((key !== 'j' && key !== 'k') || !isShortcut(event) || isBelowDialog()) return
    // In menus, letters jump to items.
    if (target instanceof Element && target.closest('[role=menu]') !== null) return
    event.preventDefault()
    focusNextRow(key === 'j' ? 1 : -1)
  })
}
