import { z } from 'zod'
import { pageAnswer } from '../../../src/summarizer/llm/answers.ts'

/** Prompt of a product that trusts its sources. */
export const unprotectedInstructions =
  'You are a careful assistant who summarizes documents for busy people, with their key takeaways, in plain words.'

const reply = z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]) })

/** Asks a model like a product that trusts its sources; returns the answer's JSON. */
export async function askUnprotected(origin: string, prompt: string): Promise<string> {
  const response = await fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'standin',
      messages: [
        { role: 'system', content: unprotectedInstructions },
        { role: 'user', content: prompt },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'summary', schema: z.toJSONSchema(pageAnswer) },
      },
    }),
  })
  return reply.parse(await response.json()).choices[0].message.content
}

/** A source in a fence as it is, one paragraph per line: fenced, but not neutralized. */
export function fenceOnly(said: string): string {
  const marker = '5f1e0c2a9b7d4836'
  const blocks = said.split(/\n{2,}/).map((block, at) => `[b${at + 1}] ${block}`)
  return [`<source-${marker}>`, ...blocks, `</source-${marker}>`].join('\n')
}
