import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

interface Kept {
  payload: AdapterPayload
  /** Milliseconds since 1970. */
  expiresAt: number
}

const MAX_ENTRIES = 5000

/** In-memory storage of the provider's state, limited to a few thousand entries. */
export function keepInMemory(): AdapterFactory {
  const entries = new Map<string, Kept>()
  const find = (key: string): AdapterPayload | undefined => {
    const kept = entries.get(key)
    return kept === undefined || kept.expiresAt <= Date.now() ? undefined : kept.payload
  }
  return (model): Adapter => {
    const keyOf = (id: string): string => `${model}:${id}`
    const findWhere = (field: 'uid' | 'userCode', value: string): AdapterPayload | undefined => {
      const found = [...entries].find(([key, { payload }]) => key.startsWith(keyOf('')) && payload[field] === value)
      return found === undefined ? undefined : find(found[0])
    }
    return {
      upsert: async (id, payload, expiresIn) => {
        const expiresAt = expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresIn * 1000
        entries.set(keyOf(id), { payload, expiresAt })
        const [oldest] = entries.keys()
        if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
      },
      find: async (id) => find(keyOf(id)),
      findByUid: async (uid) => findWhere('uid', uid),
      findByUserCode: async (userCode) => findWhere('userCode', userCode),
      consume: async (id) => {
        const payload = find(keyOf(id))
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => {
        entries.delete(keyOf(id))
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}
