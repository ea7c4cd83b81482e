import { useEffect } from 'react'

/** How long a screen has to become as high as it was, in milliseconds. */
const PATIENCE_MS = 1500

/** Where screens were scrolled to, by their address, in pixels. */
const places = new Map<string, number>()

/**
 * Whether the last step in the history was to a new address, rather than back or forth. The router hears of a way back
 * before anybody else here does, and of a new address after: so it is new ones that are noticed.
 */
let isStep = false

/** Remembers where each screen is scrolled to, as `keyOf` names them, from the first screen on. */
export function useScrollPlaces(keyOf: () => string): void {
  useEffect(() => {
    const remember = () => void places.set(keyOf(), scrollY)
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

/** Where the address that was come to was left, in pixels; 0 where it is a new one. To be asked once for each address. */
export function placeOf(key: string): number {
  const place = isStep ? 0 : (places.get(key) ?? 0)
  isStep = false
  return place
}

/** Takes a screen to a place as soon as it is high enough, unless somebody scrolls there by themselves. */
export function scrollToPlace(place: number): void {
  window.scrollTo(0, place)
  if (place === 0) return
  const since = performance.now()
  const stop = new AbortController()
  const { signal } = stop
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(type, () => stop.abort(), { signal, passive: true })
  }
  const tryAgain = (): void => {
    if (signal.aborted) return
    if (Math.abs(scrollY - place) > 1) window.scrollTo(0, place)
    if (performance.now() - since < PATIENCE_MS) requestAnimationFrame(tryAgain)
    else stop.abort()
  }
  requestAnimationFrame(tryAgain)
}
