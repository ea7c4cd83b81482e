import { useLayoutEffect } from 'react'

/** Something on the screen that changes other styles: a dialog, a summary's page, a source, a selection, an unfinished list. */
type Mark = 'dialog' | 'page' | 'source' | 'selection' | 'more'

const shown = new Map<Mark, number>()

function count(mark: Mark, by: 1 | -1): void {
  const now = (shown.get(mark) ?? 0) + by
  shown.set(mark, now)
  document.documentElement.toggleAttribute(`data-has-${mark}`, now > 0)
}

/**
 * Sets an attribute of the document, such as `data-has-dialog`, while a component is mounted, for the styles of others.
 * With `:has()`, browsers would search the page on each change.
 */
export function useRootMark(mark: Mark): void {
  useLayoutEffect(() => {
    count(mark, 1)
    return () => count(mark, -1)
  }, [mark])
}

/** Sets the attribute while it is rendered, for a part of a component. */
export function RootMark({ of }: { of: Mark }): null {
  useRootMark(of)
  return null
}
