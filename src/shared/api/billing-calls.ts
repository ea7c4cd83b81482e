import * as billing from '../account/billing.ts'
import { featureSuggestionSchema, suggestionAnswerSchema } from '../account/suggestions.ts'
import { defineCalls } from './contract.ts'

export const billingCalls = defineCalls({
  signUpStarter: {
    access: 'session',
    tag: 'subscription',
    summary: 'Choose the free plan',
    responses: { 200: billing.starterAnswerSchema },
  },
  createSubscription: {
    access: 'session',
    tag: 'subscription',
    summary: 'Subscribe to a plan, or change plans',
    body: billing.createSubscriptionSchema,
    responses: { 200: billing.createSubscriptionAnswerSchema },
  },
  verifyPayment: {
    access: 'session',
    tag: 'subscription',
    summary: 'Check a payment after the return from the hosted page',
    body: billing.verifyPaymentSchema,
    responses: { 200: billing.paymentVerificationSchema },
  },
  subscriptionStatus: {
    access: 'session',
    summary: 'Paid access and subscription status',
    responses: { 200: billing.subscriptionStatusSchema },
  },
  subscriptionDetails: {
    access: 'session',
    summary: 'Plan, price and end of the subscription',
    responses: { 200: billing.subscriptionDetailsSchema },
  },
  cancelRequest: {
    access: 'session',
    summary: 'Request the cancellation of the subscription at the end of its period',
    body: billing.cancelRequestSchema,
    responses: { 201: billing.cancellationSchema },
  },
  suggestFeature: {
    access: 'session',
    summary: 'Suggest a feature',
    body: featureSuggestionSchema,
    responses: { 201: suggestionAnswerSchema },
  },
})
