import { ensurePortalConfiguration, findPortalConfiguration, isPortalCurrent } from '../portal.ts'
import type { PlanPrice } from '../prices.ts'
import type { SetupCheck } from './setup-check.ts'
import type { SetupItem } from './setup-report.ts'

const what = 'customer portal'

/** Looks for the product's own configuration of the customer portal; makes it where it is missing and may be made. */
export async function checkPortal(
  { stripe, clock, apply }: SetupCheck,
  prices: readonly PlanPrice[],
): Promise<SetupItem> {
  const found = await findPortalConfiguration(stripe)
  if (found !== undefined) {
    return isPortalCurrent(found, prices)
      ? { what, state: 'ok', detail: found.id }
      : {
          what,
          state: 'note',
          detail: `${found.id} knows other prices; the server brings it up to date when it is used.`,
        }
  }
  if (!prices.some(({ faults }) => faults.length === 0)) {
    return { what, state: 'missing', detail: 'It is made once there is a price.' }
  }
  if (!apply) return { what, state: 'missing', detail: 'A configuration with the metadata precis=1' }
  return { what, state: 'made', detail: await ensurePortalConfiguration({ stripe, clock }, prices) }
}
