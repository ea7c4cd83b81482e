import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link } from 'wouter'
import { myDataPath } from '../../../shared/api/routes.ts'
import { AppError } from '../../../shared/errors.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { FailureLine } from '../../components/alert.tsx'
import { Button, Spinner } from '../../components/button.tsx'
import { toast } from '../../components/toast.tsx'
import { request } from '../../lib/api/client.ts'
import { isPlainClick } from '../../lib/page/input.ts'
import { Section } from './section.tsx'

/** Maximum time that a browser takes to start saving the file. */
const SAVE_TIMEOUT_MS = 60_000

/** File name in the server's `Content-Disposition` header. */
export const fileNameOf = (disposition: string | null): string =>
  /filename="([\w.-]{1,100})"/.exec(disposition ?? '')?.[1] ?? 'precis-data.zip'

/** GET /api/account/export. Throws what `request` throws; AppError `unavailable` if the download breaks off. */
async function getMyData(): Promise<File> {
  const response = await request(myDataPath)
  try {
    return new File([await response.blob()], fileNameOf(response.headers.get('content-disposition')))
  } catch (error) {
    throw new AppError('unavailable', 'The download broke off. Please try again.', { cause: error })
  }
}

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVE_TIMEOUT_MS)
}

/** Link that downloads the user's data. A plain click stays on the page, which shows progress and failures. */
export function MyDataLink({ label }: { label: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const file = await getMyData()
      save(file)
      toast({ title: 'Data downloaded', description: file.name })
    },
  })
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
      <FailureLine
        error={error}
        fallback="We couldn’t download your data. Please try again in a moment."
        className="mt-4"
      />
    </div>
  )
}

export function DataSection() {
  return (
    <Section
      id="your-data"
      title="Your data"
      lead={
        <>
          Everything we have about you in one zip: profile, sessions, requests, and every summary as JSON and Markdown.
          The{' '}
          <Link href={pagePaths.privacyPolicy} className="relative touch-target text-ink underline underline-offset-3">
            privacy policy
          </Link>{' '}
          explains what we keep, why, and for how long.
        </>
      }
    >
      <MyDataLink label="Download my data" />
    </Section>
  )
}
