import { collectPage } from '../src/web/features/summaries/capture/collect-page.ts'
import { failureWords } from '../src/web/features/summaries/capture/failure-words.ts'

type CollectedPage = Awaited<ReturnType<typeof collectPage>>

/** Key of the token in the extension's own storage, which no page can read. */
const TOKEN = 'token'

/** The server that the extension was packed for. */
const server = new URL((chrome.runtime.getManifest().host_permissions[0] ?? '').replace(/\*$/u, '')).origin

function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The popup has no ${id}.`)
}

const connect = element('connect', HTMLFormElement)
const confirmation = element('confirm', HTMLFormElement)
const message = element('message', HTMLParagraphElement)

function show(form: HTMLFormElement, note = ''): void {
  for (const one of [connect, confirmation]) one.hidden = one !== form
  message.textContent = note
}

/** Whether nobody on the way can read what is sent to the server. */
const isServerSafe = (): boolean =>
  server.startsWith('https:') || /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/u.test(server)

/**
 * Reads the page in the open tab; a click on the extension's button permits it for this page. The page itself runs the
 * collecting script and could claim any address, so only one that is the tab's own counts.
 */
async function readTab(): Promise<CollectedPage | null> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  if (tab?.id === undefined || tab.url === undefined || !/^https?:/u.test(tab.url)) return null
  // Pages of the browser itself can't be read.
  const target = { tabId: tab.id }
  const [found] = await chrome.scripting.executeScript({ target, world: 'MAIN', func: collectPage }).catch(() => [])
  return found?.result?.url === tab.url ? found.result : null
}

/** Requests the summary. Returns its id, or why there is none. */
async function summarize(
  page: CollectedPage,
  key: string,
): Promise<{ id: string } | { refusal: string; status: number }> {
  const { url, title, html, transcript } = page
  const body = { url, html, transcript, title: transcript === undefined ? undefined : title.slice(0, 300) }
  const headers = {
    authorization: `Bearer ${localStorage.getItem(TOKEN) ?? ''}`,
    'content-type': 'application/json',
    'idempotency-key': key,
    prefer: 'respond-async',
  }
  const request = fetch(`${server}/api/summaries`, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await request.catch(() => null)
  if (response === null) return { refusal: 'Precis could not be reached. Please try again.', status: 0 }
  const answer: unknown = await response.json().catch(() => null)
  const read = (name: string): string => {
    const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : null
    return typeof value === 'string' ? value : ''
  }
  if (response.ok) return { id: read('id') }
  return { refusal: read('message') || 'Something went wrong. Please try again.', status: response.status }
}

/** The page to confirm, with the idempotency key of its request. */
let sending: { page: CollectedPage; key: string } | null = null

async function start(): Promise<void> {
  if (!isServerSafe()) {
    message.textContent = `This extension was packed for ${server}, without https. Pack it for the https address.`
    return undefined
  }
  element('account', HTMLAnchorElement).href = `${server}/account#tokens`
  if (localStorage.getItem(TOKEN) === null) return show(connect)
  const page = await readTab()
  if (page === null) {
    message.textContent = 'Open the page that you want to summarize first.'
    return undefined
  }
  element('title', HTMLParagraphElement).textContent = page.title
  element('host', HTMLParagraphElement).textContent = new URL(page.url).hostname
  const button = confirmation.querySelector('button')
  if (button !== null) button.disabled = page.failure !== undefined
  show(confirmation, page.failure === undefined ? '' : failureWords[page.failure])
  sending = { page, key: crypto.randomUUID() }
}

/** Sends the confirmed page, and opens its summary in a new tab. */
async function send(): Promise<void> {
  if (sending === null) return
  message.textContent = 'Sending the page…'
  const answer = await summarize(sending.page, sending.key)
  if ('id' in answer) await chrome.tabs.create({ url: `${server}/summaries/${answer.id}` })
  else show(answer.status === 401 ? connect : confirmation, answer.refusal)
}

confirmation.addEventListener('submit', (event) => {
  event.preventDefault()
  void send()
})
connect.addEventListener('submit', (event) => {
  event.preventDefault()
  localStorage.setItem(TOKEN, element('token', HTMLInputElement).value.trim())
  void start()
})
element('disconnect', HTMLButtonElement).addEventListener('click', () => {
  localStorage.removeItem(TOKEN)
  show(connect)
})
void start()
