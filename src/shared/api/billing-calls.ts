import {
  cancellationSchema,
  cancelRequestSchema,
  createSubscriptionAnswerSchema,
  createSubscriptionSchema,
  paymentVerificationSchema,
  starterAnswerSchema,
  subscriptionDetailsSchema,
  subscriptionStatusSchema,
  verifyPaymentSchema,
} from '../billing.ts'
import { featureSuggestionSchema, suggestionAnswerSchema } from '../suggestions.ts'
import { defineCall } from './contract.ts'

/** The calls around plans, payments and their end. */
export const billingCalls = {
  signUpStarter: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/signup-starter',
    tag: 'subscription',
    summary: 'Take the free plan',
    description: 'Somebody with a paid plan keeps it and is refused (409): a paid plan is canceled, not replaced.',
    responses: { 200: starterAnswerSchema },
  }),
  createSubscription: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/create-subscription',
    tag: 'subscription',
    summary: 'Begin to pay for a plan, or change it',
    description: [
      'Answers the address of a hosted page that shows the sum: to pay for the plan, or, where there is a',
      'paid plan, to confirm the change. Nothing is charged before that. Where an invoice is not paid, it',
      'is the page of that invoice, whichever plan was chosen. On the plan already: {"status": "active"}; a',
      'plan that was to end goes on then, and a request to cancel it is taken back. 409: another plan was',
      'chosen while this one is to end, which is to be kept first. 503: payments cannot be reached, or have',
      'another price for the plan; a repeat is safe.',
    ].join(' '),
    body: createSubscriptionSchema,
    responses: { 200: createSubscriptionAnswerSchema },
  }),
  verifyPayment: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/verify-payment',
    tag: 'subscription',
    summary: 'Back from the hosted page: whether the payment was made',
    description:
      'sessionId is the session_id that the hosted page puts into the address. Asking again changes nothing. A session of somebody else answers 404.',
    body: verifyPaymentSchema,
    responses: { 200: paymentVerificationSchema },
  }),
  subscriptionStatus: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/subscription/status',
    summary: 'Whether there is paid access, and how it stands',
    responses: { 200: subscriptionStatusSchema },
  }),
  subscriptionDetails: defineCall({
    signedIn: true,
    method: 'GET',
    path: '/api/subscription/details',
    summary: 'The plan, its price and its end, as the payment provider has them',
    responses: { 200: subscriptionDetailsSchema },
  }),
  cancelRequest: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/subscription/cancel-request',
    summary: 'Ask for the subscription to be canceled at the end of its period',
    description: 'One request at a time: another one, or one where the end is settled already, answers 409.',
    body: cancelRequestSchema,
    responses: { 201: cancellationSchema },
  }),
  suggestFeature: defineCall({
    signedIn: true,
    method: 'POST',
    path: '/api/feature-suggestions',
    summary: 'Suggest a feature',
    body: featureSuggestionSchema,
    responses: { 201: suggestionAnswerSchema },
  }),
} as const
