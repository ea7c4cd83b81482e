import { z } from 'zod'
import { takes } from '../../tests/standins/models/behaviors.ts'
import { fieldsOf, schemaOf } from '../../tests/standins/models/fake-models/answer-schema.ts'
import { faithfulModel } from '../../tests/standins/models/fake-models/faithful-model.ts'
import type { ModelRequest } from '../../tests/standins/models/request.ts'
import { always } from '../../tests/standins/models/script.ts'
import { startModelServer } from '../../tests/standins/models/server.ts'
import type { CallKind, SeenCall } from './model-log.ts'

/** Purpose of a call, judged by its prompt and schema. */
function kindOf(request: ModelRequest): CallKind {
  const fields = fieldsOf(schemaOf(request))
  if (fields.has('wrong')) return 'check'
  return fields.has('points') ? 'section' : 'summary'
}

// A separate program, so that the model takes no time from the measured work. Its argument is the response time in
// milliseconds; every message requests the calls since the last one.
const [latency] = process.argv.slice(2)
const server = await startModelServer({ model: faithfulModel, script: always(takes(z.coerce.number().parse(latency))) })
let told = 0
process.on('message', () => {
  const calls = server.requests.slice(told).map(
    (request): SeenCall => ({
      kind: kindOf(request),
      tookMs: (request.endedAt ?? Number.NaN) - request.arrivedAt,
    }),
  )
  told = server.requests.length
  process.send?.({ calls })
})
process.once('disconnect', () => process.exit())
process.send?.({ origin: server.origin })
