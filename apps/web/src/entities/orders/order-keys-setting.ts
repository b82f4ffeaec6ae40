import { z } from 'zod'
import type { Setting } from '../settings/use-setting.ts'

/** Whether keys begin orders on dashboards. */
export const ORDER_KEYS: Setting<boolean> = { path: 'order-keys', schema: z.boolean(), fallback: true }
