/** Ref that moves focus to its element when it appears. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })
