export * from './billing.ts'
export * from './questions.ts'
export * from './summaries.ts'
export * from './users.ts'
