import type { TokenEstimate } from './estimate-tokens.ts'

/** Below this, a count says nothing: servers that keep a prompt between calls report what was new in it alone. */
const FEWEST_TOKENS = 512
/** Contexts of servers of one's own are set in steps of this many tokens. */
const STEP_TOKENS = 1024

/**
 * Whether a server read less than it was sent, and answered without a word about it, as Ollama does with what does
 * not fit its `num_ctx` (https://github.com/ollama/ollama/issues/3839). Two signs tell:
 * - it counted fewer tokens than the text can have
 * - it counted exactly a round number, or two more than one (`num_ctx`, or `num_ctx / 2 + 2` from Ollama 0.32 on,
 *   https://github.com/ollama/ollama/issues/17427), where the text has probably more. Only of servers of one's own
 *
 * @param counted tokens of the request as the server reports them; null where it does not
 */
export function wasTruncated(counted: number | null, sent: TokenEstimate, local: boolean): boolean {
  if (counted === null || counted < FEWEST_TOKENS) return false
  if (counted < sent.least) return true
  const over = counted % STEP_TOKENS
  return local && (over === 0 || over === 2) && counted < sent.likely
}
