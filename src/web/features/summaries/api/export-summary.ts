import { ApiError } from '../../../lib/api/api-error.ts'
import { request } from '../../../lib/api/client.ts'

/** By then a file has begun to arrive. */
const ARRIVED_MS = 5000

/**
 * Opens an address that answers with a file. Most browsers close a tab that turns out to be a download; in the others it
 * would stay behind, empty. One that opens no tab at all, long after the click, keeps the file all the same.
 */
function openFile(path: string): void {
  const tab = window.open(path, '_blank')
  if (tab === null) return window.location.assign(path)
  setTimeout(() => {
    if (!tab.closed && tab.location.href === 'about:blank') tab.close()
  }, ARRIVED_MS)
}

/**
 * Opens an address of exports in a new tab, where a browser keeps the file under the name that the server gives it.
 * Whether it would go is asked first, since what the new tab is refused the page would not hear; that, and what is
 * refused, counts nothing.
 *
 * @throws what `request` throws
 */
export async function exportFile(path: string): Promise<void> {
  try {
    const look = await request(path, { method: 'HEAD' })
    // Unread, even an empty answer counts as aborted in the network log.
    await look.text()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An answer to HEAD has no words. Should it go after all by now, it does.
    await request(path)
  }
  openFile(path)
}
