import type { Block } from '../../src/shared/document.ts'
import { countWords } from '../../src/shared/text/words.ts'
import { estimateTokens } from '../../src/summarizer/models/estimate-tokens.ts'
import { documentOf, paragraph } from '../../src/summarizer/testing/documents.ts'
import { honest, scriptedModels } from '../../tests/support/scripted-models.ts'
import { summarizeWith } from '../../tests/support/summarize-with.ts'
import { ferryReport } from '../../tests/support/texts.ts'

const PLAIN_INSTRUCTION = 'Summarize this text: first the main point, then the key takeaways, then a short summary.'

/** One of the markers around material, which are random and differ by some tokens. */
const MARKER = '3f9a1c07be52d846'

const tokensOf = (text: string): number => estimateTokens(text.replaceAll(/\b[\da-f]{16}\b/g, MARKER)).likely

/** Paragraphs of about a given length, whose numbers differ from round to round. */
function sampleSource(words: number): Block[] {
  const blocks: Block[] = []
  for (let round = 0, total = 0; ; round += 1) {
    for (const text of ferryReport.split('\n\n')) {
      if (total >= words) return blocks
      const own = text.replaceAll(/\d+/g, (digits) => `${Number(digits) + round}`)
      blocks.push(paragraph(blocks.length + 1, own))
      total += countWords(own)
    }
  }
}

/** Tokens of a basic summary, second read included, and of a plain call that answers with the same texts. */
interface TokenCost {
  words: number
  plain: number
  page: number
  ratio: number
}

/** Compares the tokens of a basic summary of a given length, without response schemas, with those of a plain call. */
export async function measureTokenCost(words: number): Promise<TokenCost> {
  let page = 0
  const models = scriptedModels((request) => {
    const answer = honest(request)
    page += tokensOf(request.instructions) + tokensOf(request.prompt) + tokensOf(JSON.stringify(answer))
    return answer
  })
  const document = documentOf(sampleSource(words))
  const { result } = await summarizeWith(models, document)
  const { page: written } = result
  const lines = [written.gist, ...written.takeaways, ...written.summary]
  const answer = lines.map(({ text }) => text).join('\n')
  const source = document.blocks.map(({ text }) => text).join('\n\n')
  const plain = tokensOf(PLAIN_INSTRUCTION) + tokensOf(source) + tokensOf(answer)
  return { words: document.words, plain, page, ratio: page / plain }
}
