import { bigint, date, doublePrecision, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Tokens and cost of language models by day: one row for each user, and one for all users together. */
export const modelUsage = pgTable(
  'model_usage',
  {
    /** Id of a user, or "everyone". */
    scope: text().notNull(),
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    tokens: bigint({ mode: 'number' }).notNull(),
    /** By the list prices of the models; 0 for those without a known price. */
    costUsd: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.day] })],
)
