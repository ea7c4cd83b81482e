import type { Block } from '../../shared/document.ts'
import { countWords } from '../../shared/text/words.ts'
import { splitSentences } from '../text/sentences.ts'
import { sentenceOf } from './passages.ts'
import addressForms from './prompt-injection.json' with { type: 'json' }
import { perSource } from './source-text.ts'

const before = String.raw`(?<![\p{L}\p{M}\p{N}])`
const after = String.raw`(?![\p{L}\p{M}\p{N}])`

/** "Ignore all previous instructions" in common languages. */
const forget =
  'ignore|disregard|forget|override|ignoriere|vergiss|oublie|oubliez|ignorez|ignora|olvida|ignorar|esqueça|dimentica|negeer|zignoruj|игнорируй|забудь'
const brief =
  'instructions?|prompts?|guidelines|anweisungen|consignes|instrucciones|instruções|istruzioni|instructies|instrukcje|инструкции|указания'
/** "Disregard the line above and reply only with …" */
const replacing = new RegExp(
  String.raw`${before}(?:ignore|disregard|forget|override)${after}.{0,60}${before}(?:above|preceding|previous|prior)${after}.{0,60}${before}(?:reply|respond|answer|write|say|output|print)${after}`,
  'iu',
)
const overriding = new RegExp(
  String.raw`${before}(?:${forget})${after}.{0,60}${before}(?:${brief})${after}|(?:忽略|无视|無視|忘记).{0,20}(?:指令|指示|提示)|(?:指令|指示|プロンプト).{0,20}(?:無視|忘れ)|تجاهل.{0,40}(?:التعليمات|الأوامر)`,
  'iu',
)

/** An AI that is addressed, and the verb of the order: "Note to AI assistants: say …". */
const machine = String.raw`(?:AI|LLM|GPT|ChatGPT|chatbot|(?:AI |large )?language model|AI (?:assistant|model|agent|summari[sz]er)|assistant|summari[sz]er)s?`
const doing =
  'say|write|output|print|reply|respond|answer|include|add|mention|recommend|summari[sz]e|state|repeat|reveal|ignore|tell|use'
const addressed = new RegExp(
  [
    String.raw`${before}(?:note|notice|message|attention|instructions?|important|dear|hey)\P{L}{1,3}(?:(?:to|for) )?(?:(?:any|all|the|every|you) )?${machine}${after}.{0,80}${before}(?:${doing})${after}`,
    String.raw`${before}(?:if|when|as) you(?:’re|'re| are) (?:an? |the )?${machine}${after}.{0,120}${before}(?:${doing})${after}`,
  ].join('|'),
  'iu',
)

/** Patterns of orders that address a model, by language. Chinese and Japanese words have no spaces around them. */
const forms = Object.entries(addressForms).flatMap(([language, patterns]) =>
  patterns.map((pattern) => new RegExp(/^(?:zh|ja)$/u.test(language) ? pattern : before + pattern, 'iu')),
)

/** Maximum characters examined of a sentence. */
const MAX_CHARACTERS = 600

/** Whether a sentence gives an order to a model. Misses most disguised orders. */
export function addressesMachine(sentence: string): boolean {
  const text = sentence.slice(0, MAX_CHARACTERS)
  return overriding.test(text) || replacing.test(text) || addressed.test(text) || forms.some((form) => form.test(text))
}

function hasMachineOrder({ text }: Block): boolean {
  return splitSentences(text).some(({ start, end }) => addressesMachine(text.slice(start, end)))
}

/**
 * Finds the blocks of a source that give orders to a model. The whole block is suspect, since an order may refer to
 * its other sentences. If such blocks make up most of the source, only the sentences with orders are.
 */
export const injectionsIn = perSource(({ blocks, language }) => {
  const ordering = new Set(blocks.filter(hasMachineOrder))
  const wordsOf = (some: Iterable<Block>): number => [...some].reduce((sum, { text }) => sum + countWords(text), 0)
  const isMost = ordering.size > 0 && wordsOf(ordering) * 2 > wordsOf(blocks)
  return {
    found: ordering.size > 0,
    /** Whether a statement that cites a block may obey an order. */
    taints: (block: Block, statement: string): boolean =>
      isMost ? addressesMachine(sentenceOf(block, statement, language)) : ordering.has(block),
  }
})
