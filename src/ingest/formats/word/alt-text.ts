import { countWords } from '../../../shared/words.ts'
import { foldText } from '../clean-text.ts'

/** Shorter descriptions are labels such as "logo" or "fig 3". */
const MIN_WORDS = 3

const fileName = /\.(?:bmp|emf|gif|jpe?g|png|svg|tiff?|webp|wmf)$|^[a-z]:\\|:\/\//iu

/** Sentences with which Office marks descriptions as its own guesses. */
const guessed =
  /automatically generated|AI-generated content|automatisch (?:generiert|gegenereerd)|KI-generiert|générée?s? (?:automatiquement|par l.IA)|gener(?:ad|at)[ao]s? (?:automáticamente|automaticamente|por IA|con IA)|gerad[ao] automaticamente|automatiskt? genere|автоматически|wygenerowany automatycznie|自动生成|自動產生|自動的に生成|자동 생성/iu

/**
 * Returns what the author of a document says that a picture shows. Null for file names, labels, and descriptions that
 * Office generated, which say what it saw rather than what the author wrote.
 */
export function altText(description: string | undefined): string | null {
  const text = foldText(description ?? '')
  return countWords(text) < MIN_WORDS || fileName.test(text) || guessed.test(text) ? null : text
}
