import { featureTypes, priorities, priorityNames } from '../../../shared/suggestions.ts'

const typeNames: Record<(typeof featureTypes)[number], string> = {
  summarization: 'Summarizing',
  export: 'Exports',
  ui: 'How it looks and works',
  integration: 'Working with other tools',
  mobile: 'On the phone',
  analytics: 'Statistics',
  other: 'Something else',
}

/** What a suggestion can be about, in words. */
export const typeOptions = featureTypes.map((value) => ({ value, label: typeNames[value] }))

/** How much something is needed, in words. */
export const priorityOptions = priorityNames.map((value) => ({ value, label: priorities[value] }))
