import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { OutboxFeature } from '../outbox/outbox.feature.ts'
import { AccountLinks } from './account-links.ts'
import { accountHandlers } from './account.routes.ts'
import { mailNewDevice } from './new-device.ts'
import { resetPassword } from './reset-password.job.ts'

/** Passwords and addresses that are changed, and what users have lost. */
export function accountFeature(platform: Platform, { postIn }: Pick<OutboxFeature, 'postIn'>) {
  const { config, db, now, opener, url } = platform
  const links = new AccountLinks({ db, now, url, profile: config.profile, postIn })
  opener.onNewDevice = (userId, request) => mailNewDevice({ db, postIn }, userId, request)
  return {
    links,
    handlers: accountHandlers(platform, links),
    jobs: () => [resetPassword.with({ db, now, url, postIn })],
  } as const satisfies Feature & Record<string, unknown>
}

export type AccountFeature = ReturnType<typeof accountFeature>
