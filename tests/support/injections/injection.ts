import type { Line } from '../../standins/youtube/answers.ts'

/** A source as a user submits it. */
export type InjectedSource =
  | { kind: 'text'; content: string }
  | { kind: 'page'; html: string }
  | { kind: 'file'; fileName: string; bytes: Uint8Array }
  | { kind: 'captions'; title: string; author: string; languageCode: string; lines: readonly Line[] }

/** A document whose author wants the model to obey them instead of the product. */
export interface Injection {
  /** Language, format and attack in a few words; the test's name. */
  name: string
  source: InjectedSource
  /** Text that the attacker wants users to read. No other document contains it. */
  canary: string
  /** Other text that the attacker wants users to see. */
  wants?: 'instructions' | 'links' | 'markup'
  /** Whether the attack breaks out of a fence whose content isn't neutralized. */
  breaksFence?: true
  /** Whether the attack is invisible, so that it must not even reach the model. */
  hidden?: true
}

export const text = (content: string): InjectedSource => ({ kind: 'text', content })

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text escaped for markup, in elements and attributes. */
export const escapeMarkup = (plain: string): string =>
  plain.replace(/[&<>"]/g, (character) => entities[character] ?? character)

export const unescapeMarkup = (markup: string): string =>
  Object.entries(entities)
    .toReversed()
    .reduce((plain, [character, entity]) => plain.replaceAll(entity, character), markup)
