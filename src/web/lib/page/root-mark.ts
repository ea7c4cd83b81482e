import { useLayoutEffect } from 'react'

/** What the document shows: a dialog, the page of a summary, a source, selected rows, or a list that goes on. */
type Mark = 'dialog' | 'page' | 'source' | 'selection' | 'more'

const shown = new Map<Mark, number>()

function count(mark: Mark, by: 1 | -1): void {
  const now = (shown.get(mark) ?? 0) + by
  shown.set(mark, now)
  document.documentElement.toggleAttribute(`data-has-${mark}`, now > 0)
}

/**
 * Sets an attribute of the document, such as `data-has-dialog`, while a component is there, for the styles of others.
 * With `:has()`, browsers would look through the page with each change of it.
 */
export function useRootMark(mark: Mark): void {
  useLayoutEffect(() => {
    count(mark, 1)
    return () => count(mark, -1)
  }, [mark])
}

/** The same for a part of a component. */
export function RootMark({ of }: { of: Mark }): null {
  useRootMark(of)
  return null
}
