import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { openAiChat } from './openai-chat.ts'
import { openAiResponses } from './openai-responses.ts'
import type { Protocol } from './protocol.ts'

const protocols: readonly Protocol[] = [openAiChat, openAiResponses, anthropic, google]

/** Returns the protocol of a path. */
export function protocolOf(path: string): Protocol | undefined {
  return protocols.find((protocol) => protocol.matches(path))
}
