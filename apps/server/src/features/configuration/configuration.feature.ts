import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { createConfigurationRepository } from './configuration.repository.ts'

/** Settings of the web app that follow users to other browsers. */
export function configurationFeature({ db }: Pick<Platform, 'db'>) {
  const repository = createConfigurationRepository(db)
  return {
    handlers: {
      getConfiguration: async ({ userId, params }) => ({ value: await repository.read(userId, params.path) }),
      putConfiguration: async ({ userId, params, body }) => {
        await repository.write(userId, params.path, body.value)
        return { value: body.value }
      },
    },
  } as const satisfies Feature
}
