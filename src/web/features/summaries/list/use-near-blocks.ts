import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import type { Heights } from './blocks.ts'

/** How far from the window blocks are built, so that they are there before they are seen. */
const AHEAD = '1500px 0px'

/** Heights of the list that was shown last, for when somebody comes back to it. */
let kept: { name: string; heights: Map<number, number> } = { name: '', heights: new Map() }

/** The heights known of a list: those of another list, layout or width say nothing. */
function heightsFor(name: string): Map<number, number> {
  if (kept.name !== name) kept = { name, heights: new Map() }
  return kept.heights
}

/** Numbers with some more and some fewer; the very same where that changes nothing. */
function changed(before: ReadonlySet<number>, come: ReadonlySet<number>, gone: ReadonlySet<number>) {
  const after = before.union(come).difference(gone)
  return after.size === before.size && after.isSubsetOf(before) ? before : after
}

interface NearBlocks {
  /** Numbers of the blocks that are on the screen or close to it. */
  near: ReadonlySet<number>
  heights: Heights
  /** Watches the element of a block, as its ref. */
  watch: (element: Element | null) => (() => void) | undefined
  /** Keeps the height that a block was given which has not been built: the list above somebody's place never changes. */
  keep: (index: number, heightPx: number) => void
  /** Counts a block among those that are close. */
  add: (index: number) => void
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
const windowWidth = (): number => innerWidth
/** Of a page that comes ready, which has no window yet. */
const noWidth = (): number => 0

type Indices = ReadonlySet<number>

/** Tells which blocks come close and which are no longer, and keeps the heights of those. */
function observeBlocks(setNear: (change: (before: Indices) => Indices) => void): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      const come = new Set<number>()
      const gone = new Set<number>()
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        if (!(target instanceof HTMLElement)) continue
        const index = Number(target.dataset.block)
        if (isIntersecting) come.add(index)
        if (isIntersecting || target.dataset.built === undefined) continue
        kept.heights.set(index, boundingClientRect.height)
        // The keyboard is not taken away from where it is.
        if (!target.contains(document.activeElement)) gone.add(index)
      }
      setNear((before) => changed(before, come, gone))
    },
    { rootMargin: AHEAD },
  )
}

/**
 * Which blocks of a long list are to be built, as somebody scrolls.
 *
 * @param name what the list is of and how it is laid out
 */
export function useNearBlocks(name: string): NearBlocks {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([0, 1, 2]))
  const width = useSyncExternalStore(onResize, windowWidth, noWidth)
  const heights = heightsFor(`${name} ${width}`)
  const observer = useRef<IntersectionObserver>(null)
  const watch = useCallback((element: Element | null) => {
    if (element === null) return undefined
    observer.current ??= observeBlocks(setNear)
    const { current } = observer
    current.observe(element)
    return () => current.unobserve(element)
  }, [])
  const add = useCallback((index: number) => setNear((before) => new Set(before).add(index)), [])
  const keep = useCallback((index: number, heightPx: number) => {
    if (!kept.heights.has(index)) kept.heights.set(index, heightPx)
  }, [])
  return { near, heights, watch, keep, add }
}
