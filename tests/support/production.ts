/** Minimal settings for production. */
export const productionEnv: Record<string, string> = {
  NODE_ENV: 'production',
  APP_URL: 'http://localhost:3000',
  SESSION_SECRET: 'kept by all the processes of this place',
  STRIPE_SECRET_KEY: 'sk_live_made_up_for_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_made_up_for_tests',
  RATE_LIMIT_FACTOR: '1',
  FETCH_ALLOW_PRIVATE: 'false',
}
