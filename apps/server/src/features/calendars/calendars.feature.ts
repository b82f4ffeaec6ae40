import { join } from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import { calendarHandlers } from './calendars.routes.ts'
import { CalendarsService } from './calendars.service.ts'

export function calendarsFeature(
  { config, disk }: Pick<Platform, 'config' | 'disk'>,
  { market, quotas }: Pick<InstrumentsFeature, 'market' | 'quotas'>,
) {
  const uploadsDir = join(config.dataDir, 'uploads')
  return {
    handlers: calendarHandlers(new CalendarsService({ market, uploadsDir, disk, quotas })),
  } as const satisfies Feature
}
