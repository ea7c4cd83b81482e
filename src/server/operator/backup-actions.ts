import { makeBackup } from '../features/backup/make-backup.ts'
import { productVersion } from '../platform/product-version.ts'
import { defineAction } from './action.ts'
import { backupContract, restoreContract } from './backup-contracts.ts'
import { restore } from './restore.ts'

export const backupActions = [
  defineAction(backupContract, {
    needs: 'data',
    run: async ({ config, openStorage, ...deps }, wish, { signal }) => {
      const storage = await openStorage()
      return makeBackup({ ...deps, storage, dataDir: config.dataDir, version: productVersion() }, wish, signal)
    },
  }),
  // Opens the data itself, once it knows that the backup is complete.
  defineAction(restoreContract, {
    needs: 'settings',
    run: async (deps, input, { signal }) => restore(deps, input, signal),
  }),
]
