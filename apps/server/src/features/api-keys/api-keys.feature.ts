import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { apiKeyHandlers } from './api-keys.routes.ts'
import { ApiKeysService } from './api-keys.service.ts'

/** Keys with which programs of users call the platform, and the credits that they use. */
export function apiKeysFeature({ db, bus, now, users, api }: Platform) {
  return { handlers: apiKeyHandlers(new ApiKeysService({ db, bus, now }), users, api) } as const satisfies Feature
}
