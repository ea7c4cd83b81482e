import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

interface Selection {
  ids: ReadonlySet<string>
  /** Where a range begins. */
  anchor: string | null
}

export const nothing: Selection = { ids: new Set(), anchor: null }

/**
 * A selection after a row was clicked. A range goes from the row that was clicked last to this one; all of it is then as
 * this row becomes.
 *
 * @param order ids of all rows, as they stand
 */
export function choose({ ids, anchor }: Selection, order: readonly string[], id: string, isRange: boolean): Selection {
  const from = isRange && anchor !== null ? order.indexOf(anchor) : -1
  const to = order.indexOf(id)
  const meant = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  const next = new Set(ids)
  for (const each of meant) {
    if (ids.has(id)) next.delete(each)
    else next.add(each)
  }
  return { ids: next, anchor: id }
}

/** Which summaries of a list are selected. What leaves the list is not. */
export function useSelection(order: readonly string[]) {
  const [selection, setSelection] = useState(nothing)
  const current = useRef(order)
  useEffect(() => {
    current.current = order
  }, [order])
  const onChoose = useCallback(
    (id: string, isRange: boolean) => setSelection((before) => choose(before, current.current, id, isRange)),
    [],
  )
  const set = useCallback((ids: readonly string[]) => setSelection({ ids: new Set(ids), anchor: null }), [])
  const clear = useCallback(() => setSelection(nothing), [])
  const selected = useMemo(() => order.filter((id) => selection.ids.has(id)), [order, selection.ids])
  return { ids: selection.ids, selected, onChoose, set, clear }
}
