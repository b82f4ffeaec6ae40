/** What an account may do: NO_NEW opens nothing, REDUCE only closes, FLATTEN is being closed down by the guardian. */
export const ACCOUNT_LEVELS = ['ACTIVE', 'NO_NEW', 'REDUCE', 'FLATTEN'] as const
export type AccountLevel = (typeof ACCOUNT_LEVELS)[number]
