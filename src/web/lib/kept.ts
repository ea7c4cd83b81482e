import { clear, createStore, delMany, get, set, type UseStore } from 'idb-keyval'
import type { User } from '../../shared/account/accounts.ts'
import { AppError } from '../../shared/errors.ts'
import { allowsFunctional } from './stores/consent.ts'

/** Copies of what a user has read in this browser, for reading without a connection. They are of one user at a time. */

/** Number of opened summaries that are kept. */
const MAX_OPENED = 20
/** Increase it with each incompatible change of what the copies contain. */
const VERSION = 1

const OWNER = 'owner'
const OPENED = 'opened'

let opened: UseStore | undefined
const database = (): UseStore => (opened ??= createStore(`precis-${VERSION}`, 'kept'))

/** Storage can be blocked or full; then nothing is kept. */
async function tried<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action()
  } catch {
    return undefined
  }
}

const firstClaim = Promise.withResolvers<string | null>()
/** Id of the user whose copies these are; pending until that is known, null without one. */
let owner: Promise<string | null> = firstClaim.promise

/** Makes the copies those of a user, and deletes others. Null deletes all of them. */
export async function claimKept(user: User | null): Promise<void> {
  const claim = async (): Promise<string | null> => {
    if (typeof indexedDB === 'undefined') return null
    const isKept = user !== null && allowsFunctional()
    const before = await tried(async () => get<User>(OWNER, database()))
    if (before !== undefined && (before.id !== user?.id || !isKept)) await tried(async () => clear(database()))
    if (!isKept) return null
    await tried(async () => set(OWNER, user, database()))
    return user.id
  }
  owner = claim()
  firstClaim.resolve(owner)
  await owner
}

/** The user who was signed in when this browser had a connection, to whom the copies belong; null without one. */
export async function claimKeptUser(): Promise<User | null> {
  const user = (await tried(async () => get<User>(OWNER, database()))) ?? null
  owner = Promise.resolve(user?.id ?? null)
  firstClaim.resolve(owner)
  return user
}

async function keep(key: string, value: unknown): Promise<void> {
  if ((await owner) !== null) await tried(async () => set(key, value, database()))
}

/** Keys of copies that queries have been answered with, which are outdated once the connection is back. */
const served = new Set<string>()

/** Whether the data of a query is a copy. */
export const isCopy = (key: string): boolean => served.has(key)

/** Whether a call got no response at all. */
export const isUnreachable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable'

/** Loads data, and keeps a copy unless `keeps` is false. Returns the copy if the server can't be reached. */
export async function loadKept<T>(key: string, load: () => Promise<T>, { keeps = true } = {}): Promise<T> {
  try {
    const data = await load()
    served.delete(key)
    if (keeps) void keep(key, data)
    return data
  } catch (error) {
    if (!isUnreachable(error) || (await owner) === null) throw error
    const copy = await tried(async () => get<T>(key, database()))
    if (copy === undefined) throw error
    served.add(key)
    return copy
  }
}

/** Keeps a summary that was opened, and deletes the one that was opened longest ago if there are too many. */
export async function keepOpened(key: string, summary: object): Promise<void> {
  if ((await owner) === null) return
  await tried(async () => {
    const keys = (await get<string[]>(OPENED, database())) ?? []
    const newest = [key, ...keys.filter((other) => other !== key)]
    await set(OPENED, newest.slice(0, MAX_OPENED), database())
    await set(key, summary, database())
    await delMany(newest.slice(MAX_OPENED), database())
  })
}

/** Keys of the summaries that were opened, which can be read without a connection. */
export const openedKeys = async (): Promise<string[]> =>
  (await tried(async () => get<string[]>(OPENED, database()))) ?? []

/** Deletes copies. */
export const forgetKept = async (keys: string[]): Promise<unknown> => tried(async () => delMany(keys, database()))
