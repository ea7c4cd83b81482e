import { signOutUser } from '../features/accounts/session/manage-sessions.ts'
import { findUserByEmailOrId } from '../features/accounts/users-repo.ts'
import { syncCustomer } from '../features/billing/sync/sync-customer.ts'
import { setPlan } from '../plans/plan-changes.ts'
import { defineAction } from './action.ts'
import { showUser } from './show-user.ts'
import { setPlanContract, showUserContract, signOutContract } from './user-contracts.ts'

export const userActions = [
  defineAction(showUserContract, { needs: 'data', run: async (deps, { who }) => showUser(deps, who) }),
  defineAction(signOutContract, {
    needs: 'data',
    run: async ({ database: { db }, clock, log }, wish) => ({
      ...(await signOutUser({ db, clock, log }, wish)),
      dryRun: wish.dryRun,
    }),
  }),
  defineAction(setPlanContract, {
    needs: 'work',
    run: async ({ billing, log }, { who, until, ...wish }, { operator }) => {
      const { db, clock, catalogue } = billing
      const user = await findUserByEmailOrId(db, who)
      const change = await setPlan(
        { db, clock, log, catalogue },
        user.id,
        { ...wish, operator, until: until === null ? null : new Date(until) },
        async (customerId) => {
          if (billing.stripe !== null) await syncCustomer(billing, customerId)
        },
      )
      return { ...change, until: change.until?.toISOString() ?? null, dryRun: wish.dryRun }
    },
  }),
]
