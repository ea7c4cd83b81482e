import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { AppError } from '../../../shared/errors.ts'
import type { ModelUsage } from '../../../shared/summary/summary.ts'
import { formatCount } from '../../../shared/text/format.ts'
import type { Context, Db, Tx } from '../../db/database.ts'
import { modelUsage } from '../../db/schema/index.ts'
import type { Config } from '../../platform/config/config.ts'

const EVERYONE = 'everyone'
/** Days are kept for the current month and the one before. */
const KEPT_DAYS = 62
const DAY_MS = 24 * 60 * 60_000

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`

/**
 * Adds what language models were used for to the counters of the user and of all users. Counters stay when the summary
 * is deleted. Models without a known price count as free.
 */
export async function recordModelUsage({ db, clock }: Context, userId: string, usage: readonly ModelUsage[]) {
  if (usage.length === 0) return
  const tokens = usage.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
  const costUsd = usage.reduce((sum, model) => sum + (model.costUsd ?? 0), 0)
  const audioMinutes = usage.reduce((sum, model) => sum + (model.audioMinutes ?? 0), 0)
  const day = dayOf(clock.now())
  await db
    .insert(modelUsage)
    .values([userId, EVERYONE].map((scope) => ({ scope, day, tokens, costUsd, audioMinutes })))
    .onConflictDoUpdate({
      target: [modelUsage.scope, modelUsage.day],
      set: {
        tokens: sql`${modelUsage.tokens} + excluded.tokens`,
        costUsd: sql`${modelUsage.costUsd} + excluded.cost_usd`,
        audioMinutes: sql`${modelUsage.audioMinutes} + excluded.audio_minutes`,
      },
    })
}

/**
 * Checks the installation's ceilings for language models.
 * @throws AppError `daily_tokens_used` or `budget_exhausted`
 */
export async function requireModelAllowance({ clock, config }: Context & { config: Config }, db: Db, userId: string) {
  const { dailyTokensPerUser, monthlyBudgetUsd } = config.modelLimits
  const now = clock.now()
  if (dailyTokensPerUser !== null) {
    const [row] = await db
      .select({ tokens: modelUsage.tokens })
      .from(modelUsage)
      .where(and(eq(modelUsage.scope, userId), eq(modelUsage.day, dayOf(now))))
    if ((row?.tokens ?? 0) >= dailyTokensPerUser) {
      const message =
        'You’ve reached today’s limit for summaries and answers by language models. Nothing was counted; it starts again at midnight UTC.'
      throw new AppError('daily_tokens_used', message)
    }
  }
  await requireBudget(db, monthlyBudgetUsd, now)
}

/**
 * Checks the installation's ceilings for the service that transcribes recordings.
 * @param minutes of the recording
 * @throws AppError `daily_minutes_used` or `budget_exhausted`
 */
export async function requireTranscriptionAllowance(
  { clock, config, db }: Context & { config: Config },
  userId: string,
  minutes: number,
): Promise<void> {
  const { dailyMinutesPerUser: limit, monthlyBudgetUsd } = config.modelLimits
  const now = clock.now()
  if (limit !== null) {
    const [row] = await db
      .select({ audioMinutes: modelUsage.audioMinutes })
      .from(modelUsage)
      .where(and(eq(modelUsage.scope, userId), eq(modelUsage.day, dayOf(now))))
    const left = Math.max(0, Math.floor(limit - (row?.audioMinutes ?? 0)))
    if (minutes > left) {
      const message = `This recording has ${formatCount(minutes)} minutes, and ${formatCount(left)} of the ${formatCount(limit)} that we transcribe for you in a day are left. Nothing was counted; they start again at midnight UTC.`
      throw new AppError('daily_minutes_used', message)
    }
  }
  await requireBudget(db, monthlyBudgetUsd, now)
}

async function requireBudget(db: Db, monthlyBudgetUsd: number | null, now: Date): Promise<void> {
  if (monthlyBudgetUsd === null) return
  const [row] = await db
    .select({ costUsd: sql<number>`coalesce(sum(${modelUsage.costUsd}), 0)::float8` })
    .from(modelUsage)
    .where(and(eq(modelUsage.scope, EVERYONE), gte(modelUsage.day, monthOf(now))))
  if ((row?.costUsd ?? 0) >= monthlyBudgetUsd) {
    const message =
      'This service has used up its budget for language models for this month. Nothing was counted; please try again next month.'
    throw new AppError('budget_exhausted', message)
  }
}

/** @throws AppError `source_too_long` if language models would have to read more words than the operator allows */
export function requireReadableLength({ config }: Context & { config: Config }, words: number): void {
  const { maxSourceWords } = config.modelLimits
  if (config.ai.models.length === 0 || words <= maxSourceWords) return
  throw new AppError(
    'source_too_long',
    `This source has ${formatCount(words)} words, and we summarize up to ${formatCount(maxSourceWords)}. Nothing was counted. Try a part of it, such as a few chapters.`,
  )
}

/** Removes the counters of a user whose account is deleted. */
export async function removeModelUsageOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(modelUsage).where(eq(modelUsage.scope, userId))
}

/** A user's counters, one for each day. */
export async function modelUsageOf(db: Db, userId: string) {
  const { day, tokens, costUsd, audioMinutes } = modelUsage
  return db
    .select({ day, tokens, costUsd, audioMinutes })
    .from(modelUsage)
    .where(eq(modelUsage.scope, userId))
    .orderBy(day)
}

/** Removes counters that no limit refers to anymore. */
export async function removeOldModelUsage({ db, clock }: Context): Promise<void> {
  await db.delete(modelUsage).where(lt(modelUsage.day, dayOf(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS))))
}
