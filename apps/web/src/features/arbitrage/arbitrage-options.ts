import { z } from 'zod'

/** Two ids joined by `||`; empty for the pair that is chosen in the top list, or the best one of it. */
export const pairOptions = z.object({ pair: z.string().default('') })
export type PairOptions = z.infer<typeof pairOptions>
