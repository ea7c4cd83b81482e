/**
 * Words that speak to a listener or hold the floor. Summaries are written in the third person and hold next to none of
 * the first two kinds, and under half of the third, against how often the sources have them.
 */
const personal = new Set(
  "i i'm i'll i've i'd me my mine myself we we're we'll we've us our ours ourselves you you're you'll you've your yours yourself let's ich mich mir mein wir uns du dir dich je j'ai me moi nous vous yo nosotros nos tu usted io noi voi eu ik wij jag vi ja my я мы ты вы мне нас вас".split(
    ' ',
  ),
)
const hesitation = new Set('uh um er erm yeah yep okay ok hmm mm mmm huh oh ah hi hello äh ähm euh eh э эм'.split(' '))
const conversational = new Set(
  "so do don't that's it's there's what just like know think mean well really gonna wanna got get thing things sort kind can't didn't doesn't then actually right here but going maybe no yes not this these if lot bit stuff something also mal ja nein halt eben doch genau vielleicht denn du alors donc voilà quoi ben oui non peut-être pues bueno entonces vale sí quizá ну вот так да нет это".split(
    ' ',
  ),
)

const PERSONAL_SHARE = 0.05
const CONVERSATIONAL_SHARE = 0.4

export const isPersonal = (word: string): boolean => personal.has(word)
export const isHesitation = (word: string): boolean => hesitation.has(word)

/**
 * How often a word stands in summaries, against how often in what they summarize; 1 for most.
 *
 * @param word lower case
 */
export function shareInSummaries(word: string): number {
  if (personal.has(word) || hesitation.has(word)) return PERSONAL_SHARE
  return conversational.has(word) ? CONVERSATIONAL_SHARE : 1
}
