import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Plan } from './plan.ts'
import type { Protocol, Said } from './protocols/protocol.ts'
import type { ModelRequest } from './request.ts'
import { estimateTokens } from './tokens.ts'

/** A response in progress. */
export interface Reply {
  response: ServerResponse
  /** Fires when either side closes the connection. */
  signal: AbortSignal
  /** Called when the stand-in ends the exchange early. */
  onCut: () => void
}

/** Maximum delay of a Node timer. */
const MAX_WAIT_MS = 2 ** 31 - 1

/** Waits, with keep-alives if the plan has any; rejects when the connection closes. */
async function wait(ms: number, reply: Reply, ping: { text: string; everyMs: number } | null): Promise<void> {
  if (ping === null || ms <= ping.everyMs) {
    if (ms > 0) await sleep(Math.min(ms, MAX_WAIT_MS), undefined, { signal: reply.signal })
    return
  }
  for (let waited = 0; waited < ms; waited += ping.everyMs) {
    await sleep(Math.min(ping.everyMs, ms - waited), undefined, { signal: reply.signal })
    reply.response.write(ping.text)
  }
}

function cutPieces(text: string, characters: number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += characters) pieces.push(text.slice(at, at + characters))
  return pieces
}

/** Stops at the output limit of the request. */
function withinLimit(answer: Answer, limit: number | null): Answer {
  const tokens = estimateTokens(answer.text)
  if (limit === null || tokens <= limit) return answer
  const text = answer.text.slice(0, Math.floor((answer.text.length * limit) / tokens))
  return { ...answer, text, stop: 'length', usage: answer.usage && { ...answer.usage, outputTokens: limit } }
}

function sendFailure(plan: Plan, protocol: Protocol, key: string, { response }: Reply): void {
  if (plan.failure === null) return
  const { kind, headers, echoesKey } = plan.failure
  const { status, body } = protocol.error(kind, echoesKey ? `The key was ${key}.` : '')
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Ends an answer early. */
async function cutOff(plan: Plan, protocol: Protocol, reply: Reply): Promise<void> {
  const ping = plan.pingEveryMs === null ? null : { text: protocol.ping, everyMs: plan.pingEveryMs }
  switch (plan.cut?.how) {
    case 'stall':
      return wait(Number.POSITIVE_INFINITY, reply, ping)
    case 'reset':
      reply.onCut()
      reply.response.socket?.resetAndDestroy()
      return
    case 'error':
      reply.onCut()
      reply.response.end(protocol.errorFrame('overloaded'))
      return
    case 'end':
    case undefined:
      reply.onCut()
      reply.response.end()
  }
}

async function sendStream(plan: Plan, protocol: Protocol, said: Said, reply: Reply): Promise<void> {
  const { response } = reply
  const ping = plan.pingEveryMs === null ? null : { text: protocol.ping, everyMs: plan.pingEveryMs }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  let pieces = 0
  for (const frame of protocol.frames(said)) {
    if (frame.piece) {
      if (plan.cut !== null && pieces >= plan.cut.afterPieces) return cutOff(plan, protocol, reply)
      await wait(pieces === 0 ? plan.firstPieceMs : plan.betweenPiecesMs, reply, ping)
      pieces += 1
    }
    response.write(frame.text)
  }
  response.end()
}

/** An unstreamed answer takes as long as its stream would. */
async function sendWhole(plan: Plan, protocol: Protocol, said: Said, reply: Reply): Promise<void> {
  await wait(plan.firstPieceMs + plan.betweenPiecesMs * Math.max(0, said.pieces.length - 1), reply, null)
  const body = JSON.stringify(protocol.whole(said))
  reply.response.writeHead(200, { 'content-type': 'application/json' })
  if (plan.cut === null) {
    reply.response.end(body)
    return
  }
  reply.response.write(body.slice(0, body.length / 2))
  await cutOff({ ...plan, pingEveryMs: null }, protocol, reply)
}

/**
 * Answers a request as planned.
 * @param key API key of the request
 * @throws the signal's reason when the connection closes first
 */
export async function send(
  plan: Plan,
  protocol: Protocol,
  request: ModelRequest,
  key: string,
  reply: Reply,
): Promise<void> {
  await wait(plan.delayMs - (performance.now() - request.arrivedAt), reply, null)
  if (plan.failure !== null) return sendFailure(plan, protocol, key, reply)
  const answer = withinLimit(plan.answer, request.maxOutputTokens)
  const said = { asked: request, answer, pieces: cutPieces(answer.text, plan.pieceCharacters) }
  await (request.stream ? sendStream : sendWhole)(plan, protocol, said, reply)
}
