import { z } from 'zod'
import { useSetting } from './use-setting.ts'

const UTC_DATES = { path: 'utc-dates', schema: z.boolean(), fallback: true }

/** Whether times of accounts and mail are shown in UTC instead of the browser's time zone. */
export function useUtcDates(): readonly [boolean, (isUtc: boolean) => void] {
  return useSetting(UTC_DATES)
}
