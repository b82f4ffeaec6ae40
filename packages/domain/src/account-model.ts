/**
 * What an account keeps of its trades. `spot`: coins, of which what was bought and not sold yet is a position; there are no
 * short ones. `netting`: one position for each market, long or short. `hedging`: a position for each opening trade.
 */
export const ACCOUNT_MODELS = ['spot', 'netting', 'hedging'] as const
export type AccountModel = (typeof ACCOUNT_MODELS)[number]
