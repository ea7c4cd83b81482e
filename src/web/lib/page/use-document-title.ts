import { useEffect } from 'react'
import { documentTitle } from '../../../shared/page-metadata.ts'

/** Title of the screen, and of the dialog over it while one has a title. */
const titles: { screen: string | null; overlay: string | null } = { screen: null, overlay: null }

function show(change: Partial<typeof titles>): void {
  Object.assign(titles, change)
  document.title = documentTitle(titles.overlay ?? titles.screen)
}

/** Sets the document's title to the screen's; null is the landing page. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => show({ screen: title }), [title])
}

/** Sets the document's title to a dialog's while it is open. */
export function useOverlayTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return undefined
    show({ overlay: title })
    return () => show({ overlay: null })
  }, [title])
}
