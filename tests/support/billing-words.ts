/** Words of billing, which appear nowhere in an installation that sells nothing. */
export const billingWords =
  /\b(?:billing|cancellation|checkout|credit card|free plan|invoices?|money.back|paid|pay|payments?|plans?|pric(?:e|es|ing)|refund\w*|stripe|subscri\w+|trial|upgrad\w+|Starter|Lite|Pro|Elite)\b/
