import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

interface Selection {
  ids: ReadonlySet<string>
  /** Start of a range: the row that was clicked last. */
  anchor: string | null
}

export const nothing: Selection = { ids: new Set(), anchor: null }

/**
 * The selection after a click on a row. A range extends from the last clicked row to this one, and takes its new state.
 *
 * @param order ids of all rows, in order
 */
export function choose({ ids, anchor }: Selection, order: readonly string[], id: string, isRange: boolean): Selection {
  const from = isRange && anchor !== null ? order.indexOf(anchor) : -1
  const to = order.indexOf(id)
  const range = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  const next = new Set(ids)
  for (const each of range) {
    if (ids.has(id)) next.delete(each)
    else next.add(each)
  }
  return { ids: next, anchor: id }
}

/** The selected summaries of a list, without those that have left the list. */
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
