import { useEffect } from 'react'
import { content } from '../../shared/content.ts'

/** Names the page in the browser's tab: "Summaries · Precis". Without a title: the product and its tagline. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title =
      title === undefined ? `${content.productName}: ${content.tagline}` : `${title} · ${content.productName}`
  }, [title])
}
