import { readReturn } from './payment-return.ts'
import { isSignInNotice } from './sign-in-notice.ts'

/** Whether a query string tells how a sign-in or a payment elsewhere has ended. */
export const isArrival = (search: string): boolean => isSignInNotice(search) || readReturn(search) !== null
