import type { Sentence } from './read-sentences.ts'

/** What kind of text a document is, told by the text alone. */
export interface Profile {
  /** How much of a story it is, 0 to 1: prose with much dialogue, which does not put the important things first. */
  narrative: number
}

/** Share of words in quotation marks below which a text is no story, and above which it is one. */
const LEAST_DIALOGUE = 0.1
const FULL_DIALOGUE = 0.25

/** Tells the profile of a document from its sentences. */
export function profileOf(sentences: readonly Sentence[], unpunctuated: boolean): Profile {
  const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0)
  const quoted = sentences.reduce((sum, sentence) => sum + sentence.words * sentence.quotedShare, 0)
  const spoken = unpunctuated || sentences.some((sentence) => sentence.speaker !== null)
  const dialogue = (quoted / Math.max(1, words) - LEAST_DIALOGUE) / (FULL_DIALOGUE - LEAST_DIALOGUE)
  return { narrative: spoken ? 0 : Math.max(0, Math.min(1, dialogue)) }
}

/** Weights of the signals that make the worth of one sentence. */
export interface PriorWeights {
  centrality: number
  lead: number
  title: number
  length: number
  short: number
  number: number
  opening: number
  quoted: number
  torn: number
  personal: number
  hesitant: number
  annotated: number
  question: number
  /** A question that nobody is quoted with. */
  writersQuestion: number
  announcing: number
  leaning: number
  foreign: number
  /** Being what a text of a few sentences opens with. */
  first: number
}

/** Weights of what makes the worth of a selection. */
export interface ObjectiveWeights {
  /** Likeness of all words to the document's distribution, a smooth measure that suits a few sentences. */
  likeness: number
  /** Expected overlap of all words with a person's summary, which suits many sentences. */
  expected: number
  /** Likeness of the content words alone. */
  content: number
  bigrams: number
  redundancy: number
  /** Hearing all parts of the document. */
  parts: number
  /** Being connected with the rest of the document. */
  connection: number
}

/**
 * Weights for the worth of one sentence. What comes first counts, but not in a story. How all constants of this page
 * were chosen and tested: docs/decisions/one-way-to-choose-sentences.md.
 */
export function priorWeights({ narrative }: Profile): PriorWeights {
  return {
    centrality: 0.8,
    lead: 0.5 * (1 - narrative),
    title: 0.4,
    length: 0.2,
    short: 4,
    number: 0.3,
    opening: 0.1,
    quoted: 0.2,
    torn: 0.3,
    personal: 5,
    hesitant: 3,
    annotated: 0.3,
    question: 0.3,
    writersQuestion: 20 * (1 - narrative),
    announcing: 0.3,
    leaning: 0.25,
    foreign: 3,
    first: 5 * (1 - narrative),
  }
}

/** Sentences at which the measures for few of them have given way to 1/e. */
const FEW_SENTENCES = 12

/**
 * Weights for the worth of a selection. Two or three sentences can neither be told to hold a word twice nor speak for
 * all parts, so there a smooth likeness leads; with room for many, the expected overlap takes over, connected
 * sentences carry the text, and every part asks to be heard.
 *
 * @param sentences about how many the selection will hold
 * @param named whether the source names its parts itself
 */
export function objectiveWeights(sentences: number, named: boolean): ObjectiveWeights {
  const few = Math.exp(-sentences / FEW_SENTENCES)
  const many = 1 - few
  return {
    likeness: 11 * few,
    expected: 15 * many,
    content: 1,
    bigrams: 0.18,
    redundancy: 1,
    parts: named ? 7 : 2 * many,
    connection: 0.7 * many,
  }
}

/** How many times more than the rest the first sentences count in the word distribution that a summary follows. */
export function leadEmphasis({ narrative }: Profile): number {
  return 1.2 * (1 - narrative)
}
