import { z } from 'zod'
import { languageChoices, summaryLanguages } from './languages.ts'

export const summaryLanguageSchema = z.enum(summaryLanguages)

export const languageChoiceSchema = z.enum(languageChoices, {
  error: 'This language is not among those a summary can be written in.',
})
