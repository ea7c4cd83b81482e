export type * from '../../shared/transcriber.ts'
