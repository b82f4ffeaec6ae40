import type { Feature } from '../../platform/feature.ts'
import { VERSION } from '../../version.ts'
import { documentationHandlers } from './documentation.routes.ts'

/** The guide and the reference of scripts: texts that change only with the program. */
export function documentationFeature() {
  return { handlers: documentationHandlers(VERSION) } as const satisfies Feature
}
