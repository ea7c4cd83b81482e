import { ChevronDown } from 'lucide-react'
import type { MouseEvent } from 'react'
import { content } from '../../../shared/content.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { toast } from '../../components/toast/toast-store.ts'

/** What the bookmark does on the page one is reading: opens the dashboard with that page's address. */
const bookmarklet = (origin: string): string =>
  `javascript:void open('${origin}${pagePaths.dashboard}?url='+encodeURIComponent(location.href))`

function explain(event: MouseEvent) {
  event.preventDefault()
  toast({
    title: 'Drag It to Your Bookmarks',
    description: 'It works from there, on the page that you want summarized.',
  })
}

/** The ways to the Summarize card that nobody finds by looking at it. */
export function WaysIn() {
  return (
    <details className="group/ways mt-8 border-y border-line text-sm">
      <summary className="flex min-h-11 cursor-default list-none items-center justify-between gap-4 py-2 text-ink-soft transition-colors duration-150 hover:text-ink [&::-webkit-details-marker]:hidden">
        More ways to add things
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform duration-150 group-open/ways:rotate-180"
        />
      </summary>
      <ul className="space-y-3 pt-1 pb-4.5 text-ink-soft">
        <li>Paste anywhere on this page: an address, a text or a copied file finds its tab.</li>
        <li className="pointer-coarse:hidden">Drop a file anywhere on this page.</li>
        <li className="pointer-coarse:hidden">
          From any other page: drag this to your bookmarks, and click it there.
          <a
            href={pagePaths.dashboard}
            // React refuses such an address in its own attribute.
            ref={(link) => link?.setAttribute('href', bookmarklet(location.origin))}
            onClick={explain}
            className="relative mt-2 block w-fit touch-target rounded-chip border border-line bg-raised px-2.5 py-1 text-ink no-underline transition-colors duration-150 hover:border-line-strong"
          >
            Summarize with {content.productName}
          </a>
        </li>
        <li>On a phone: add {content.productName} to your home screen, and share to it from any app.</li>
      </ul>
    </details>
  )
}
