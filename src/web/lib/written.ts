import { createContext, use, useSyncExternalStore } from 'react'
import type { Written } from '../../shared/own-screens.ts'

/** How the page was written that the app has taken over; null where the browser writes all of it. */
export const WrittenContext = createContext<Written | null>(null)

const nothingToLeave = () => undefined
const never = () => nothingToLeave

/**
 * A text that goes by the browser: as the page that came ready has it, and then as the browser writes it.
 *
 * @param inBrowser as it is written here
 * @param onPage as it was written there
 */
export function useWritten(inBrowser: () => string, onPage: (written: Written) => string): string {
  const written = use(WrittenContext)
  return useSyncExternalStore(never, inBrowser, () => (written === null ? inBrowser() : onPage(written)))
}
