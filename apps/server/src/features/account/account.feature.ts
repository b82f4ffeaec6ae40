import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { OutboxFeature } from '../outbox/outbox.feature.ts'
import { accountHandlers } from './account.routes.ts'
import { resetPassword } from './reset-password.job.ts'

/** Passwords that are changed or forgotten. */
export function accountFeature(platform: Platform, { postIn }: Pick<OutboxFeature, 'postIn'>) {
  const { db, now, url } = platform
  return {
    handlers: accountHandlers(platform),
    jobs: () => [resetPassword.with({ db, now, url, postIn })],
  } as const satisfies Feature
}
