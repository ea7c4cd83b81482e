import type { AppError } from '../../../shared/errors.ts'
import { type PlayerResponse, readPlayerResponse } from './player-response.ts'
import { videoError } from './video-errors.ts'

/** End of the object literal that begins at a brace, or -1. Braces in strings don't count. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      at += 1
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    } else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Pages for phones carry JSON inside a string of JavaScript, every sign escaped by its number. */
function unescapeScript(text: string): string {
  return text
    .replace(/\\x([\da-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\([\\'/])/gu, '$1')
}

/** Assignments looked at for a name; pages mention it a few times before and after. */
const MAX_MENTIONS = 20

/** The objects that a page's scripts assign to a name: `var name = {…}`, `window["name"] = {…}`, `name = '\x7b…'`. */
function* assigned(html: string, name: string): Generator {
  let from = 0
  for (let mention = 0; mention < MAX_MENTIONS; mention += 1) {
    const at = html.indexOf(name, from)
    if (at === -1) return
    from = at + name.length
    const value = /^(?:["']\])?\s{0,20}=\s{0,20}(?=\{|'\\x7b)/iu.exec(html.slice(from, from + 60))
    if (value === null) continue
    const start = from + value[0].length
    if (html[start] === '{') {
      const end = endOfObject(html, start)
      if (end !== -1) yield parseJson(html.slice(start, end))
      continue
    }
    const end = html.indexOf("'", start + 1)
    if (end !== -1) yield parseJson(unescapeScript(html.slice(start + 1, end)))
  }
}

/** Player response of a watch page; null if the page has none. */
export function playerOfPage(html: string): PlayerResponse | null {
  for (const value of assigned(html, 'ytInitialPlayerResponse')) {
    const player = readPlayerResponse(value)
    if (player !== null) return player
  }
  return null
}

/** Initial data of a watch page, which includes chapters; null if the page has none. */
export function initialDataOfPage(html: string): unknown {
  for (const value of assigned(html, 'ytInitialData')) if (value !== null) return value
  return null
}

/** Whether an address is that of the pages that ask for consent to cookies. */
export const isConsentAddress = (url: URL | null): boolean =>
  /^consent\.(?:youtube|google)\./u.test(url?.hostname ?? '')

/** Whether a page asks for consent to cookies before anything else. */
function isConsentPage(html: string, address: string): boolean {
  return (
    isConsentAddress(URL.parse(address)) ||
    /<form[^>]{0,200}\baction="https:\/\/consent\.(?:youtube|google)\./u.test(html)
  )
}

/** Why a page that holds no player was shown: YouTube shows one for every video, even removed ones, to whom it trusts. */
export function pageError(html: string, address: string): AppError {
  return videoError(isConsentPage(html, address) ? 'video_needs_consent' : 'video_blocked')
}
