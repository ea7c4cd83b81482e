import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Serves a GGUF model in the form of OpenAI's chat completions: `serve.mjs FOLDER MODEL CONTEXT_TOKENS THREADS`. Prints
// its port.
const [folder = '', modelPath = '', contextTokens = '2048', threads = '2'] = process.argv.slice(2)
const entry = join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js')
const { getLlama, LlamaChatSession } = await import(pathToFileURL(entry).href)

const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error' })
const model = await llama.loadModel({ modelPath })
const context = await model.createContext({ contextSize: Number(contextTokens), threads: Number(threads) })
const sequence = context.getSequence()

/** Longest list and string of an answer. */
const MAX_ITEMS = 3
const MAX_CHARACTERS = 160

const textOf = (content) => (typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join(''))

/** A schema with ends for its lists and strings: without them, a small model goes on until its answer is cut off. */
function withEnds(schema) {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(withEnds)
  const ends = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withEnds(value)]))
  if (schema.type === 'array') return { ...ends, maxItems: Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS) }
  if (schema.type === 'string' && !schema.enum) return { ...ends, maxLength: MAX_CHARACTERS }
  return ends
}

/** The grammar of a requested schema. The engine knows no `$schema`. */
async function grammarOf({ response_format: format }) {
  if (format?.type === 'json_object') return llama.getGrammarFor('json')
  if (format?.type !== 'json_schema') return undefined
  const { $schema: _, ...schema } = format.json_schema.schema
  return llama.createGrammarForJsonSchema(withEnds(schema))
}

/** Answers a request, and passes on each piece of the answer. */
async function complete(request, signal, onText) {
  const of = (role) =>
    request.messages
      .filter((message) => message.role === role)
      .map(({ content }) => textOf(content))
      .join('\n')
  await sequence.clearHistory()
  const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: of('system') })
  const before = sequence.tokenMeter.getState()
  try {
    const { responseText, stopReason } = await session.promptWithMeta(of('user'), {
      grammar: await grammarOf(request),
      maxTokens: request.max_tokens ?? request.max_completion_tokens,
      temperature: 0,
      repeatPenalty: { penalty: 1.2 },
      signal,
      onTextChunk: onText,
    })
    const used = sequence.tokenMeter.diff(before)
    return {
      text: responseText,
      finish: stopReason === 'maxTokens' ? 'length' : 'stop',
      usage: { prompt_tokens: used.usedInputTokens, completion_tokens: used.usedOutputTokens, total_tokens: 0 },
    }
  } finally {
    session.dispose({ disposeSequence: false })
  }
}

let queue = Promise.resolve()

async function answer(request, response) {
  const abort = new AbortController()
  response.on('close', () => abort.abort())
  const head = { id: 'chat-1', created: 0, model: 'tinyllama' }
  const sse = (data) => response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  const chunk = (choice, usage) =>
    sse({ ...head, object: 'chat.completion.chunk', choices: choice ? [{ index: 0, ...choice }] : [], usage })
  if (request.stream) response.writeHead(200, { 'content-type': 'text/event-stream' })
  const onText = (content) => request.stream && chunk({ delta: { content }, finish_reason: null })
  const { text, finish, usage } = await complete(request, abort.signal, onText)
  if (request.stream) {
    chunk({ delta: {}, finish_reason: finish })
    chunk(null, usage)
    sse('[DONE]')
    response.end()
    return
  }
  const message = { role: 'assistant', content: text }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage,
    }),
  )
}

const server = createServer(async (incoming, response) => {
  let body = ''
  for await (const part of incoming) body += part
  // One answer at a time: the engine has one sequence.
  queue = queue
    .then(() => answer(JSON.parse(body), response))
    .catch((error) => {
      const tooLong = /context size|too long/iu.test(String(error))
      const details = { message: tooLong ? `maximum context length exceeded: ${error}` : String(error) }
      if (response.headersSent) response.destroy()
      else
        response
          .writeHead(tooLong ? 400 : 500, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: details }))
    })
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
