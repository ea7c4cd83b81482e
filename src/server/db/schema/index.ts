export * from './billing.ts'
export * from './summaries.ts'
export * from './users.ts'
