import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { sealHandlers } from './seals.routes.ts'
import { Seals } from './seals.service.ts'

/** What an algorithm and its clones have in common: their trials are counted together, and a seal covers them all. */
export function lineagesFeature({ db }: Pick<Platform, 'db'>) {
  return { handlers: sealHandlers(new Seals(db)) } as const satisfies Feature & Record<string, unknown>
}
