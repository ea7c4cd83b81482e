/** Rows that are built together: a multiple of the columns of every grid, so that no line of a grid is split. */
export const BLOCK_ROWS = 12

/** Up to here all blocks are built. */
const ALWAYS_BLOCKS = 5

/** What a block is taken to be high per row until one of its kind was measured, in pixels. */
const GUESSED_ROW_HEIGHT = 118

/**
 * Rows in blocks of twelve. A block whose rows are the same as before is the same block, so that a page that is added to a
 * long list, or a row that changes, costs nothing elsewhere.
 */
export function blocksOf<T>(rows: readonly T[], before: readonly (readonly T[])[] = []): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / BLOCK_ROWS) }, (_, index) => {
    const block = rows.slice(index * BLOCK_ROWS, (index + 1) * BLOCK_ROWS)
    const known = before[index]
    return known?.length === block.length && known.every((row, place) => row === block[place]) ? known : block
  })
}

/** Whether a list is so long that not all of it is built. */
export const isLong = (blocks: readonly unknown[]): boolean => blocks.length > ALWAYS_BLOCKS

/** Heights of blocks that have been on the screen, by their number, in pixels. */
export type Heights = ReadonlyMap<number, number>

/** How high a block will be that is not built: as it was, else as the others are, else as one may guess. */
export function heightOf(index: number, heights: Heights): number {
  const known = heights.get(index)
  if (known !== undefined) return known
  if (heights.size === 0) return GUESSED_ROW_HEIGHT * BLOCK_ROWS
  const sum = [...heights.values()].reduce((total, height) => total + height, 0)
  return sum / heights.size
}
