/** Lets a bounded number of tasks run at once; the others wait in line. */
export interface Turnstile {
  /**
   * @param signal a task that still waits when it aborts is never begun
   * @param who whose task it is: with a place free, it is the turn of whoever has the fewest tasks running
   */
  pass<T>(signal: AbortSignal, who: string, task: () => Promise<T>): Promise<T>
}

interface Waiting {
  who: string
  enter: () => void
}

/** @param places how many tasks may run at once */
export function createTurnstile(places: number): Turnstile {
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  let free = places

  const runningOf = (who: string): number => running.get(who) ?? 0
  const begin = (who: string): void => void running.set(who, runningOf(who) + 1)
  function end(who: string): void {
    if (runningOf(who) === 1) running.delete(who)
    else running.set(who, runningOf(who) - 1)
  }

  async function wait(signal: AbortSignal, who: string): Promise<void> {
    if (free > 0) {
      free -= 1
      begin(who)
      return
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(own), 1)
        reject(signal.reason)
      }
      const enter = (): void => {
        // At once: who comes next is chosen by it.
        begin(who)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const own = { who, enter }
      waiting.push(own)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  function letNextIn(): void {
    const fewest = Math.min(...waiting.map(({ who }) => runningOf(who)))
    const index = waiting.findIndex(({ who }) => runningOf(who) === fewest)
    const [next] = index === -1 ? [] : waiting.splice(index, 1)
    if (next === undefined) free += 1
    else next.enter()
  }

  return {
    pass: async (signal, who, task) => {
      signal.throwIfAborted()
      await wait(signal, who)
      try {
        return await task()
      } finally {
        end(who)
        letNextIn()
      }
    },
  }
}
