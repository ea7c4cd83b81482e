/** A response; status 0 means none arrived. */
export interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- what the product answers is looked at field by field
  body: any
}

/** Longer than the product may take for any request. */
const ANSWER_WITHIN_MS = 90_000

/** Whether a request was performed, judged by its response: only a rejection proves that it wasn't. */
export type Outcome = 'done' | 'refused' | 'unknown'

export function outcomeOf({ status }: Answer): Outcome {
  if (status >= 200 && status < 300) return 'done'
  return status >= 400 && status < 500 ? 'refused' : 'unknown'
}

/** A browser: its cookies, and requests that send them. */
export class Browser {
  readonly #origin: string
  readonly #cookies: Map<string, string>

  constructor(origin: string, cookies: ReadonlyMap<string, string> = new Map()) {
    this.#origin = origin
    this.#cookies = new Map(cookies)
  }

  /** A browser with a copy of the current cookies. */
  copy(): Browser {
    return new Browser(this.#origin, this.#cookies)
  }

  get headers(): { cookie: string } {
    return { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }

  async ask(method: string, path: string, payload?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    try {
      const response = await fetch(`${this.#origin}${path}`, {
        method,
        headers: {
          ...this.headers,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      const text = await response.text()
      for (const line of response.headers.getSetCookie()) this.#keep(line)
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      return { status: response.status, body: isJson ? JSON.parse(text) : text }
    } catch (error) {
      return { status: 0, body: String(error instanceof Error ? (error.cause ?? error) : error) }
    }
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(name.length + 1)
    if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}
