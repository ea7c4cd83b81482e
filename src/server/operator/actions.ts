/** Everything that operators can do by command. */
export * from './backups.ts'
export * from './cancellations.ts'
export * from './invitations.ts'
export * from './jobs.ts'
export * from './stripe.ts'
export * from './suggestions.ts'
export * from './users.ts'
