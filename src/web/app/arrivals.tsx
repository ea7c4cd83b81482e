import { PaymentReturn } from '../features/payments/payment-return.tsx'
import { SignInNotices } from './sign-in-notices.ts'

/** Handles the parameters with which users come back from Google or from a payment page. */
export default function Arrivals() {
  return (
    <>
      <SignInNotices />
      <PaymentReturn />
    </>
  )
}
