/** A plan as an operator's own catalogue may hold it. */
export const ownPlan = {
  id: 'starter',
  name: 'Reader',
  description: 'To try it',
  price: { amount: 0, currency: 'eur' },
  summariesPerMonth: 7,
  textLimitCharacters: 500,
  exports: false,
  ebooks: false,
  advanced: false,
}
