/** The least that the product wants to be told in production. */
export const productionEnv: Record<string, string> = {
  NODE_ENV: 'production',
  SESSION_SECRET: 'kept by all the processes of this place',
  STRIPE_SECRET_KEY: 'sk_made_up_for_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_made_up_for_tests',
  RATE_LIMIT_FACTOR: '1',
  FETCH_ALLOW_PRIVATE: 'false',
}
