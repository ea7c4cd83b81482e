import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { content } from '../../../../shared/content.ts'
import { pageTitles } from '../../../../shared/page-metadata.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { cleanFocus } from '../../../../shared/summary/focus.ts'
import { formatBytes } from '../../../../shared/text/format.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button, Spinner } from '../../../components/button.tsx'
import { textLinkStyle } from '../../../components/links.tsx'
import { callApi, reasonOf } from '../../../lib/api/client.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { useWindowEvent } from '../../../lib/page/input.ts'
import { useDocumentTitle } from '../../../lib/page/use-document-title.ts'
import { useUnchanged } from '../../../lib/page/use-unchanged.ts'
import { randomId } from '../../../lib/random-id.ts'
import { FocusField, isFocusTooLong } from '../creation/focus-field.tsx'
import { bookmarklet } from './collect-page.ts'
import { failureWords } from './failure-words.ts'
import { type HandedOverPage, useReceivedPage } from './received-page.ts'

const GUARD_MS = 1000

/**
 * Whether the user has had a second to see this window. Another site opens it, and could make a double click of the user
 * land on the button here.
 */
function useSeen(): boolean {
  const [focused, setFocused] = useState(0)
  useWindowEvent('focus', () => setFocused((times) => times + 1))
  return useUnchanged(focused, GUARD_MS)
}

/** Confirms that a page is to be summarized; nothing is sent before. */
function ConfirmPage({ page }: { page: HandedOverPage }) {
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const [key] = useState(() => randomId())
  const isSeen = useSeen()
  const [typed, setTyped] = useState('')
  const focus = cleanFocus(typed)
  const { url, title, html, transcript, failure } = page
  const create = useMutation({
    mutationFn: async () =>
      callApi('createSummary', {
        body: {
          url,
          title: transcript === undefined ? undefined : title.slice(0, 300),
          html,
          transcript,
          ...(focus === '' ? {} : { focus }),
        },
        headers: { prefer: 'respond-async', 'idempotency-key': key },
      }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries()
      navigate(pagePaths.summary.replace(':id', id), { replace: true })
    },
  })
  const { hostname } = new URL(url)
  const size = new Blob([html ?? transcript ?? '']).size
  return (
    <>
      <h1 className="text-[2rem] leading-tight">Summarize this page?</h1>
      <div className="mt-6 border-y border-line py-4">
        <p className="font-serif text-[1.3125rem] leading-snug wrap-anywhere">{title || hostname}</p>
        <p className="mt-1 text-sm text-ink-soft">
          {hostname}
          {failure === undefined ? ` · ${transcript === undefined ? 'page' : 'captions'}, ${formatBytes(size)}` : null}
        </p>
      </div>
      {failure === undefined ? <FocusField value={typed} onChange={setTyped} className="mt-5" /> : null}
      <Alert tone="bad" className="mt-5">
        {failure === undefined ? (create.error === null ? null : reasonOf(create.error)) : failureWords[failure]}
      </Alert>
      <div className="mt-6 flex flex-wrap gap-2">
        {failure === undefined ? (
          <Button
            pending={create.isPending}
            needsConnection
            disabled={!isSeen || isFocusTooLong(typed)}
            onClick={() => create.mutate()}
          >
            Summarize
          </Button>
        ) : null}
        <Button look="plain" onClick={() => window.close()}>
          Close
        </Button>
      </div>
      <p className="mt-4 text-sm text-ink-soft">
        {content.productName} gets this page as your browser shows it to you, without what you typed. It counts like any
        other summary.
      </p>
    </>
  )
}

const bookmark = (): string => bookmarklet(new URL(pagePaths.capture, window.location.origin).href)

/** The bookmark itself, to drag, or to copy where that isn't possible. */
function BookmarkLink() {
  const [note, setNote] = useState<string | null>(null)
  const copy = (): void => {
    void copyText(bookmark()).then(
      () => setNote('Copied. Add a bookmark, and paste this as its URL.'),
      () => setNote('Your browser didn’t allow copying. Drag the button instead.'),
    )
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button asChild look="plain">
          {/* React removes `javascript:` addresses, so it is set on the element. */}
          <a ref={(link) => link?.setAttribute('href', bookmark())} href="#bookmark">
            Summarize with {content.productName}
          </a>
        </Button>
        <Button look="text" onClick={copy}>
          Copy it instead
        </Button>
      </div>
      <Alert tone="note" className="mt-3">
        {note}
      </Alert>
    </>
  )
}

const Step = ({ children }: { children: ReactNode }) => <li className="pl-1">{children}</li>

function Instructions() {
  return (
    <>
      <h1 className="text-[2rem] leading-tight">Read it from your browser</h1>
      <p className="mt-3 max-w-[58ch] text-ink-soft">
        For pages behind a login, and videos that only play for you: {content.productName} reads what your own browser
        shows.
      </p>
      <ol className="mt-6 ml-5 max-w-[58ch] list-decimal space-y-4">
        <Step>
          Drag this button to your bookmarks bar. If you don’t see the bar, press Ctrl+Shift+B (⌘⇧B on a Mac).
          <div className="mt-3">
            <BookmarkLink />
          </div>
        </Step>
        <Step>Open the page you want to summarize. On YouTube, turn on the captions.</Step>
        <Step>
          Click the bookmark. {content.productName} opens, shows what it got, and asks before it summarizes it.
        </Step>
      </ol>
      <p className="mt-8 max-w-[58ch] text-sm text-pretty text-ink-soft">
        On a phone, or where bookmarks can’t run: save the page as a file, and{' '}
        <Link href={pagePaths.dashboard} className={textLinkStyle}>
          upload it
        </Link>
        .
      </p>
    </>
  )
}

/** Receives the page of the window that opened this one, or explains how to send one. */
export default function CapturePage() {
  useDocumentTitle(pageTitles.capture)
  const { isExpected, page } = useReceivedPage()
  const [isWaiting, setWaiting] = useState(isExpected)
  return (
    <div className="wrap max-w-[42rem] pt-9 pb-20 md:pt-12">
      {page !== null ? <ConfirmPage page={page} /> : null}
      {page === null && isWaiting ? (
        <>
          <output className="flex items-center gap-3 text-ink-soft">
            <Spinner className="size-5" /> Waiting for the page…
          </output>
          <Button look="text" className="mt-4 -ml-2" onClick={() => setWaiting(false)}>
            How this works
          </Button>
        </>
      ) : null}
      {page === null && !isWaiting ? <Instructions /> : null}
    </div>
  )
}
