/** Lets a bounded number of tasks run at once; the others wait in line. */
export interface Turnstile {
  /** @param signal a task that still waits when it aborts is never begun */
  pass<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T>
}

/** @param places how many tasks may run at once */
export function createTurnstile(places: number): Turnstile {
  const waiting: (() => void)[] = []
  let free = places

  async function wait(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free -= 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(signal.reason)
      }
      const enter = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      waiting.push(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    pass: async (signal, task) => {
      signal.throwIfAborted()
      await wait(signal)
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
