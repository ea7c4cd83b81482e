/** Longer markers aren't shown. */
export const MAX_MARKER_CHARACTERS = 16

const romanDigits: readonly (readonly [number, string])[] = [
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

/** Longer lists with roman numbers are shown in decimals. */
const MAX_ROMAN = 39

function roman(value: number): string {
  const digit = romanDigits.find(([worth]) => worth <= value)
  return digit === undefined ? '' : digit[1] + roman(value - digit[0])
}

/**
 * Writes the number of a list item. Numbers that a format can't write briefly are decimals.
 *
 * @param format 1, a, A, i or I, as HTML and OpenDocument write it
 */
export function formatNumber(value: number, format: string): string {
  const lower = format.toLowerCase()
  let text = String(value)
  if (lower === 'a' && value >= 1 && value <= 26) text = String.fromCodePoint(96 + value)
  else if (lower === 'i' && value >= 1 && value <= MAX_ROMAN) text = roman(value)
  return format === lower ? text : text.toUpperCase()
}

interface List {
  /** Number of the next item; null in lists without numbers. */
  next: number | null
  step: number
  format: string
}

type Attribute = (name: string) => string | null | undefined

const integer = (text: string | null | undefined): number | null =>
  text !== null && text !== undefined && /^\s*-?\d{1,6}\s*$/u.test(text) ? Number(text) : null

/** Numbers the items of HTML's nested lists. The first text of an item takes its number. */
export class ListMarkers {
  private readonly lists: List[] = []
  private marker: string | undefined

  open(name: string, attribute: Attribute): void {
    if (name === 'ul') this.lists.push({ next: null, step: 1, format: '1' })
    else if (name === 'ol') {
      const reversed = (attribute('reversed') ?? null) !== null
      // The first number of a reversed list without `start` depends on all of its items.
      const next = integer(attribute('start')) ?? (reversed ? null : 1)
      this.lists.push({ next, step: reversed ? -1 : 1, format: attribute('type') ?? '1' })
    } else if (name === 'li') this.item(attribute('value'))
  }

  close(name: string): void {
    if (name === 'ul' || name === 'ol') this.lists.pop()
    else if (name === 'li') this.marker = undefined
  }

  /** Returns the number of the open item, once. */
  take(): string | undefined {
    const { marker } = this
    this.marker = undefined
    return marker
  }

  private item(value: string | null | undefined): void {
    const list = this.lists.at(-1)
    this.marker = undefined
    if (list === undefined || list.next === null) return
    const number = integer(value) ?? list.next
    list.next = number + list.step
    this.marker = `${formatNumber(number, list.format)}.`
  }
}
