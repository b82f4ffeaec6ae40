import { z } from 'zod'
import { type Setting, storeSetting } from './use-setting.ts'

/** The card with first steps: opened by a registration, and closed by its user for good. */
export const START_CARD: Setting<'open' | 'closed'> = {
  path: 'start-card',
  schema: z.enum(['open', 'closed']),
  fallback: 'closed',
}

/** For a user who has just registered. */
export function openStartCard(): void {
  storeSetting(START_CARD.path, 'open', true)
}
