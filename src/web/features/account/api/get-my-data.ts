import { useMutation } from '@tanstack/react-query'
import { myDataPath } from '../../../../shared/api/account-calls.ts'
import { AppError } from '../../../../shared/errors.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { request } from '../../../lib/api/client.ts'

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
export async function getMyData(): Promise<File> {
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
export function useMyData() {
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
