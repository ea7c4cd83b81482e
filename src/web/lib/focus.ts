/** Ref of an element that takes focus as it appears, in place of one that is gone. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })
