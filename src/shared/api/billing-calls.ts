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
import { routes } from './routes.ts'

/** Calls for plans, payments and cancellations. */
export const billingCalls = {
  signUpStarter: defineCall({
    access: 'session',
    ...routes.signUpStarter,
    tag: 'subscription',
    summary: 'Choose the free plan',
    responses: { 200: starterAnswerSchema },
  }),
  createSubscription: defineCall({
    access: 'session',
    ...routes.createSubscription,
    tag: 'subscription',
    summary: 'Subscribe to a plan, or change plans',
    body: createSubscriptionSchema,
    responses: { 200: createSubscriptionAnswerSchema },
  }),
  verifyPayment: defineCall({
    access: 'session',
    ...routes.verifyPayment,
    tag: 'subscription',
    summary: 'Check a payment after the return from the hosted page',
    body: verifyPaymentSchema,
    responses: { 200: paymentVerificationSchema },
  }),
  subscriptionStatus: defineCall({
    access: 'session',
    ...routes.subscriptionStatus,
    summary: 'Paid access and subscription status',
    responses: { 200: subscriptionStatusSchema },
  }),
  subscriptionDetails: defineCall({
    access: 'session',
    ...routes.subscriptionDetails,
    summary: 'Plan, price and end of the subscription',
    responses: { 200: subscriptionDetailsSchema },
  }),
  cancelRequest: defineCall({
    access: 'session',
    ...routes.cancelRequest,
    summary: 'Request the cancellation of the subscription at the end of its period',
    body: cancelRequestSchema,
    responses: { 201: cancellationSchema },
  }),
  suggestFeature: defineCall({
    access: 'session',
    ...routes.suggestFeature,
    summary: 'Suggest a feature',
    body: featureSuggestionSchema,
    responses: { 201: suggestionAnswerSchema },
  }),
} as const
