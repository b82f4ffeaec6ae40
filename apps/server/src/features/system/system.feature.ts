import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { VERSION } from '../../version.ts'

export function systemFeature({ health }: Pick<Platform, 'health'>) {
  return {
    handlers: {
      health: async ({ reply }) => {
        const report = await health.report()
        reply.status(report.status === 'ready' ? 200 : 503)
        if (report.status !== 'ready') reply.header('retry-after', '2')
        return { ...report, version: VERSION }
      },
    },
  } as const satisfies Feature
}
