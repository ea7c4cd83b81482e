import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link } from 'wouter'
import { myDataPath } from '../../../shared/api/account-calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { isUnauthorized } from '../../lib/api/api-error.ts'
import { request } from '../../lib/api/client.ts'
import { isPlainClick } from '../../lib/input.ts'
import { Section } from './section.tsx'

/** How long a browser may take to begin with the file it was given, in milliseconds. */
const HANDED_OVER_MS = 60_000

/** The file name of a `Content-Disposition` header, as the server writes it. */
export function fileNameOf(disposition: string | null): string {
  return /filename="([\w.-]{1,100})"/.exec(disposition ?? '')?.[1] ?? 'precis-data.zip'
}

/**
 * GET /api/account/export, to its end.
 *
 * @throws what `request` throws; AppError `unavailable` where it breaks off
 */
async function getMyData(): Promise<File> {
  const response = await request(myDataPath)
  try {
    return new File([await response.blob()], fileNameOf(response.headers.get('content-disposition')))
  } catch (error) {
    throw new AppError('unavailable', 'The download broke off. Please try again.', { cause: error })
  }
}

/** Hands a file to the browser, which keeps it as it keeps other downloads. */
function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), HANDED_OVER_MS)
}

/** Downloads everything that is kept about the person. What goes wrong is said where it was asked for. */
function useMyData() {
  const onSessionLoss = useSessionLoss()
  return useMutation({
    mutationFn: async () => {
      const file = await getMyData()
      save(file)
      return file.name
    },
    onSuccess: (name) => toast({ title: 'Your data is downloaded', description: name }),
    onError: (error: Error) => onSessionLoss(error),
  })
}

/**
 * The way to everything that is kept about the person. It is a link, for every way of following one; a plain click stays
 * on the page, which can then say that the file is on its way, or why it is not.
 */
export function MyDataLink({ label }: { label: string }) {
  const { mutate, isPending, error } = useMyData()
  return (
    <div>
      <Button asChild look="plain">
        <a
          href={myDataPath}
          aria-busy={isPending}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            if (!isPending) mutate()
          }}
        >
          {isPending ? <Spinner className="size-4" /> : <Download />}
          {isPending ? 'Packing your data...' : label}
        </a>
      </Button>
      {error === null || isUnauthorized(error) ? null : (
        <div className="mt-4">
          <FailureLine error={error} fallback="Your data could not be downloaded. Please try again in a moment." />
        </div>
      )}
    </div>
  )
}

/** All that is kept about the person, to take along. */
export function DataSection() {
  return (
    <Section
      id="your-data"
      title="Your data"
      lead={
        <>
          One zip file with everything kept about you: your profile, your sessions and requests, and every summary, as
          JSON for programs and as Markdown to read. The{' '}
          <Link href={pagePaths.privacyPolicy} className="relative touch-target text-ink underline underline-offset-3">
            privacy policy
          </Link>{' '}
          says what is kept, why, and for how long.
        </>
      }
    >
      <MyDataLink label="Download my data" />
    </Section>
  )
}
