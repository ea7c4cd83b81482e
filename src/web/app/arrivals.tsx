import { PaymentReturn } from '../features/payments/payment-return.tsx'
import { SignInNotices } from './sign-in-notices.ts'

/** What the app does when somebody comes back from signing in or paying elsewhere, which the address tells. */
export default function Arrivals() {
  return (
    <>
      <SignInNotices />
      <PaymentReturn />
    </>
  )
}
