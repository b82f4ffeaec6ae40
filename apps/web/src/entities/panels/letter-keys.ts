import { z } from 'zod'
import type { Setting } from '../settings/use-setting.ts'

/** Whether letters alone go to panels; speech input and cats may press them. */
export const LETTER_KEYS: Setting<boolean> = { path: 'letter-keys', schema: z.boolean(), fallback: true }
