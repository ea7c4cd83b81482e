import type { Sentence } from './read-sentences.ts'

/** What kind of text a document is, told by the text alone. */
export interface Profile {
  /** Transcript of people speaking: its sentences have speakers, or nobody punctuated it. */
  spoken: boolean
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
  return { spoken, narrative: spoken ? 0 : Math.max(0, Math.min(1, dialogue)) }
}

/** Weights of the signals that make the worth of one sentence. */
export interface PriorWeights {
  centrality: number
  lead: number
  quoted: number
  personal: number
  length: number
  hesitant: number
  annotated: number
  number: number
  question: number
  title: number
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
}

/**
 * Weights for the worth of one sentence, chosen for a flat optimum over news, meetings and stories. What comes first
 * counts in news and meetings but not in a story.
 */
export function priorWeights({ narrative, spoken }: Profile): PriorWeights {
  return {
    centrality: 1,
    lead: 0.7 * (1 - narrative),
    quoted: 0.2,
    personal: 4,
    length: spoken ? 0.6 : 0.2,
    hesitant: 3,
    annotated: 0.3,
    number: 0.15,
    question: 0.3,
    title: 0.4,
  }
}

/** Sentences at which the measure for few of them has given way to 1/e. */
const FEW_SENTENCES = 20

/**
 * Weights for the worth of a selection. Counts of words can't be foretold for two or three sentences, so the smooth
 * measure leads there and the expected overlap takes over with length. People summarize speech in written language:
 * the function words of a transcript say less about its summary than those of prose, so they weigh less.
 *
 * @param sentences about how many the selection will hold
 */
export function objectiveWeights({ spoken }: Profile, sentences: number): ObjectiveWeights {
  if (spoken) return { likeness: 0, expected: 6, content: 1, bigrams: 0.18, redundancy: 0.5 }
  const few = Math.exp(-sentences / FEW_SENTENCES)
  return { likeness: 9 * few, expected: 12 * (1 - few), content: 0.3, bigrams: 0.18, redundancy: 0.5 }
}

/** How many times more than the rest the first sentences count in the word distribution that a summary follows. */
export function leadEmphasis({ narrative }: Profile): number {
  return 1.5 * (1 - narrative)
}
