import { Download } from 'lucide-react'
import { myDataPath } from '../../../shared/api/account-calls.ts'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { isUnauthorized } from '../../lib/api/api-error.ts'
import { isPlainClick } from '../../lib/input.ts'
import { useMyData } from './api/get-my-data.ts'

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
