const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'click'] as const

/** Browsers say that a pointer has moved where the page has moved under one that rests. */
const isAtRest = (event: Event): boolean =>
  event instanceof PointerEvent && event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0

function waitForTouch(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const touched = (event: Event): void => {
    if (isAtRest(event)) return
    for (const sign of signs) removeEventListener(sign, touched, true)
    resolve()
  }
  for (const sign of signs) addEventListener(sign, touched, { capture: true, passive: true })
  return promise
}

let touch: Promise<void> | undefined

/** Resolves at the first pointer, wheel, touch or key event on the page. */
export function firstTouch(): Promise<void> {
  touch ??= waitForTouch()
  return touch
}
