import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { openAiChat } from './openai-chat.ts'
import { openAiResponses } from './openai-responses.ts'
import type { Protocol } from './protocol.ts'

const protocols: readonly Protocol[] = [openAiChat, openAiResponses, anthropic, google]

/** The protocol that an address belongs to. */
export function protocolOf(path: string): Protocol | undefined {
  return protocols.find((protocol) => protocol.matches(path))
}
