import type { ServerResponse } from 'node:http'
import { type Answer, brokenAnswer, type Call, limitAnswer } from './api/answer.ts'

/**
 * How the API behaves: as it should, or as a provider does on a bad day: it fails, has too much to do, says nothing or
 * hangs up. `losing answers` does what is asked before it hangs up; all others do nothing of it. `failing` fails while it
 * is at it, so that this stays the answer under the request's key.
 */
export type Mood = 'well' | 'broken' | 'failing' | 'busy' | 'silent' | 'hanging up' | 'losing answers'

interface Behavior {
  mood: Mood
  /** Which requests it is about, such as `POST /v1/customers`; all when left out. */
  at: RegExp | undefined
}

interface Interruption {
  work: () => Promise<void>
  when: 'before' | 'after'
}

export const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(status, headers).end(body)
}

/** What tests do to a provider. */
export class Director {
  #behavior: Behavior = { mood: 'well', at: undefined }
  #interruptions: Interruption[] = []

  behave(mood: Mood, at?: RegExp): void {
    this.#behavior = { mood, at }
  }

  meanwhile(work: () => Promise<void>, when: 'before' | 'after'): void {
    this.#interruptions.push({ work, when })
  }

  moodAt({ method, path }: Call): Mood {
    const { mood, at } = this.#behavior
    return at === undefined || at.test(`${method} ${path}`) ? mood : 'well'
  }

  /** Does what is to happen before the next answer, or between what is done for it and its way back. */
  async interrupt(when: 'before' | 'after'): Promise<void> {
    const index = this.#interruptions.findIndex((interruption) => interruption.when === when)
    const [found] = index === -1 ? [] : this.#interruptions.splice(index, 1)
    await found?.work()
  }
}

/** Answers as a mood has it that does nothing of what is asked; false where the mood lets it be done. */
export function refuseBy(mood: Mood, call: Call, response: ServerResponse): boolean {
  switch (mood) {
    case 'well':
    case 'failing':
    case 'losing answers':
      return false
    case 'broken':
      send(response, brokenAnswer(call))
      return true
    case 'busy':
      send(response, limitAnswer(call))
      return true
    case 'silent':
      return true
    case 'hanging up':
      response.destroy()
      return true
  }
}
