import type { Line } from '../../standins/youtube/answers.ts'

/** A source as a person hands it in. */
export type InjectedSource =
  | { kind: 'text'; content: string }
  | { kind: 'page'; html: string }
  | { kind: 'file'; fileName: string; bytes: Uint8Array }
  | { kind: 'captions'; title: string; author: string; languageCode: string; lines: readonly Line[] }

/** A document by somebody who wants the model to obey them rather than the product. */
export interface Injection {
  /** Language, form and attack in a few words; the test's name. */
  name: string
  source: InjectedSource
  /** What the attacker wants people to read. No other document holds it. */
  canary: string
  /** What else the attacker wants people to see. */
  wants?: 'instructions' | 'links' | 'markup'
  /** Whether the attack breaks out of a fence whose content is not neutralized. */
  breaksFence?: true
  /** Whether people don't see the attack, so that it must not even reach the model. */
  hidden?: true
}

export const text = (content: string): InjectedSource => ({ kind: 'text', content })

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as markup holds it, in elements and in attributes. */
export const escapeMarkup = (plain: string): string =>
  plain.replace(/[&<>"]/g, (character) => entities[character] ?? character)

export const unescapeMarkup = (markup: string): string =>
  Object.entries(entities)
    .toReversed()
    .reduce((plain, [character, entity]) => plain.replaceAll(entity, character), markup)
