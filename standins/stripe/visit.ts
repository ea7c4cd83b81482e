/**
 * Submits a hosted page's form as a person does, without a browser. Where the page does not lead on, because the card
 * was refused, one stays on it.
 */
export async function submitCard(
  pageUrl: string,
  card: 'pays' | 'declines' | undefined,
): Promise<{ redirectedTo: string }> {
  const body = new URLSearchParams(card === undefined ? {} : { card })
  const response = await fetch(pageUrl, { method: 'POST', body, redirect: 'manual' })
  const location = response.headers.get('location')
  await response.body?.cancel()
  if (response.status >= 500) throw new Error(`The page failed: ${response.status} ${pageUrl}`)
  return { redirectedTo: location === null ? pageUrl : new URL(location, pageUrl).href }
}
