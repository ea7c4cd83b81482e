import { useEffect } from 'react'

/** Maximum time to wait for a screen to become as high as it was. */
const PATIENCE_MS = 1500

/** Scroll position of a screen. */
interface ScrollPlace {
  /** Pixels from the top. */
  y: number
  /** Row in the middle of the window, if there is one: the heights of rows above may not be known yet on return. */
  row: { id: string; top: number } | null
}

/** Scroll positions by address. */
const places = new Map<string, ScrollPlace>()

const rowAt = (id: string): HTMLElement | null => document.querySelector(`[data-summary="${CSS.escape(id)}"]`)

function currentPlace(): ScrollPlace {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  const row = middle?.closest<HTMLElement>('[data-summary]')
  const id = row?.dataset.summary
  return { y: scrollY, row: id === undefined || !row ? null : { id, top: row.getBoundingClientRect().top } }
}

/**
 * Whether the last step in the history was to a new address, rather than back or forth. The router hears of a way back
 * before anybody else here does, and of a new address after: so it is new ones that are noticed.
 */
let isStep = false

/** Remembers where each screen is scrolled to, as `keyOf` names them, from the first screen on. */
export function useScrollPlaces(keyOf: () => string): void {
  useEffect(() => {
    const remember = () => void places.set(keyOf(), currentPlace())
    const onStep = () => {
      isStep = true
    }
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pushState', onStep)
    addEventListener('replaceState', onStep)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pushState', onStep)
      removeEventListener('replaceState', onStep)
    }
  }, [keyOf])
}

/** Position at which an address was left; null for a new one. Call it once for each address. */
export function placeOf(key: string): ScrollPlace | null {
  const place = isStep ? null : (places.get(key) ?? null)
  isStep = false
  return place
}

/** Scrolls a screen to where it was left as soon as it is high enough, unless the user scrolls meanwhile. */
export function scrollToPlace(place: ScrollPlace | null): void {
  window.scrollTo(0, place?.y ?? 0)
  if (place === null || place.y === 0) return
  const since = performance.now()
  const stop = new AbortController()
  const { signal } = stop
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(type, () => stop.abort(), { signal, passive: true })
  }
  const tryAgain = (): void => {
    if (signal.aborted) return
    const row = place.row === null ? null : rowAt(place.row.id)
    const y = place.row === null || row === null ? place.y : scrollY + row.getBoundingClientRect().top - place.row.top
    if (Math.abs(scrollY - y) > 1) window.scrollTo(0, y)
    if (performance.now() - since < PATIENCE_MS) requestAnimationFrame(tryAgain)
    else stop.abort()
  }
  requestAnimationFrame(tryAgain)
}
