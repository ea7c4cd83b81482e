import autocannon from 'autocannon'
import type { Round, RoundResult } from './plan.ts'

/** Sends requests by autocannon, and records each response time: its own table has no 95th percentile. */
async function play({ origin, asked, connections, seconds }: Round): Promise<RoundResult> {
  const latencies: number[] = []
  let failed = 0
  const startedAt = performance.now()
  let dealt = 0
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(
      {
        url: origin,
        connections,
        duration: seconds,
        setupClient: (client) => {
          const own = asked.filter((_, n) => n % connections === dealt)
          dealt += 1
          client.setRequests(
            own.map(({ path, cookie }) => ({ method: 'GET', path, headers: cookie === undefined ? {} : { cookie } })),
          )
        },
      },
      (error: Error | null) => (error === null ? resolve() : reject(error)),
    )
    instance.on('response', (_client, status, _bytes, ms) => {
      latencies.push(ms)
      if (status < 200 || status > 299) failed += 1
    })
    instance.on('reqError', () => {
      failed += 1
    })
  })
  return {
    requests: latencies.length,
    seconds: (performance.now() - startedAt) / 1000,
    failed,
    latencies,
  }
}

// A separate program, so that the client takes no time from the server.
process.on('message', (round: Round) => {
  play(round).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      throw error
    },
  )
})
process.once('disconnect', () => process.exit())
process.send?.('ready')
