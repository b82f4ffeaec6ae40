import { checkTimezone } from '@tradeloom/domain/zones'
import { z } from 'zod'
import type { Setting } from './use-setting.ts'

/** The time zone of price charts: `utc`, `local` as the browser has it, `exchange` of the market, or a name. */
export const CHART_ZONE: Setting<string> = { path: 'chart-zone', schema: z.string().refine(isZone), fallback: 'utc' }

const SPECIAL_ZONES = ['utc', 'local', 'exchange'] as const

function isZone(zone: string): boolean {
  if ((SPECIAL_ZONES as readonly string[]).includes(zone)) return true
  try {
    return checkTimezone(zone) !== ''
  } catch {
    return false
  }
}
