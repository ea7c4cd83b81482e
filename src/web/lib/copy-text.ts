/** Copies text to the clipboard. Rejects if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text)
  // Over plain HTTP there is no clipboard API, but the browser copies what is selected.
  const field = document.createElement('textarea')
  field.value = text
  // Inside an open dialog, which keeps focus.
  const place = document.activeElement?.parentElement ?? document.body
  const before = document.activeElement
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  if (!isCopied) throw new Error('The browser refused to copy.')
}
